import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { signInBuckets, tryPassword } from './attempts.ts'
import { sessionCookie, type SessionCookie } from './session-cookie.ts'
import { loadLibrary, type LibraryParts } from './sign-in-library.ts'

/** What signing in works with. */
export interface SignInParts {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly cookie: SessionCookie
  readonly publicUrl: string
}

/** Who asks to be signed in, and from where. */
export interface SignInRequest {
  readonly email: string
  readonly password: string
  readonly address: string
  readonly userAgent: string
}

/** A person who was signed in, with the Set-Cookie lines that say so to the browser. */
export interface SignedIn {
  readonly user: { id: string; email: string; name: string }
  readonly cookies: readonly string[]
}

/** The session cookie of a deployment; its key comes from the deployment's secret. */
export function cookieOf(publicUrl: string, secrets: Secrets): SessionCookie {
  return sessionCookie(publicUrl, secrets.derive('sign-in').toString('base64url'))
}

/**
 * Answers the function that signs people in by e-mail address and password.
 * It answers undefined for a wrong address or password, whichever it was.
 * @throws 429 RATE_LIMITED after too many of those
 */
export function passwordSignIn(
  parts: SignInParts,
): (request: SignInRequest) => Promise<SignedIn | undefined> {
  let library: ReturnType<typeof loadLibrary> | undefined
  return async (request) => {
    let signedIn: SignedIn | undefined
    await tryPassword(parts, signInBuckets(request.email, request.address), async () => {
      library ??= loadLibrary(parts.db.global, libraryParts(parts))
      signedIn = await askLibrary(await library, request)
      return signedIn !== undefined
    })
    return signedIn
  }
}

function libraryParts({ clock, log, cookie, publicUrl }: SignInParts): LibraryParts {
  return { clock, log, cookie, publicUrl }
}

async function askLibrary(
  library: Awaited<ReturnType<typeof loadLibrary>>,
  { email, password, address, userAgent }: SignInRequest,
): Promise<SignedIn | undefined> {
  try {
    const { headers, response } = await library.api.signInEmail({
      body: { email, password },
      headers: new Headers({ 'x-forwarded-for': address, 'user-agent': userAgent }),
      returnHeaders: true,
    })
    const { id, name } = response.user
    return { user: { id, email: response.user.email, name }, cookies: headers.getSetCookie() }
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

/** The library refuses with an HTTP status of its own; anything else is a failure. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
}
