import { isSignedWith, signatureOf } from '../../../platform/signature.ts'

/** The session cookie of a deployment. */
export interface SessionCookie {
  readonly name: string
  /** Sent over TLS alone. */
  readonly isSecure: boolean
  /** Keys of the signature, as text: the first one signs, each is taken. */
  readonly secrets: readonly [string, ...string[]]
}

/** How long a session lives after it was last renewed: a week, so that a working week needs one sign-in. */
const SESSION_SECONDS = 7 * 24 * 60 * 60

/** Until when a session lives that is renewed now, and for how many seconds: never beyond the instant at which it ends. */
export function sessionExpiry(now: Date, endsAt: string): { expiresAt: string; seconds: number } {
  const left = Math.floor((Date.parse(endsAt) - now.getTime()) / 1000)
  const seconds = Math.max(0, Math.min(SESSION_SECONDS, left))
  return { expiresAt: new Date(now.getTime() + seconds * 1000).toISOString(), seconds }
}

/** What the names of our cookies begin with. */
export const COOKIE_PREFIX = 'plumbline'

/**
 * The name of one of our cookies. Behind https it begins with `__Host-`: browsers take such a cookie only over
 * TLS from this very host, so that no other name of the domain can plant one.
 */
export function cookieName(isSecure: boolean, name: string): string {
  return `${isSecure ? '__Host-' : ''}${COOKIE_PREFIX}.${name}`
}

/** A Set-Cookie line for the whole site, since `__Host-` admits no narrower path. No seconds make it forgotten. */
export function cookieLine(
  { isSecure }: Pick<SessionCookie, 'isSecure'>,
  name: string,
  value: string,
  seconds: number,
): string {
  const secure = isSecure ? 'Secure; ' : ''
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; ${secure}SameSite=Lax`
}

/** The cookie of a deployment that is reached under an origin. */
export function sessionCookie(publicUrl: string, secrets: SessionCookie['secrets']): SessionCookie {
  const isSecure = new URL(publicUrl).protocol === 'https:'
  return { name: cookieName(isSecure, 'session_token'), isSecure, secrets }
}

/**
 * The token of the session that a Cookie header names; undefined when none is there or its signature is
 * not ours. The signature keeps a copy of the database from being enough to take over a session.
 */
export function readSessionToken(cookie: SessionCookie, header: string | undefined): string | undefined {
  for (const value of cookieValues(header, cookie.name)) {
    const dot = value.lastIndexOf('.')
    const token = value.slice(0, Math.max(dot, 0))
    const signature = Buffer.from(value.slice(dot + 1), 'base64')
    if (token !== '' && isSignedWith(cookie.secrets, token, signature)) return token
  }
  return undefined
}

/** Every value that a Cookie header gives a name. */
export function cookieValues(header: string | undefined, name: string): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => unescapeCookie(pair.slice(name.length + 1)))
}

/** A Set-Cookie line that renews a session for so many seconds. */
export function renewedCookie(cookie: SessionCookie, token: string, seconds: number): string {
  const value = encodeURIComponent(`${token}.${signatureOf(cookie.secrets[0], token).toString('base64')}`)
  return cookieLine(cookie, cookie.name, value, seconds)
}

/** A Set-Cookie line that makes the browser forget the session. */
export function endedCookie(cookie: SessionCookie): string {
  return cookieLine(cookie, cookie.name, '', 0)
}

function unescapeCookie(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
