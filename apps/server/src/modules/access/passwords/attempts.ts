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
  takeTurn,
} from '../../../platform/rate-limit/index.ts'

/** Which failed attempts are counted together, and how many of them a window allows. */
interface Bucket {
  readonly name: string
  readonly attemptsMax: number
  readonly windowSeconds: number
  /** Seconds between further attempts once the window is used up; undefined: no further attempts. */
  readonly spacingSeconds: number | undefined
  /** Whether a correct password resets the count of failures; otherwise it only undoes its own count. */
  readonly isResetBySuccess: boolean
}

/** Enough for a person who mistypes, and useless to a guesser. */
const ATTEMPTS_OF_ONE_MAX = 10

/** A whole plant may share an address and mistype on a Monday morning. */
const ATTEMPTS_PER_ADDRESS_MAX = 100

/** Links contain 256 random bits; the limit prevents a script from filling the log. */
const LINKS_PER_ADDRESS_MAX = 50

/**
 * Guesses per hour at one account, from all addresses together and from the browsers that signed in to it before.
 * Windows are fixed, so any 60 minutes overlap at most two of each: together with the attempts allowed beyond them,
 * twelve an hour of each, never more than 100 guesses.
 */
const ATTEMPTS_PER_ACCOUNT_MAX = 25
const ATTEMPTS_OF_KNOWN_BROWSERS_MAX = 12
const ACCOUNT_SPACING_SECONDS = 5 * 60

/** A person waits a minute, not a quarter of an hour; all guesses at an account are limited above. */
const OWN_SPACING_SECONDS = 60

/** The wrong passwords of a whole plant do not endanger any account; the wait slows a script down. */
const ADDRESS_SPACING_SECONDS = 5

/** How long an attempt waits for its turn instead of being refused: well within the deadline of a request. */
const PATIENCE_SECONDS = 5

const SHORT_WINDOW_SECONDS = 15 * 60

const HOUR_SECONDS = LONGEST_WINDOW_SECONDS

/**
 * Attempts to sign in. A browser that has signed in to the account before is counted separately, so that strangers
 * who guess at the account, or who share the address, cannot lock its owner out. Accounts that do not exist are
 * counted the same way, so the responses do not reveal which exist.
 * @param browserId the browser, if it has signed in to this account before
 */
export function signInBuckets(email: string, address: string, browserId: string | undefined): Bucket[] {
  const account = accountOf(email)
  if (browserId !== undefined) {
    return [ownBucket(`browser:${account}:${browserId}`), knownBrowsersBucket(account)]
  }
  // Attempts refused by their own limit must not use up limits shared with others.
  return [ownBucket(addressAtAccount(account, address)), addressBucket(address), accountBucket(account)]
}

/**
 * Attempts of a signed-in person to re-enter the password. Counted separately from sign-in, so that a stranger who
 * guesses at the account cannot prevent its owner from signing records.
 */
export function signatureBuckets(personId: string): Bucket[] {
  return [ownBucket(`signature:${personId}`)]
}

/** Where a code of the second factor is entered. */
export type CodeOrigin =
  | { readonly sessionId: string }
  /** A browser that has signed in to the account before. */
  | { readonly browserId: string }
  | { readonly address: string }

/**
 * Codes of the second factor. Only someone who already has the password can enter one, so they are counted per
 * person. A stranger who has the password cannot prevent a known browser or a session from entering codes.
 */
export function secondFactorBuckets(personId: string, origin: CodeOrigin): Bucket[] {
  const name = `second-factor:${personId}`
  if ('sessionId' in origin) return [ownBucket(`${name}:session:${origin.sessionId}`)]
  if ('browserId' in origin) return [ownBucket(`${name}:browser:${origin.browserId}`)]
  return [ownBucket(name), addressBucket(origin.address)]
}

/** Attempts to use a one-time link, for example to reset a password. */
export function linkBuckets(address: string): Bucket[] {
  return [bucket(`link:${networkOf(address)}`, LINKS_PER_ADDRESS_MAX, SHORT_WINDOW_SECONDS, undefined, true)]
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

function bucket(
  name: string,
  attemptsMax: number,
  windowSeconds: number,
  spacingSeconds: number | undefined,
  isResetBySuccess: boolean,
): Bucket {
  return { name: `attempt:${name}`, attemptsMax, windowSeconds, spacingSeconds, isResetBySuccess }
}

function ownBucket(name: string): Bucket {
  return bucket(name, ATTEMPTS_OF_ONE_MAX, SHORT_WINDOW_SECONDS, OWN_SPACING_SECONDS, true)
}

function addressBucket(address: string): Bucket {
  const name = `address:${networkOf(address)}`
  return bucket(name, ATTEMPTS_PER_ADDRESS_MAX, SHORT_WINDOW_SECONDS, ADDRESS_SPACING_SECONDS, false)
}

function accountBucket(account: string): Bucket {
  const name = `account:${account}`
  return bucket(name, ATTEMPTS_PER_ACCOUNT_MAX, HOUR_SECONDS, ACCOUNT_SPACING_SECONDS, false)
}

function knownBrowsersBucket(account: string): Bucket {
  const name = `browsers:${account}`
  return bucket(name, ATTEMPTS_OF_KNOWN_BROWSERS_MAX, HOUR_SECONDS, ACCOUNT_SPACING_SECONDS, false)
}

function addressAtAccount(account: string, address: string): string {
  return `account:${account}:${networkOf(address)}`
}

/** Hashed, because people sometimes type passwords into the wrong field. */
function accountOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url')
}

/**
 * Tries a password or code if its buckets have attempts left; beyond that, attempts are spaced, and this waits a few
 * seconds for its turn. An attempt is counted before it is made, so that concurrent attempts gain nothing over
 * sequential ones; a correct one is subtracted again.
 * @returns whether it was correct
 * @throws 429 RATE_LIMITED with Retry-After, without trying, if its turn comes later
 */
export async function tryPassword(
  { db, clock }: { db: Database; clock: Clock },
  buckets: readonly Bucket[],
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  let patienceSeconds = PATIENCE_SECONDS
  for (const [index, each] of buckets.entries()) {
    const { isAdmitted, seconds } = await admit({ db, clock }, each, patienceSeconds)
    if (!isAdmitted) {
      // Nothing was tried, so only the bucket that refused keeps its count; later buckets were not consulted.
      for (const earlier of buckets.slice(0, index)) await countOneLess(db.global, earlier.name)
      throw tooManyAttempts(seconds)
    }
    if (seconds > 0) await clock.wait(seconds * 1000)
    patienceSeconds -= seconds
  }
  const right = await isRight()
  if (right) await giveBack(db, buckets)
  return right
}

/** Counts an attempt in a bucket; returns the number of seconds until it may be made, or retried. */
async function admit(
  { db, clock }: { db: Database; clock: Clock },
  { name, attemptsMax, windowSeconds, spacingSeconds }: Bucket,
  patienceSeconds: number,
): Promise<{ isAdmitted: boolean; seconds: number }> {
  const { count, resetSeconds } = await countOne(db.global, name, windowSeconds, clock.sqlNow())
  if (count <= attemptsMax) return { isAdmitted: true, seconds: 0 }
  if (spacingSeconds === undefined) return { isAdmitted: false, seconds: resetSeconds }
  const turns = { spacingSeconds, patienceSeconds }
  const { isTaken, seconds } = await takeTurn(db.global, `${name}:turn`, turns, clock.sqlNow())
  // The window may end before its turn.
  return { isAdmitted: isTaken, seconds: isTaken ? seconds : Math.min(seconds, resetSeconds) }
}

async function giveBack(db: Database, buckets: readonly Bucket[]): Promise<void> {
  for (const { name, isResetBySuccess } of buckets) {
    await (isResetBySuccess ? emptyBucket(db.global, name) : countOneLess(db.global, name))
  }
}

function tooManyAttempts(untilNext: number): ApiError {
  const seconds = Math.max(1, Math.ceil(untilNext))
  return new ApiError('RATE_LIMITED', {
    reason: because('account.too_many_attempts', { seconds }),
    headers: { 'retry-after': String(seconds) },
  })
}
