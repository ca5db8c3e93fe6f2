import {
  addMember,
  createKey,
  hashPassword,
  makePassword,
  savePasswordHash,
  type Caller,
} from '../modules/access/index.ts'
import { startingRecords } from '../modules/calibrations/index.ts'
import { today } from '../modules/compliance/index.ts'
import { enterInstrument, type NewInstrumentBody } from '../modules/instruments/index.ts'
import { createSite, createWorkspace, findWorkspace, updateWorkspace } from '../modules/workspaces/index.ts'
import { systemActor } from '../platform/actor.ts'
import { newId } from '../platform/ids.ts'
import type { Runtime } from '../runtime.ts'
import { enterHistory, giveFate, recordPending, type DemoPeople } from './enter-history.ts'
import { DEMO_TIME_ZONE, demoSites, planProgram, type PlannedInstrument } from './program.ts'

/** What people need to look around in the demo. */
export interface FilledDemo {
  workspaceId: string
  email: string
  password: string
  key: string
  instruments: number
  calibrations: number
}

/** Makes a workspace of its own and fills it with the demo's program, by the same use cases as everyone's. */
export async function fillDemo(runtime: Runtime): Promise<FilledDemo> {
  const { clock, config } = runtime
  const [firstSite, ...moreSites] = demoSites
  const workspace = await createWorkspace(
    runtime,
    config.PUBLIC_URL,
    {
      name: 'Demo program (synthetic)',
      plan: 'scale',
      timeZone: DEMO_TIME_ZONE,
      standards: ['iso_9001'],
      firstSiteName: firstSite.name,
    },
    systemActor,
  )
  const actor = systemActor(workspace.workspaceId)
  const siteIds = [workspace.defaultSiteId]
  for (const site of moreSites) siteIds.push((await createSite(runtime, actor, site)).siteId)
  const { people, email, password, key } = await addPeople(runtime, workspace.workspaceId)
  const program = planProgram(today(clock.now(), DEMO_TIME_ZONE))
  await enterProgram(runtime, people, program, siteIds)
  return {
    workspaceId: workspace.workspaceId,
    email,
    password,
    key,
    instruments: program.length,
    calibrations: program.reduce((sum, { records }) => sum + records.length, 0),
  }
}

async function addPeople(runtime: Runtime, workspaceId: string) {
  const actor = systemActor(workspaceId)
  const domain = `${workspaceId.slice(-6)}.demo.example`
  const password = makePassword()
  const hash = await hashPassword(password)
  const at = runtime.clock.now().toISOString()
  const add = async (role: Caller['role'], name: string) => {
    const email = `${role}@${domain}`
    const wanted = { email, name, role, siteIds: null, accessEndsAt: null }
    const { personId } = await addMember(runtime, actor, wanted, (tx, person) =>
      savePasswordHash(tx, newId(), person.personId, hash, at),
    )
    return { email, caller: await callerOf(runtime, workspaceId, { id: personId, name, role }) }
  }
  const admin = await add('admin', 'Demo Admin')
  const manager = await add('manager', 'Maren Quast')
  const technician = await add('technician', 'Tomas Herrera')
  await add('auditor', 'Auditor on visit')
  const { key } = await createKey(runtime, actor, {
    name: 'Demo key',
    owner: admin.email,
    scope: 'write',
    siteIds: null,
    expiresAt: null,
  })
  return {
    people: { manager: manager.caller, technician: technician.caller },
    email: admin.email,
    password,
    key,
  }
}

async function callerOf(
  { db }: Runtime,
  workspaceId: string,
  person: Pick<Caller, 'id' | 'name' | 'role'>,
): Promise<Caller> {
  const workspace = await findWorkspace(db.in(workspaceId))
  if (!workspace) throw new Error('the workspace of the demo vanished')
  return { ...person, type: 'user', userId: person.id, workspaceId, scope: 'write', siteIds: null, workspace }
}

async function enterProgram(
  runtime: Runtime,
  people: DemoPeople,
  program: readonly PlannedInstrument[],
  siteIds: readonly string[],
): Promise<void> {
  // Standards first: the others are calibrated against them.
  const ordered = program.toSorted(
    (a, b) => Number(b.family.isReferenceStandard ?? false) - Number(a.family.isReferenceStandard ?? false),
  )
  const idsByTag = new Map<string, string>()
  for (const planned of ordered) {
    const instrumentId = await enterOne(runtime, people.manager, planned, siteIds)
    idsByTag.set(planned.assetTag, instrumentId)
    await enterHistory(runtime, people, { instrumentId, planned, idsByTag })
    await giveFate(runtime, people.manager, instrumentId, planned)
  }
  // From now on records wait for a look, as some do already.
  await updateWorkspace(runtime, people.manager, { approvalPolicy: 'review' })
  const reviewing = await callerOf(runtime, people.technician.workspaceId, people.technician)
  for (const planned of ordered) {
    const instrumentId = idsByTag.get(planned.assetTag)!
    await recordPending(runtime, reviewing, { instrumentId, planned, idsByTag })
  }
}

async function enterOne(
  { db, clock, config }: Runtime,
  manager: Caller,
  planned: PlannedInstrument,
  siteIds: readonly string[],
): Promise<string> {
  const deps = { db, clock, startingRecords, changeReasonRulesEnforced: config.CHANGE_REASON_RULES_ENFORCED }
  const [value, unit] = planned.interval
  const body: NewInstrumentBody = {
    asset_tag: planned.assetTag,
    name: planned.name,
    manufacturer: planned.manufacturer,
    model: planned.model,
    serial_number: planned.serialNumber,
    category: planned.family.category,
    department: planned.department,
    location: planned.location,
    tolerance_spec: planned.toleranceSpec,
    notes: planned.notes,
    unit_of_measure: planned.family.unit,
    is_reference_standard: planned.family.isReferenceStandard ?? false,
    calibration_interval_value: value,
    calibration_interval_unit: unit,
    last_calibration_date: planned.startingAt,
    customFields: planned.customFields,
    site_id: siteIds[planned.site]!,
  }
  const { detail } = await db.transaction(manager.workspaceId, (tx) =>
    enterInstrument(tx, deps, manager, body),
  )
  return detail.id
}
