import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/db/index.ts'
import { appendEntries, type EntryDraft } from '../ledger/index.ts'
import { lockCredentials, recordedCredentials } from './credentials-store.ts'
import { activeMemberships, type Person } from './people-store.ts'

/** A change that people make to how they sign in. */
type PersonalChange = Extract<EntryDraft['kind'], `user.${string}`>

/**
 * Changes a person's credentials, and records the change with the resulting credentials in the ledger of every
 * workspace in which the person is active, because signatures there depend on them. The change and the first entry
 * commit together; further workspaces follow in separate transactions, because each transaction sees one workspace.
 * @param write makes the change itself, at the given instant; nothing is recorded if it returns false because there
 * was nothing to change
 * @param actorIn who makes the change, if not the person
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
  for (const [index, { workspaceId, role }] of memberships.entries()) {
    const { personId: id, name } = person
    const itself = { type: 'user', id, userId: id, name, workspaceId, role } as const
    const actor = actorIn?.(workspaceId) ?? { ...itself, scope: 'write', siteIds: null }
    const hasChanged = await db.transaction(workspaceId, async (tx) => {
      await lockCredentials(tx, id)
      if (index === 0 && (await write(tx, at)) === false) return false
      const payload = await recordedCredentials(tx, id)
      await appendEntries(tx, clock, actor, [{ kind, subject: { type: 'user', id }, payload }])
      return true
    })
    if (!hasChanged) return false
  }
  return true
}
