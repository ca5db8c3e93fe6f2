import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { inGroups } from '../../../platform/grouping.ts'
import { countKeyRequests, type CountedKey, type KeyIdentity } from './key-store.ts'

interface CountTogetherParts {
  readonly db: Database
  readonly clock: Clock
  /** Longest that a count may take. */
  readonly deadlineMs: number
}

/** Counts one request of a key; returns nothing for a key that may not be used any more. */
export type CountKey = (identity: KeyIdentity) => Promise<CountedKey | undefined>

/**
 * Counts requests of a key that come at once together: those that arrive while a count of the same key
 * is under way wait for it and share the next statement, instead of queueing for the same row in the
 * database. Each still gets a number of its own, and the key's state is read after it arrived.
 */
export function countTogether({ db, clock, deadlineMs }: CountTogetherParts): CountKey {
  const count = inGroups<KeyIdentity, CountedKey | undefined>({
    fitting: (queue) => queue.length,
    carryOut: async (group) => {
      const [{ keyId, workspaceId }] = group as [KeyIdentity]
      const counted = await countKeyRequests(db.in(workspaceId), keyId, group.length, clock.sqlNow())
      return group.map((_, index) => counted && numbered(counted, group.length - 1 - index))
    },
    deadlineMs,
  })
  return (identity) => count(identity.keyId, identity)
}

/** The count as a request saw it that so many others followed in the same statement. */
function numbered(counted: CountedKey, followers: number): CountedKey {
  return { ...counted, count: counted.count - followers }
}
