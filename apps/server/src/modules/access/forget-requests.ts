import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { firstDayOfUse } from './api-keys/key-use.ts'
import { deleteKeyUseBefore } from './api-keys/key-use-store.ts'
import { deleteStoredResponses } from './idempotency/idempotency-store.ts'
import { workspacesWithMembers } from './people-store.ts'
import { deleteOldFailedSignIns } from './sign-in/failed-sign-in-store.ts'
import { deleteEndedLinks } from './one-time-links/one-time-link-store.ts'
import { deleteEndedWindows } from '../../platform/rate-limit/index.ts'
import { deleteExpiredSecondFactors } from './sign-in/two-factor/second-factor-store.ts'
import { deleteEndedSessions } from './sessions/ended-session-store.ts'

/** Dependencies of deleting request data. */
export interface ForgetParts {
  readonly db: Database
  readonly clock: Clock
  /** Operations whose responses are not stored permanently (decisions, section 4). */
  readonly operations: readonly string[]
  /** Number of days for which their responses are stored. */
  readonly retentionDays: number
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes what requests left behind and is no longer needed: rate windows, sessions, links, responses, use of keys. */
export async function forgetRequests({ db, clock, operations, retentionDays }: ForgetParts): Promise<void> {
  await deleteEndedWindows(db.global, clock.sqlNow())
  await deleteEndedSessions(db.global, clock.sqlNow())
  await deleteExpiredSecondFactors(db.global, clock.sqlNow())
  await deleteOldFailedSignIns(db.global, clock.sqlNow())
  await deleteEndedLinks(db.global, clock.sqlNow())
  const before = new Date(clock.now().getTime() - retentionDays * DAY_MS).toISOString()
  for (const workspaceId of await workspacesWithMembers(db.global)) {
    await deleteKeyUseBefore(db.in(workspaceId), firstDayOfUse(clock.now()))
    for (const operation of operations) await deleteStoredResponses(db.in(workspaceId), operation, before)
  }
}
