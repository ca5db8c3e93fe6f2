import { because } from '@plumbline/contract'
import type { Database } from '../../../platform/db/index.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { enterPersonalChange } from '../enter-personal-change.ts'
import { signInBuckets, tryPassword } from '../passwords/attempts.ts'
import {
  decoyHash,
  hashPassword,
  isWeakerHash,
  passwordMatches,
  type PasswordCost,
} from '../passwords/password.ts'
import { isEmailAddress } from '../people/email-address.ts'
import {
  belongsSomewhere,
  findCredentials,
  hasTemporaryPassword,
  replacePasswordHash,
  type Person,
} from '../people-store.ts'
import { knownBrowserCookie, knownBrowserId } from '../sessions/known-browser.ts'
import { sessionCookie, type SessionCookie } from '../sessions/session-cookie.ts'
import { startSession, type SessionParts } from '../sessions/start-session.ts'
import { noteFailure } from './note-failure.ts'
import { beginPendingSignIn } from './pending-second-factor.ts'
import { findSecondFactor } from './two-factor/second-factor-store.ts'

/** Dependencies of signing in. */
export interface SignInParts extends SessionParts {
  readonly db: Database
  readonly log: Log
  readonly secrets: Secrets
  readonly publicUrl: string
  /** The cost to which weaker password hashes are upgraded; defaults to that of new hashes. */
  readonly passwordCost?: PasswordCost | undefined
}

/** Who wants to sign in, and from where. */
export interface SignInRequest {
  readonly email: string
  readonly password: string
  readonly address: string
  readonly userAgent: string
  readonly cookieHeader: string | undefined
}

/** A signed-in person, with the Set-Cookie lines for the browser. */
export interface SignedIn {
  readonly user: { id: string; email: string; name: string }
  readonly cookies: readonly string[]
  /** Somebody else has seen the password, so the person must choose a new one. */
  readonly mustChangePassword: boolean
}

/** The password was correct, and the browser has the cookie for the second step. */
export interface SecondFactorRequired {
  readonly secondStepUntil: string
  readonly cookies: readonly string[]
}

/** Returns the session cookie of a deployment; its keys are derived from the deployment's secrets. */
export function cookieOf(publicUrl: string, secrets: Secrets): SessionCookie {
  const [first, ...others] = secrets.deriveEach('sign-in').map((key) => key.toString('base64url'))
  return sessionCookie(publicUrl, [first!, ...others])
}

/** Whether a person must show a second factor before a session may begin. */
export async function needsSecondFactor({ db }: { db: Database }, personId: string): Promise<boolean> {
  const factor = await findSecondFactor(db.global, personId)
  return factor !== undefined && factor.confirmedAt !== null
}

/**
 * Signs in by email address and password. Starts a session, or the wait for the second factor if the person has one.
 * Returns undefined if the address or password is wrong, without saying which.
 * @throws 429 RATE_LIMITED after too many failures; 403 FORBIDDEN for a person who no longer belongs to any workspace
 */
export async function signInByPassword(
  parts: SignInParts,
  request: SignInRequest,
): Promise<SignedIn | SecondFactorRequired | undefined> {
  const { email, password, address, cookieHeader } = request
  const browserId = knownBrowserId(parts, cookieHeader, email)
  let person: Person | undefined
  await tryPassword(parts, signInBuckets(email, address, browserId), async () => {
    person = await personOfPassword(parts, email, password)
    return person !== undefined
  })
  if (person === undefined) {
    await noteFailure(parts, { email, step: 'password', address })
    return undefined
  }
  if (!(await belongsSomewhere(parts.db.global, person, parts.clock.sqlNow()))) throw belongsNowhere()
  if (await needsSecondFactor(parts, person.personId)) return awaitSecondFactor(parts, person.personId)
  return beginSession(parts, person, request)
}

function belongsNowhere(): ApiError {
  return new ApiError('FORBIDDEN', { reason: because('account.belongs_nowhere') })
}

/** Hashes the password for unknown people too, so that the time of a refusal does not reveal who has an account. */
async function personOfPassword(
  parts: SignInParts,
  email: string,
  password: string,
): Promise<Person | undefined> {
  const { db, passwordCost } = parts
  const found = isEmailAddress(email) ? await findCredentials(db.global, email) : undefined
  const isRight = await passwordMatches(password, found?.passwordHash ?? decoyHash(passwordCost))
  if (!isRight || !found?.passwordHash) return undefined
  await strengthenHash(parts, found.person, password, found.passwordHash)
  return found.person
}

/** Only at sign-in is the password available to make a stronger hash. */
async function strengthenHash(
  { db, clock, passwordCost }: SignInParts,
  person: Person,
  password: string,
  stored: string,
): Promise<void> {
  if (!isWeakerHash(stored, passwordCost)) return
  const stronger = await hashPassword(password, passwordCost)
  await enterPersonalChange({ db, clock }, person, 'user.password_rehashed', (queries, at) =>
    replacePasswordHash(queries, person.personId, { stored, stronger }, at),
  )
}

async function awaitSecondFactor(parts: SignInParts, personId: string): Promise<SecondFactorRequired> {
  const { cookie, expiresAt } = await beginPendingSignIn(parts, personId)
  return { secondStepUntil: expiresAt, cookies: [cookie] }
}

async function beginSession(
  parts: SignInParts,
  { personId: id, email, name }: Person,
  { address, userAgent, cookieHeader }: SignInRequest,
): Promise<SignedIn> {
  const browser = { address, userAgent, cookieHeader }
  const session = await startSession(parts.db.global, parts, { personId: id, ...browser })
  const known = knownBrowserCookie(parts, cookieHeader, email)
  const mustChangePassword = await hasTemporaryPassword(parts.db.global, id)
  return { user: { id, email, name }, cookies: [session, known], mustChangePassword }
}
