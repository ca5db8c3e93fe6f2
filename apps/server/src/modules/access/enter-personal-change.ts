import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/db/index.ts'
import { appendEntries, type EntryDraft } from '../ledger/index.ts'
import { activeMemberships, type Person } from './people-store.ts'

/** A change that people make to how they sign in. */
type PersonalChange = Extract<EntryDraft['kind'], `user.${string}`>

/**
 * Makes a change to how a person signs in, and enters it into the ledger of every workspace in which the
 * person is active, since signatures there rest on it. Change and first entry commit together; further
 * workspaces follow in transactions of their own, as each transaction sees one workspace.
 * @param write makes the change itself, at the instant it is given
 * @param actorIn who makes it, unless it is the person
 */
export async function enterPersonalChange(
  { db, clock }: { db: Database; clock: Clock },
  person: Person,
  kind: PersonalChange,
  write: (queries: Queries, at: string) => Promise<void>,
  actorIn?: (workspaceId: string) => Actor,
): Promise<void> {
  const memberships = await activeMemberships(db.global, person.personId)
  if (memberships.length === 0) {
    return db.globalTransaction((tx) => write(tx, clock.now().toISOString()))
  }
  for (const [place, { workspaceId, role }] of memberships.entries()) {
    const { personId: id, name } = person
    const itself = { type: 'user', id, userId: id, name, workspaceId, role } as const
    const actor = actorIn?.(workspaceId) ?? { ...itself, scope: 'write', siteIds: null }
    await db.transaction(workspaceId, async (tx) => {
      const draft = { kind, subject: { type: 'user', id }, payload: {} } as const
      const [{ at }] = await appendEntries(tx, clock, actor, [draft])
      if (place === 0) await write(tx, at)
    })
  }
}
