import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { deleteStoredAnswers } from './idempotency-store.ts'
import { workspacesWithMembers } from './people-store.ts'
import { deleteEndedLinks } from './one-time-link-store.ts'
import { deleteEndedWindows } from './rate-store.ts'
import { deleteEndedHalfSignIns } from './second-factor-store.ts'
import { deleteEndedSessions } from './session-store.ts'

/** What forgetting works with. */
export interface ForgetParts {
  readonly db: Database
  readonly clock: Clock
  /** Operations whose answers are not kept for good (decisions, section 4). */
  readonly operations: readonly string[]
  /** Days for which their answers are kept. */
  readonly retentionDays: number
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Removes what requests left behind and nobody needs any more: rate windows, sessions, links, answers. */
export async function forgetRequests({ db, clock, operations, retentionDays }: ForgetParts): Promise<void> {
  await deleteEndedWindows(db.global, clock.sqlNow())
  await deleteEndedSessions(db.global, clock.sqlNow())
  await deleteEndedHalfSignIns(db.global, clock.sqlNow())
  await deleteEndedLinks(db.global, clock.sqlNow())
  const before = new Date(clock.now().getTime() - retentionDays * DAY_MS).toISOString()
  for (const workspaceId of await workspacesWithMembers(db.global)) {
    for (const operation of operations) await deleteStoredAnswers(db.in(workspaceId), operation, before)
  }
}
