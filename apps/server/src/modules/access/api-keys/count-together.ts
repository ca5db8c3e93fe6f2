import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { Deadline } from '../../../platform/deadline.ts'
import { countKeyRequests, type CountedKey, type KeyIdentity } from './key-store.ts'

interface CountTogetherParts {
  readonly db: Database
  readonly clock: Clock
  /** Longest that a count may take. */
  readonly deadlineMs: number
}

/** Counts one request of a key; returns nothing for a key that may not be used any more. */
export type CountKey = (identity: KeyIdentity) => Promise<CountedKey | undefined>

type Counted = PromiseWithResolvers<CountedKey | undefined>

/**
 * Counts requests of a key that come at once together: those that arrive while a count of the same key
 * is on its way wait for it and share the next statement, instead of queueing for the same row in the
 * database. Each still gets a number of its own, and the key's state is read after it arrived.
 */
export function countTogether({ db, clock, deadlineMs }: CountTogetherParts): CountKey {
  /** Requests that wait, by key; a key is listed while a count of it is on its way. */
  const waiting = new Map<string, Counted[]>()

  const countBatch = async (identity: KeyIdentity, batch: Counted[]): Promise<void> => {
    try {
      const { keyId, workspaceId } = identity
      // A deadline of its own: the one of the request that came first may have passed when others still have time.
      const counted = await new Deadline(deadlineMs).run(() =>
        countKeyRequests(db.in(workspaceId), keyId, batch.length, clock.sqlNow()),
      )
      batch.forEach((one, place) => one.resolve(counted && numbered(counted, batch.length - 1 - place)))
    } catch (error) {
      for (const one of batch) one.reject(error)
    }
    const next = waiting.get(identity.keyId) ?? []
    if (next.length === 0) {
      waiting.delete(identity.keyId)
      return
    }
    waiting.set(identity.keyId, [])
    await countBatch(identity, next)
  }

  return (identity) => {
    const one: Counted = Promise.withResolvers()
    const queue = waiting.get(identity.keyId)
    if (queue) {
      queue.push(one)
    } else {
      waiting.set(identity.keyId, [])
      void countBatch(identity, [one])
    }
    return one.promise
  }
}

/** The count as a request saw it that so many others followed in the same statement. */
function numbered(counted: CountedKey, followers: number): CountedKey {
  return { ...counted, count: counted.count - followers }
}
