import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Transaction } from '../db/index.ts'
import { Deadline } from '../deadline.ts'
import { newId } from '../ids.ts'
import { deleteClaim, insertClaim, type Claimable } from './claim-store.ts'

/**
 * How long a claim holds others off. Longer than a request may usually take; what takes longer is taken over, and
 * then the first of the two to finish wins.
 */
const LEASE_MS = 30_000

/** Between two looks of those who wait for what another process makes: the first pause, and the longest. */
const PAUSE_MS = 25
const PAUSE_MS_MAX = 400

/** Longest that giving a claim back may take: it also happens after the deadline of the request. */
const RELEASE_MS = 2000

/** The right to make one thing. */
export interface Claim {
  /**
   * Ends the claim in the transaction that finishes the work. False when another process has taken it over: then the
   * transaction may finish nothing.
   */
  readonly finish: (tx: Transaction) => Promise<boolean>
}

/** How a thing is found and made. */
export interface Making<T> {
  /** The thing, when it is there; may refuse that it is made. */
  readonly find: () => Promise<T | undefined>
  /**
   * Makes it: slow work without a connection, then a transaction that finishes the claim. Undefined when the claim was
   * taken over.
   */
  readonly make: (claim: Claim) => Promise<T | undefined>
}

/**
 * Finds a thing, or makes it while everybody else who asks waits, without holding a connection either way. A claim
 * that a crash left behind is taken over when its lease has run out.
 * @throws whatever finding and making throw; DeadlinePassed for those who wait too long
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
        // Again: the process that held the claim before may have finished between the first look and ours.
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
 * Does work on a thing while nobody can make it, under a claim of its own.
 * @returns what the work returns; false where another process is making the thing: then nothing is done
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

/** Lets others try at once; where that cannot be said they wait for the end of the lease. */
async function release(db: Database, workspaceId: string, thing: Claimable, holderId: string): Promise<void> {
  const queries = db.in(workspaceId)
  await new Deadline(RELEASE_MS).run(() => deleteClaim(queries, thing, holderId)).catch(() => undefined)
}
