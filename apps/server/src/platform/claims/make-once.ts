import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Transaction } from '../db/index.ts'
import { Deadline } from '../deadline.ts'
import { newId } from '../ids.ts'
import { deleteClaim, insertClaim, type Claimable } from './claim-store.ts'

/**
 * Duration of a claim. Longer than a request usually takes; if work takes longer, another process takes over, and the
 * first of the two to finish wins.
 */
const LEASE_MS = 30_000

/** Initial and maximum pause between the checks of those who wait for another process. */
const PAUSE_MS = 25
const PAUSE_MS_MAX = 400

/** Maximum time for releasing a claim, which also happens after the deadline of the request. */
const RELEASE_MS = 2000

/** The exclusive right to create a thing. */
export interface Claim {
  /**
   * Ends the claim in the transaction that completes the work. Returns false if another process has taken it over; the
   * transaction must then commit nothing.
   */
  readonly finish: (tx: Transaction) => Promise<boolean>
}

/** How a thing is found and created. */
export interface Making<T> {
  /** Returns the thing if it exists; may throw if it must not be created. */
  readonly find: () => Promise<T | undefined>
  /**
   * Creates it: first slow work without a connection, then a transaction that finishes the claim. Undefined if the
   * claim was taken over.
   */
  readonly make: (claim: Claim) => Promise<T | undefined>
}

/**
 * Finds a thing, or creates it while all other callers wait; no connection is held in either case. A claim left by a
 * crash is taken over when its lease has expired.
 * @throws whatever finding and creating throw; DeadlinePassed for those who wait too long
 */
export async function makeOnce<T>(
  db: Database,
  workspaceId: string,
  thing: Claimable,
  { find, make }: Making<T>,
): Promise<T> {
  for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)) {
    const found = await find()
    if (found !== undefined) return found
    const holderId = newId()
    if (await insertClaim(db.in(workspaceId), thing, holderId, LEASE_MS)) {
      try {
        // Check again: the process that held the claim before may have finished between the first check and this claim.
        const foundSince = await find()
        if (foundSince !== undefined) {
          await release(db, workspaceId, thing, holderId)
          return foundSince
        }
        const made = await make({ finish: (tx) => deleteClaim(tx, thing, holderId) })
        if (made !== undefined) return made
      } catch (error) {
        await release(db, workspaceId, thing, holderId)
        throw error
      }
    }
    await delay(pauseMs)
  }
}

/**
 * Works on a thing under a separate claim, so that no one can create it meanwhile.
 * @returns the result of the work; false, with nothing done, if another process is creating the thing
 */
export async function whileUnclaimed(
  db: Database,
  workspaceId: string,
  thing: Claimable,
  work: () => Promise<boolean>,
): Promise<boolean> {
  const holderId = newId()
  if (!(await insertClaim(db.in(workspaceId), thing, holderId, LEASE_MS))) return false
  try {
    return await work()
  } finally {
    await release(db, workspaceId, thing, holderId)
  }
}

/** Lets others try immediately; if that fails, they wait until the lease expires. */
async function release(db: Database, workspaceId: string, thing: Claimable, holderId: string): Promise<void> {
  const queries = db.in(workspaceId)
  await new Deadline(RELEASE_MS).run(() => deleteClaim(queries, thing, holderId)).catch(() => undefined)
}
