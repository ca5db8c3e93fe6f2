import type { Clock } from '../../../../platform/clock.ts'
import type { Secrets } from '../../../../platform/secrets.ts'
import type { OidcChecks } from './oidc-provider.ts'
import { cookieLine, cookieName, cookieValues, type SessionCookie } from '../../sessions/session-cookie.ts'

/** What the browser stores while the person is at the provider. */
export interface OidcErrand extends OidcChecks {
  /** Where to continue afterwards. */
  readonly next: string
}

/** Dependencies of storing an errand. */
export interface OidcCookieParts {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly cookie: SessionCookie
}

/** How long a person may take at the provider. */
const ERRAND_SECONDS = 10 * 60

const PURPOSE = 'oidc errand'

/**
 * Returns a Set-Cookie line with a sealed errand, which ties the provider's response to the browser that asked, in
 * whichever process it arrives.
 */
export function errandCookie({ clock, secrets, cookie }: OidcCookieParts, errand: OidcErrand): string {
  const kept = { ...errand, expiresAt: clock.now().getTime() + ERRAND_SECONDS * 1000 }
  const sealed = secrets.seal(PURPOSE, Buffer.from(JSON.stringify(kept)))
  return line(cookie, sealed.toString('base64url'), ERRAND_SECONDS)
}

/** Returns the errand in the browser's cookie; undefined if there is no valid one or it has expired. */
export function readErrand(
  { clock, secrets, cookie }: OidcCookieParts,
  cookieHeader: string | undefined,
): OidcErrand | undefined {
  const [value] = cookieValues(cookieHeader, nameOf(cookie))
  if (value === undefined || value === '') return undefined
  let opened: OidcErrand & { expiresAt: number }
  try {
    opened = JSON.parse(secrets.open(PURPOSE, Buffer.from(value, 'base64url')).toString()) as typeof opened
  } catch {
    return undefined
  }
  return opened.expiresAt > clock.now().getTime() ? opened : undefined
}

/** Returns a Set-Cookie line that deletes the errand, so that a response is accepted only once. */
export function endedErrandCookie(cookie: SessionCookie): string {
  return line(cookie, '', 0)
}

function nameOf({ isSecure }: SessionCookie): string {
  return cookieName(isSecure, 'oidc')
}

function line(cookie: SessionCookie, value: string, seconds: number): string {
  return cookieLine(cookie, nameOf(cookie), value, seconds)
}
