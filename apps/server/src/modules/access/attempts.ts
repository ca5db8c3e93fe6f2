import { createHash } from 'node:crypto'
import { because } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import type { RateCount } from './rate-limit.ts'
import { countOne, countOneLess, emptyBucket, LONGEST_WINDOW_SECONDS } from './rate-store.ts'

/** Whose failed attempts are counted together, and how many of them a window admits. */
interface Bucket {
  readonly name: string
  readonly attemptsMax: number
}

/** What a guesser at one account gets: with passwords of ten characters, nothing worth having. */
const ATTEMPTS_PER_ACCOUNT_MAX = 10

/** More, since a whole plant can stand behind one address and be mistaken on a Monday morning. */
const ATTEMPTS_PER_ADDRESS_MAX = 50

const ATTEMPT_WINDOW_SECONDS = LONGEST_WINDOW_SECONDS

/** Attempts to sign in: counted for the e-mail address that was named and for where they come from. */
export function signInBuckets(email: string, address: string): Bucket[] {
  return [{ name: accountBucket(email), attemptsMax: ATTEMPTS_PER_ACCOUNT_MAX }, addressBucket(address)]
}

function addressBucket(address: string): Bucket {
  return { name: `attempt:address:${address}`, attemptsMax: ATTEMPTS_PER_ADDRESS_MAX }
}

/**
 * Attempts of a signed-in person to enter the password again. Counted apart from sign-in, so that a
 * stranger who guesses at the account cannot keep its owner from signing records.
 */
export function signatureBuckets(personId: string): Bucket[] {
  return [{ name: `attempt:signature:${personId}`, attemptsMax: ATTEMPTS_PER_ACCOUNT_MAX }]
}

/** Codes of the second factor: tried by whoever has the password already, so counted for the person. */
export function secondFactorBuckets(personId: string, address?: string): Bucket[] {
  const own = { name: `attempt:second-factor:${personId}`, attemptsMax: ATTEMPTS_PER_ACCOUNT_MAX }
  return address === undefined ? [own] : [own, addressBucket(address)]
}

/** Attempts to use a link that works once, such as one that resets a password. */
export function linkBuckets(address: string): Bucket[] {
  return [{ name: `attempt:link:${address}`, attemptsMax: ATTEMPTS_PER_ADDRESS_MAX }]
}

/** Forgets the failed attempts at an account whose owner has shown who they are in another way. */
export async function forgiveAccount({ db }: { db: Database }, email: string): Promise<void> {
  await emptyBucket(db.global, accountBucket(email))
}

/** Hashed, since people type passwords into the wrong field. */
function accountBucket(email: string): string {
  return `attempt:account:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`
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
  const counts = await Promise.all(
    buckets.map(({ name }) => countOne(db.global, name, ATTEMPT_WINDOW_SECONDS, clock.sqlNow())),
  )
  const spent = counts.filter((counted, place) => counted.count > buckets[place]!.attemptsMax)
  if (spent.length > 0) throw tooManyAttempts(spent)
  const right = await isRight()
  if (right) await giveBack(db, buckets)
  return right
}

/** The account's own failures are forgiven with the right password, those of others at the address are not. */
async function giveBack(db: Database, [own, ...shared]: readonly Bucket[]): Promise<void> {
  if (own) await emptyBucket(db.global, own.name)
  for (const { name } of shared) await countOneLess(db.global, name)
}

function tooManyAttempts(spent: readonly RateCount[]): ApiError {
  const seconds = Math.max(1, ...spent.map(({ resetSeconds }) => Math.ceil(resetSeconds)))
  return new ApiError('RATE_LIMITED', {
    reason: because('account.too_many_attempts', { seconds }),
    headers: { 'retry-after': String(seconds) },
  })
}
