import type { Clock } from '../../../../platform/clock.ts'
import type { Secrets } from '../../../../platform/secrets.ts'
import type { OidcChecks } from './oidc-provider.ts'
import { cookieLine, cookieName, cookieValues, type SessionCookie } from '../../sessions/session-cookie.ts'

/** An authorization request, which the browser stores while the person is at the provider. */
export interface OidcRequest extends OidcChecks {
  /** Where to continue afterwards. */
  readonly next: string
}

/** Dependencies of storing authorization requests. */
export interface OidcCookieParts {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly cookie: SessionCookie
}

/** How long a person may take at the provider. */
const REQUEST_SECONDS = 10 * 60

// The name under which earlier releases sealed it: a sign-in in progress survives an upgrade.
const PURPOSE = 'oidc errand'

/**
 * Returns a Set-Cookie line with a sealed authorization request, which ties the provider's response to the browser that
 * sent the request, in whichever process it arrives.
 */
export function requestCookie({ clock, secrets, cookie }: OidcCookieParts, request: OidcRequest): string {
  const stored = { ...request, expiresAt: clock.now().getTime() + REQUEST_SECONDS * 1000 }
  const sealed = secrets.seal(PURPOSE, Buffer.from(JSON.stringify(stored)))
  return line(cookie, sealed.toString('base64url'), REQUEST_SECONDS)
}

/** Returns the authorization request in the browser's cookie; undefined if there is no valid one or it has expired. */
export function readRequest(
  { clock, secrets, cookie }: OidcCookieParts,
  cookieHeader: string | undefined,
): OidcRequest | undefined {
  const [value] = cookieValues(cookieHeader, nameOf(cookie))
  if (value === undefined || value === '') return undefined
  let opened: OidcRequest & { expiresAt: number }
  try {
    opened = JSON.parse(secrets.open(PURPOSE, Buffer.from(value, 'base64url')).toString()) as typeof opened
  } catch {
    return undefined
  }
  return opened.expiresAt > clock.now().getTime() ? opened : undefined
}

/** Returns a Set-Cookie line that deletes the request, so that a response is accepted only once. */
export function endedRequestCookie(cookie: SessionCookie): string {
  return line(cookie, '', 0)
}

function nameOf({ isSecure }: SessionCookie): string {
  return cookieName(isSecure, 'oidc')
}

function line(cookie: SessionCookie, value: string, seconds: number): string {
  return cookieLine(cookie, nameOf(cookie), value, seconds)
}
