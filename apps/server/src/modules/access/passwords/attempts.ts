import { createHash } from 'node:crypto'
import { because } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { ApiError } from '../../../platform/errors.ts'
import {
  countOne,
  countOneLess,
  emptyBucket,
  LONGEST_WINDOW_SECONDS,
  networkOf,
  type RateCount,
} from '../../../platform/rate-limit/index.ts'

/** Whose failed attempts are counted together, and how many of them a window admits. */
interface Bucket {
  readonly name: string
  readonly attemptsMax: number
  readonly windowSeconds: number
  /** Whether a correct password resets the count of failures; otherwise it takes back its own count. */
  readonly isResetBySuccess: boolean
}

/** A person who mistypes gets this far; a guesser gets nothing worth having. */
const ATTEMPTS_OF_ONE_MAX = 10

/** A whole plant can share an address and be mistaken on a Monday morning. */
const ATTEMPTS_PER_ADDRESS_MAX = 100

/** Links hold 256 random bits; the limit keeps a script from filling the log. */
const LINKS_PER_ADDRESS_MAX = 50

/**
 * An hour of guesses at one account, from every address at once and from the browsers that it signed in from.
 * A window is fixed, so any 60 minutes touch at most two of each: together never more than 100 guesses.
 */
const ATTEMPTS_PER_ACCOUNT_MAX = 35
const ATTEMPTS_OF_KNOWN_BROWSERS_MAX = 15

const SHORT_WINDOW_SECONDS = 15 * 60

const HOUR_SECONDS = LONGEST_WINDOW_SECONDS

/**
 * Attempts to sign in. A browser that has signed in to the account before is counted apart, so that strangers
 * who guess at the account, or who share the address, cannot keep its owner out. Accounts that do not exist are
 * counted alike: the responses do not reveal which do.
 * @param browserId which browser it is, when it has signed in to this account before
 */
export function signInBuckets(email: string, address: string, browserId: string | undefined): Bucket[] {
  const account = accountOf(email)
  if (browserId !== undefined) {
    return [ownBucket(`browser:${account}:${browserId}`), knownBrowsersBucket(account)]
  }
  // Anyone who is refused by their own limit must not use up the limits that others share.
  return [ownBucket(addressAtAccount(account, address)), addressBucket(address), accountBucket(account)]
}

/**
 * Attempts of a signed-in person to enter the password again. Counted apart from sign-in, so that a
 * stranger who guesses at the account cannot keep its owner from signing records.
 */
export function signatureBuckets(personId: string): Bucket[] {
  return [ownBucket(`signature:${personId}`)]
}

/** Codes of the second factor: tried by anyone who has the password already, so counted for the person. */
export function secondFactorBuckets(personId: string, address?: string): Bucket[] {
  const own = ownBucket(`second-factor:${personId}`)
  return address === undefined ? [own] : [own, addressBucket(address)]
}

/** Attempts to use a link that works once, such as one that resets a password. */
export function linkBuckets(address: string): Bucket[] {
  return [bucket(`link:${networkOf(address)}`, LINKS_PER_ADDRESS_MAX, SHORT_WINDOW_SECONDS, true)]
}

/** Resets the failed attempts of an account whose owner was identified in another way. */
export async function resetFailures({ db }: { db: Database }, email: string, address: string): Promise<void> {
  const account = accountOf(email)
  const buckets = [
    ownBucket(addressAtAccount(account, address)),
    accountBucket(account),
    knownBrowsersBucket(account),
  ]
  for (const { name } of buckets) await emptyBucket(db.global, name)
}

function bucket(name: string, attemptsMax: number, windowSeconds: number, isResetBySuccess: boolean): Bucket {
  return { name: `attempt:${name}`, attemptsMax, windowSeconds, isResetBySuccess }
}

function ownBucket(name: string): Bucket {
  return bucket(name, ATTEMPTS_OF_ONE_MAX, SHORT_WINDOW_SECONDS, true)
}

function addressBucket(address: string): Bucket {
  return bucket(`address:${networkOf(address)}`, ATTEMPTS_PER_ADDRESS_MAX, SHORT_WINDOW_SECONDS, false)
}

function accountBucket(account: string): Bucket {
  return bucket(`account:${account}`, ATTEMPTS_PER_ACCOUNT_MAX, HOUR_SECONDS, false)
}

function knownBrowsersBucket(account: string): Bucket {
  return bucket(`browsers:${account}`, ATTEMPTS_OF_KNOWN_BROWSERS_MAX, HOUR_SECONDS, false)
}

function addressAtAccount(account: string, address: string): string {
  return `account:${account}:${networkOf(address)}`
}

/** Hashed, since people type passwords into the wrong field. */
function accountOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url')
}

/**
 * Lets a password or a code be tried while its buckets have attempts left. An attempt counts before it is made, so
 * that many at once get no more than one after the other; a right one gives it back.
 * @returns whether it was right
 * @throws 429 RATE_LIMITED with Retry-After, without trying
 */
export async function tryPassword(
  { db, clock }: { db: Database; clock: Clock },
  buckets: readonly Bucket[],
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  for (const [place, { name, attemptsMax, windowSeconds }] of buckets.entries()) {
    const counted = await countOne(db.global, name, windowSeconds, clock.sqlNow())
    if (counted.count > attemptsMax) {
      // Nothing was tried, so only the bucket that refuses goes on counting; the later ones were never asked.
      for (const earlier of buckets.slice(0, place)) await countOneLess(db.global, earlier.name)
      throw tooManyAttempts(counted)
    }
  }
  const right = await isRight()
  if (right) await giveBack(db, buckets)
  return right
}

async function giveBack(db: Database, buckets: readonly Bucket[]): Promise<void> {
  for (const { name, isResetBySuccess } of buckets) {
    await (isResetBySuccess ? emptyBucket(db.global, name) : countOneLess(db.global, name))
  }
}

function tooManyAttempts({ resetSeconds }: RateCount): ApiError {
  const seconds = Math.max(1, Math.ceil(resetSeconds))
  return new ApiError('RATE_LIMITED', {
    reason: because('account.too_many_attempts', { seconds }),
    headers: { 'retry-after': String(seconds) },
  })
}
