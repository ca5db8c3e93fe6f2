import { isSignedWith, signatureOf } from '../../../platform/signature.ts'

/** The session cookie of a deployment. */
export interface SessionCookie {
  readonly name: string
  /** Sent only over TLS. */
  readonly isSecure: boolean
  /** Keys of the signature, as text: the first one signs, any of them is accepted. */
  readonly secrets: readonly [string, ...string[]]
}

/** Lifetime of a session after its last renewal: a week, so that a working week needs one sign-in. */
const SESSION_SECONDS = 7 * 24 * 60 * 60

/** Returns when a session renewed now expires, and in how many seconds: never after the instant at which it ends. */
export function sessionExpiry(now: Date, endsAt: string): { expiresAt: string; seconds: number } {
  const left = Math.floor((Date.parse(endsAt) - now.getTime()) / 1000)
  const seconds = Math.max(0, Math.min(SESSION_SECONDS, left))
  return { expiresAt: new Date(now.getTime() + seconds * 1000).toISOString(), seconds }
}

/** Prefix of the names of our cookies. */
export const COOKIE_PREFIX = 'plumbline'

/**
 * Returns the name of one of our cookies. With https it starts with `__Host-`: browsers accept such a cookie only
 * over TLS from this exact host, so no other host of the domain can set one.
 */
export function cookieName(isSecure: boolean, name: string): string {
  return `${isSecure ? '__Host-' : ''}${COOKIE_PREFIX}.${name}`
}

/**
 * Returns a Set-Cookie line for the whole site, because `__Host-` does not allow a narrower path. Zero seconds delete
 * it.
 */
export function cookieLine(
  { isSecure }: Pick<SessionCookie, 'isSecure'>,
  name: string,
  value: string,
  seconds: number,
): string {
  const secure = isSecure ? 'Secure; ' : ''
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; ${secure}SameSite=Lax`
}

/** Returns the session cookie of a deployment with this origin. */
export function sessionCookie(publicUrl: string, secrets: SessionCookie['secrets']): SessionCookie {
  const isSecure = new URL(publicUrl).protocol === 'https:'
  return { name: cookieName(isSecure, 'session_token'), isSecure, secrets }
}

/**
 * Returns the session token in a Cookie header; undefined if there is none or its signature is not ours. Because of
 * the signature, a copy of the database is not enough to take over a session.
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

/** Returns every value that a Cookie header has for a name. */
export function cookieValues(header: string | undefined, name: string): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => unescapeCookie(pair.slice(name.length + 1)))
}

/** Returns a Set-Cookie line that renews a session for a number of seconds. */
export function renewedCookie(cookie: SessionCookie, token: string, seconds: number): string {
  const value = encodeURIComponent(`${token}.${signatureOf(cookie.secrets[0], token).toString('base64')}`)
  return cookieLine(cookie, cookie.name, value, seconds)
}

/** Returns a Set-Cookie line that deletes the session cookie. */
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
