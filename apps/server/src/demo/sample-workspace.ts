import { because } from '@plumbline/contract'
import {
  addMember,
  changeMember,
  deactivateMembers,
  findMember,
  type Caller,
} from '../modules/access/index.ts'
import { today } from '../modules/compliance/index.ts'
import { claimSample, createWorkspaceIn, findSample, markSampleRemoved } from '../modules/workspaces/index.ts'
import type { Actor } from '../platform/actor.ts'
import { clockAt } from '../platform/clock.ts'
import { withinTransaction } from '../platform/db/index.ts'
import { ApiError, notFound } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { setUpProgram, callerOf, enterProgram } from './enter-program.ts'
import type { DemoPeople } from './enter-history.ts'
import type { WorkspaceParts } from './fill-parts.ts'
import { ledgerBegins } from './journeys.ts'
import { demoSites, planProgram, smallProgram } from './program.ts'

/** What the ledger of the sample data says of why nobody belongs to it any more. */
const TAKEN_OUT = 'The sample data were taken out.'

/**
 * Lets somebody try things out in a workspace of sample data that belongs to theirs, in their own role. It is made
 * and filled in one transaction; whoever comes at the same time, or later, is let into the same one.
 * @param name name of the workspace, where it is made
 * @returns id of the workspace of sample data
 * @throws 409 CONFLICT in a workspace that holds sample data itself
 */
export async function putInSample(parts: WorkspaceParts, caller: Caller, name: string): Promise<string> {
  if (caller.workspace.sampleOf !== null) {
    throw new ApiError('CONFLICT', { reason: because('sample.of_sample') })
  }
  const find = () => findSample(parts.db.global, caller.workspaceId)
  const made = (await find()) === undefined ? await makeSample(parts, caller, name) : undefined
  if (made !== undefined) return made
  const sampleId = await find()
  if (sampleId === undefined) {
    throw new ApiError('CONFLICT', { reason: because('sample.just_taken_out') })
  }
  await letIn(parts, caller, sampleId)
  return sampleId
}

/**
 * Takes the workspace of sample data out for everybody. Its ledger is kept as every ledger is, and says who took it
 * out; no member and no key reaches it any more.
 * @throws 404 NOT_FOUND when there is none
 */
export async function takeOutSample({ db, clock }: WorkspaceParts, caller: Caller): Promise<void> {
  const sampleId = await findSample(db.global, caller.workspaceId)
  if (sampleId === undefined) throw notFound()
  await db.transaction(sampleId, async (tx) => {
    // Of two at once the second waits here, and finds it done.
    if (!(await markSampleRemoved(tx, clock.now().toISOString()))) throw notFound()
    await deactivateMembers(tx, clock, within(caller, sampleId), TAKEN_OUT)
  })
}

/** Undefined when somebody else has made one at the same time. */
async function makeSample(parts: WorkspaceParts, caller: Caller, name: string): Promise<string | undefined> {
  const sampleId = newId()
  const { plan, timeZone } = caller.workspace
  return parts.db.transaction(sampleId, async (tx) => {
    if (!(await claimSample(tx, caller.workspaceId))) return undefined
    const settings = {
      name,
      plan,
      timeZone,
      standards: ['iso_9001'],
      firstSiteName: demoSites[0].name,
      sampleOf: caller.workspaceId,
    }
    const actor = within(caller, sampleId)
    const day = today(parts.clock.now(), timeZone)
    // One transaction for all of it: a server that is stopped half-way leaves nothing behind.
    const present = { ...parts, db: withinTransaction(parts.db, tx) }
    const past = { ...present, clock: clockAt(ledgerBegins(day)) }
    const workspace = await createWorkspaceIn(tx, past, parts.config.PUBLIC_URL, settings, actor)
    const siteIds = await setUpProgram(past, actor, workspace.defaultSiteId)
    const people = await addPeople(past, actor)
    await enterProgram({ parts: present, past }, people, planProgram(day, smallProgram), siteIds)
    await addMember(present, actor, await asMember(parts, caller))
    return sampleId
  })
}

/** Colleagues whose work there is to look at. They have no password, and nobody answers at their addresses. */
async function addPeople(parts: WorkspaceParts, actor: Actor): Promise<DemoPeople> {
  const { workspaceId } = actor
  const add = async (role: Caller['role'], name: string) => {
    const email = `${role}@${workspaceId.slice(-12)}.sample.example`
    const { personId: id } = await addMember(parts, actor, {
      email,
      name,
      role,
      siteIds: null,
      accessEndsAt: null,
    })
    return callerOf(parts, workspaceId, { id, name, role })
  }
  // An admin, since a workspace needs one, also where a manager tries it out.
  return { manager: await add('admin', 'Maren Quast'), technician: await add('technician', 'Tomas Herrera') }
}

/** Makes somebody an active member of the sample data who is none yet, or no longer. */
async function letIn(parts: WorkspaceParts, caller: Caller, sampleId: string): Promise<void> {
  const actor = within(caller, sampleId)
  try {
    await addMember(parts, actor, await asMember(parts, caller))
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error
    await changeMember(parts, actor, caller.id, { isActive: true })
  }
}

async function asMember({ db }: WorkspaceParts, caller: Caller) {
  const member = await findMember(db.in(caller.workspaceId), caller.id)
  if (!member) throw new Error('a member vanished')
  const { email, name, role } = member
  return { email, name, role, siteIds: null, accessEndsAt: null }
}

function within(caller: Caller, workspaceId: string): Actor {
  return { ...caller, workspaceId, siteIds: null }
}
