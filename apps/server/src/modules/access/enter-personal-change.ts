import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/db/index.ts'
import { appendEntries, type EntryDraft } from '../ledger/index.ts'
import { lockCredentials, recordedCredentials } from './credentials-store.ts'
import { activeMemberships, type Person } from './people-store.ts'

/** A change that people make to how they sign in. */
type PersonalChange = Extract<EntryDraft['kind'], `user.${string}`>

/**
 * Makes a change to how a person signs in, and enters it, with what signs them in from then on, into the ledger of every
 * workspace in which the person is active, since signatures there rest on it. Change and first entry commit together; further
 * workspaces follow in transactions of their own, as each transaction sees one workspace.
 * @param write makes the change itself, at the instant it is given; nothing is entered where it returns false, as it found
 *   nothing to change
 * @param actorIn who makes it, unless it is the person
 * @returns whether anything changed
 */
export async function enterPersonalChange(
  { db, clock }: { db: Database; clock: Clock },
  person: Person,
  kind: PersonalChange,
  write: (queries: Queries, at: string) => Promise<void | boolean>,
  actorIn?: (workspaceId: string) => Actor,
): Promise<boolean> {
  const at = clock.now().toISOString()
  const memberships = await activeMemberships(db.global, person.personId)
  if (memberships.length === 0) {
    const outcome = await db.globalTransaction(async (tx) => {
      await lockCredentials(tx, person.personId)
      return (await activeMemberships(tx, person.personId)).length > 0 ? 'active again' : write(tx, at)
    })
    if (outcome !== 'active again') return outcome !== false
    return enterPersonalChange({ db, clock }, person, kind, write, actorIn)
  }
  for (const [place, { workspaceId, role }] of memberships.entries()) {
    const { personId: id, name } = person
    const itself = { type: 'user', id, userId: id, name, workspaceId, role } as const
    const actor = actorIn?.(workspaceId) ?? { ...itself, scope: 'write', siteIds: null }
    const hasChanged = await db.transaction(workspaceId, async (tx) => {
      await lockCredentials(tx, id)
      if (place === 0 && (await write(tx, at)) === false) return false
      const payload = await recordedCredentials(tx, id)
      await appendEntries(tx, clock, actor, [{ kind, subject: { type: 'user', id }, payload }])
      return true
    })
    if (!hasChanged) return false
  }
  return true
}
