import type { Caller } from '../modules/access/index.ts'
import { startingRecords } from '../modules/calibrations/index.ts'
import { today } from '../modules/compliance/index.ts'
import { enterInstrument, type NewInstrumentBody } from '../modules/instruments/index.ts'
import { updateWorkspace } from '../modules/settings/index.ts'
import { createSite, findWorkspace } from '../modules/workspaces/index.ts'
import type { Actor } from '../platform/actor.ts'
import { replan } from '../platform/db/index.ts'
import { enterProviders } from './demo-providers.ts'
import {
  enterHistory,
  applyPlannedState,
  recordPending,
  type DemoPeople,
  type EnteredInstrument,
} from './enter-history.ts'
import { enterShipments } from './enter-shipments.ts'
import type { FillParts } from './fill-parts.ts'
import { followUpFindings } from './follow-up-findings.ts'
import { demoProcedures, enterProcedures } from './procedures/index.ts'
import { demoSites, type PlannedInstrument } from './program.ts'

/** Number of instruments after which the tables have grown enough for other query plans to be faster. */
const PLANNED_ANEW_AFTER = 50

/** The decision rule of records that name no other. */
const DEFAULT_DECISION_RULE = 'simple_acceptance'

/**
 * Sets the default decision rule and adds the sites of the program to the one that the workspace began with. Call it
 * before its people are added, because they act under the settings that apply when they are added.
 * @returns the IDs of all sites
 */
export async function setUpProgram(parts: FillParts, actor: Actor, firstSiteId: string): Promise<string[]> {
  await updateWorkspace(parts, actor, { defaultDecisionRule: DEFAULT_DECISION_RULE })
  const siteIds = [firstSiteId]
  for (const site of demoSites.slice(1)) siteIds.push((await createSite(parts, actor, site)).siteId)
  return siteIds
}

/** Returns a member of a workspace as a caller. */
export async function callerOf(
  { db }: FillParts,
  workspaceId: string,
  person: Pick<Caller, 'id' | 'name' | 'role'>,
): Promise<Caller> {
  const workspace = await findWorkspace(db.in(workspaceId))
  if (!workspace) throw new Error('the workspace of the demo vanished')
  return { ...person, type: 'user', userId: person.id, workspaceId, scope: 'write', siteIds: null, workspace }
}

/**
 * Enters a program into a workspace through the same use cases that people use: shipments at
 * the time they happened, everything else now.
 * @param past the same parts with a clock set to the beginning of the ledger of the workspace
 * @param onEntered called after each instrument has been created
 */
export async function enterProgram(
  { parts, past }: { parts: FillParts; past: FillParts },
  people: DemoPeople,
  program: readonly PlannedInstrument[],
  siteIds: readonly string[],
  onEntered: () => void = () => undefined,
): Promise<void> {
  // Reference standards first, because other instruments are calibrated against them.
  const ordered = program.toSorted(
    (a, b) => Number(b.family.isReferenceStandard ?? false) - Number(a.family.isReferenceStandard ?? false),
  )
  const kinds = new Map(program.map(({ family }) => [family.tag, family]))
  const followed = demoProcedures.filter(({ tag }) => kinds.has(tag))
  const procedures = await enterProcedures(past, people.manager, followed, [...kinds.values()])
  const day = today(parts.clock.now(), people.manager.workspace.timeZone)
  const providerIds = await enterProviders(past, people.manager, day)
  const idsByTag = new Map<string, string>()
  const enter = async (then: FillParts, planned: PlannedInstrument) => {
    const procedure = procedures.get(planned.family.tag)
    const instrumentId = await enterOne(then, people.manager, { planned, procedure }, siteIds)
    idsByTag.set(planned.assetTag, instrumentId)
    onEntered()
    return { instrumentId, planned, procedure, idsByTag, providerIds }
  }
  const shipped: EnteredInstrument[] = []
  for (const planned of ordered) if (planned.shipment) shipped.push(await enter(past, planned))
  await enterShipments(past, people, shipped)
  for (const [index, planned] of ordered.filter(({ shipment }) => shipment === null).entries()) {
    if (index % PLANNED_ANEW_AFTER === 0) await parts.db.transaction(people.manager.workspaceId, replan)
    const entered = await enter(parts, planned)
    await enterHistory(parts, people, entered)
    await applyPlannedState(parts, people.manager, entered)
  }
  await followUpFindings(parts, people)
  // From now on new records need approval; some are pending already.
  await updateWorkspace(parts, people.manager, { approvalPolicy: 'review' })
  const reviewing = await callerOf(parts, people.technician.workspaceId, people.technician)
  for (const planned of ordered) {
    const instrumentId = idsByTag.get(planned.assetTag)!
    const procedure = procedures.get(planned.family.tag)
    await recordPending(parts, reviewing, { instrumentId, planned, procedure, idsByTag, providerIds })
  }
}

async function enterOne(
  { db, clock, config }: FillParts,
  manager: Caller,
  { planned, procedure }: Pick<EnteredInstrument, 'planned' | 'procedure'>,
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
    procedure_id: procedure?.procedureId ?? null,
    site_id: siteIds[planned.site]!,
  }
  const { detail } = await db.transaction(manager.workspaceId, (tx) =>
    enterInstrument(tx, deps, manager, body),
  )
  return detail.id
}
