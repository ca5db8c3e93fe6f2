import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { signInBuckets, tryPassword } from './attempts.ts'
import { beginHalfSignIn } from './half-sign-in.ts'
import { knownBrowserCookie, knownBrowserId } from './known-browser.ts'
import { findSecondFactor } from './second-factor-store.ts'
import { renewedCookie, sessionCookie, type SessionCookie } from './session-cookie.ts'
import { loadLibrary, SecondFactorAwaited, type LibraryParts } from './sign-in-library.ts'

/** What signing in works with. */
export interface SignInParts {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly cookie: SessionCookie
  readonly publicUrl: string
}

/** Who asks to be signed in, and from where. */
export interface SignInRequest {
  readonly email: string
  readonly password: string
  readonly address: string
  readonly userAgent: string
  readonly cookieHeader: string | undefined
}

/** A person who was signed in, with the Set-Cookie lines that say so to the browser. */
export interface SignedIn {
  readonly user: { id: string; email: string; name: string }
  readonly cookies: readonly string[]
}

/** The password was right, and the browser holds what the second step asks for. */
export interface HalfSignedIn {
  readonly secondStepUntil: string
  readonly cookies: readonly string[]
}

/** The session cookie of a deployment; its key comes from the deployment's secret. */
export function cookieOf(publicUrl: string, secrets: Secrets): SessionCookie {
  return sessionCookie(publicUrl, secrets.derive('sign-in').toString('base64url'))
}

/** Whether a person must show a second factor before a session may begin. */
export async function needsSecondFactor({ db }: { db: Database }, personId: string): Promise<boolean> {
  const factor = await findSecondFactor(db.global, personId)
  return factor !== undefined && factor.confirmedAt !== null
}

/**
 * Answers the function that takes e-mail address and password, and signs in whoever needs no second factor.
 * It answers undefined for a wrong address or password, whichever it was.
 * @throws 429 RATE_LIMITED after too many of those
 */
export function passwordSignIn(
  parts: SignInParts,
): (request: SignInRequest) => Promise<SignedIn | HalfSignedIn | undefined> {
  let library: ReturnType<typeof loadLibrary> | undefined
  return async (request) => {
    const { email, address, cookieHeader } = request
    const browserId = knownBrowserId(parts, cookieHeader, email)
    let outcome: SignedIn | SecondFactorAwaited | undefined
    await tryPassword(parts, signInBuckets(email, address, browserId), async () => {
      library ??= loadLibrary(parts.db.global, libraryParts(parts))
      outcome = await askLibrary(parts, await library, request)
      return outcome !== undefined
    })
    return outcome instanceof SecondFactorAwaited ? letWait(parts, outcome.personId) : outcome
  }
}

function libraryParts(parts: SignInParts): LibraryParts {
  const { clock, log, cookie, publicUrl } = parts
  return {
    clock,
    log,
    cookie,
    publicUrl,
    needsSecondFactor: (personId) => needsSecondFactor(parts, personId),
  }
}

async function letWait(parts: SignInParts, personId: string): Promise<HalfSignedIn> {
  const { cookie, expiresAt } = await beginHalfSignIn(parts, personId)
  return { secondStepUntil: expiresAt, cookies: [cookie] }
}

async function askLibrary(
  parts: SignInParts,
  library: Awaited<ReturnType<typeof loadLibrary>>,
  { email, password, address, userAgent, cookieHeader }: SignInRequest,
): Promise<SignedIn | SecondFactorAwaited | undefined> {
  try {
    const { token, user } = await library.api.signInEmail({
      body: { email, password },
      headers: new Headers({ 'x-forwarded-for': address, 'user-agent': userAgent }),
    })
    // The library's own cookie cannot be given the prefix `__Host-`.
    const session = renewedCookie(parts.cookie, token)
    const cookies = [session, knownBrowserCookie(parts, cookieHeader, user.email)]
    return { user: { id: user.id, email: user.email, name: user.name }, cookies }
  } catch (error) {
    if (error instanceof SecondFactorAwaited) return error
    if (isRefusal(error)) return undefined
    throw error
  }
}

/** The library refuses with an HTTP status of its own; anything else is a failure. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
}
