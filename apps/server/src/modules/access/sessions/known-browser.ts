import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { isSignedWith, shortSignatureOf } from '../../../platform/signature.ts'
import { cookieLine, cookieName, cookieValues, type SessionCookie } from './session-cookie.ts'

/** Dependencies of recognizing a browser. */
export interface KnownBrowserParts {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly cookie: SessionCookie
}

/** The browser's cookie: its ID, and a mark for each account that signed in from it. */
interface DeviceCookie {
  readonly browserId: string
  readonly marks: readonly string[]
}

const DAY_SECONDS = 24 * 60 * 60

/** Half a year: a person who signs in once a quarter is still recognized. */
const KNOWN_DAYS = 180

/** More than the number of shifts at one bench; the cookie stays below 500 bytes. */
const MARKS_MAX = 10

const BROWSER_ID_BYTES = 16
const BROWSER_ID = /^[\w-]{22}$/

/** The last day on which the mark is valid, in base 36, and 128 bits of the signature. */
const MARK = /^([0-9a-z]{1,8})-([\w-]{22})$/

/**
 * Returns the ID of a browser that has signed in to an account before. It does not prove who is using it and gives no
 * access: it only means that wrong passwords from this browser are counted separately from those of strangers.
 * @returns undefined for a browser that is not, or no longer, known
 */
export function knownBrowserId(
  parts: KnownBrowserParts,
  cookieHeader: string | undefined,
  email: string,
): string | undefined {
  const device = readDeviceCookie(parts, cookieHeader)
  if (!device) return undefined
  return device.marks.some((mark) => isMarkOf(parts, device.browserId, email, mark))
    ? device.browserId
    : undefined
}

/** Returns a Set-Cookie line that makes the browser recognizable, in addition to the accounts already in its cookie. */
export function knownBrowserCookie(
  parts: KnownBrowserParts,
  cookieHeader: string | undefined,
  email: string,
): string {
  const { browserId, marks } = readDeviceCookie(parts, cookieHeader) ?? newDevice()
  const others = marks.filter((mark) => !isMarkOf(parts, browserId, email, mark))
  const lastDay = (today(parts.clock) + KNOWN_DAYS).toString(36)
  const signature = shortSignatureOf(parts.secrets.derive(PURPOSE), markText(browserId, email, lastDay))
  const own = `${lastDay}-${signature.toString('base64url')}`
  const value = [browserId, own, ...others.slice(0, MARKS_MAX - 1)].join('.')
  return cookieLine(parts.cookie, nameOf(parts), value, KNOWN_DAYS * DAY_SECONDS)
}

function newDevice(): DeviceCookie {
  return { browserId: randomBytes(BROWSER_ID_BYTES).toString('base64url'), marks: [] }
}

function readDeviceCookie(
  parts: KnownBrowserParts,
  cookieHeader: string | undefined,
): DeviceCookie | undefined {
  const [browserId = '', ...marks] = cookieValues(cookieHeader, nameOf(parts))[0]?.split('.') ?? []
  const isReadable = BROWSER_ID.test(browserId) && marks.length <= MARKS_MAX
  return isReadable && marks.every((mark) => MARK.test(mark)) ? { browserId, marks } : undefined
}

function isMarkOf(parts: KnownBrowserParts, browserId: string, email: string, mark: string): boolean {
  const [, lastDay = '', signature = ''] = MARK.exec(mark) ?? []
  if (Number.parseInt(lastDay, 36) < today(parts.clock)) return false
  const given = Buffer.from(signature, 'base64url')
  const text = markText(browserId, email, lastDay)
  return isSignedWith(parts.secrets.deriveEach(PURPOSE), text, given, shortSignatureOf)
}

const PURPOSE = 'known browsers'

function markText(browserId: string, email: string, lastDay: string): string {
  return `${browserId} ${lastDay} ${email.toLowerCase()}`
}

function nameOf({ cookie }: KnownBrowserParts): string {
  return cookieName(cookie.isSecure, 'device')
}

function today(clock: Clock): number {
  return Math.floor(clock.now().getTime() / (DAY_SECONDS * 1000))
}
