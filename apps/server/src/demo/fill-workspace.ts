import {
  addMember,
  createKey,
  hashPassword,
  makePassword,
  savePasswordHash,
  type Caller,
} from '../modules/access/index.ts'
import { today } from '../modules/compliance/index.ts'
import { createWorkspaceIn, type NewWorkspace } from '../modules/workspaces/index.ts'
import { systemActor } from '../platform/actor.ts'
import { clockAt } from '../platform/clock.ts'
import { withinTransaction } from '../platform/db/index.ts'
import { newId } from '../platform/ids.ts'
import { setUpProgram, callerOf, enterProgram } from './enter-program.ts'
import type { WorkspaceParts } from './fill-parts.ts'
import { ledgerBegins } from './shipments.ts'
import { DEMO_TIME_ZONE, demoSites, planProgram, wholeProgram, type ProgramSize } from './program.ts'

/** What a person needs in order to use the demo. */
export interface FilledDemo {
  workspaceId: string
  email: string
  password: string
  key: string
  instruments: number
  calibrations: number
}

/**
 * Creates a workspace and fills it with the demo program, through the same use cases that people use, in one
 * transaction: this takes a fraction of the time of thousands of transactions, and leaves nothing behind if it is stopped.
 */
export async function fillDemo(
  runtime: WorkspaceParts,
  size: ProgramSize = wholeProgram,
): Promise<FilledDemo> {
  const workspaceId = newId()
  return runtime.db.transaction(workspaceId, async (tx) => {
    const parts = { ...runtime, db: withinTransaction(runtime.db, tx) }
    const day = today(runtime.clock.now(), DEMO_TIME_ZONE)
    const past = { ...parts, clock: clockAt(ledgerBegins(day)) }
    const actor = systemActor(workspaceId)
    const origin = runtime.config.PUBLIC_URL
    const { defaultSiteId } = await createWorkspaceIn(tx, past, origin, demoWorkspace, actor)
    const siteIds = await setUpProgram(past, actor, defaultSiteId)
    const { people, ...signIn } = await addPeople(past, workspaceId)
    const program = planProgram(day, size)
    await enterProgram({ parts, past }, people, program, siteIds)
    const calibrations = program.reduce((sum, { records }) => sum + records.length, 0)
    return { workspaceId, ...signIn, instruments: program.length, calibrations }
  })
}

const demoWorkspace: NewWorkspace = {
  name: 'Demo program (synthetic)',
  plan: 'scale',
  timeZone: DEMO_TIME_ZONE,
  standards: ['iso_9001'],
  firstSiteName: demoSites[0].name,
}

async function addPeople(runtime: WorkspaceParts, workspaceId: string) {
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
