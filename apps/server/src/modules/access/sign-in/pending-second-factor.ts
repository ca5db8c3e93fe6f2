import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import type { PendingSecondFactorRow, SealParts } from '../sealed-rows.ts'
import { findPendingSecondFactor, insertPendingSecondFactor } from './two-factor/second-factor-store.ts'
import { cookieLine, cookieName, cookieValues, type SessionCookie } from '../sessions/session-cookie.ts'

/** Dependencies of sign-ins that await the second step. */
export interface PendingSignInParts extends SealParts {
  readonly db: Database
  readonly clock: Clock
  readonly cookie: SessionCookie
}

/** How long the second step may take: enough to find the phone. */
const PATIENCE_SECONDS = 10 * 60

const TOKEN_BYTES = 32

/**
 * Starts the wait for the second factor: the browser's cookie is not a session and gives no access.
 * @returns the Set-Cookie line, and the time limit of the second step
 */
export async function beginPendingSignIn(
  { db, clock, secrets, cookie }: PendingSignInParts,
  personId: string,
): Promise<{ cookie: string; expiresAt: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(clock.now().getTime() + PATIENCE_SECONDS * 1000).toISOString()
  await insertPendingSecondFactor(db.global, secrets, { tokenHash: hashOf(token), personId, expiresAt })
  return { cookie: line(cookie, token, PATIENCE_SECONDS), expiresAt }
}

/** Returns the pending sign-in of the browser; undefined if there is none, it has expired, or somebody has forged it. */
export async function findPendingSignIn(
  parts: PendingSignInParts,
  cookieHeader: string | undefined,
): Promise<PendingSecondFactorRow | undefined> {
  const { db, clock, cookie } = parts
  const [token] = cookieValues(cookieHeader, nameOf(cookie))
  if (token === undefined) return undefined
  return findPendingSecondFactor(db.global, parts, hashOf(token), clock.sqlNow())
}

/** Returns a Set-Cookie line that deletes a pending sign-in. */
export function endedPendingSignInCookie(cookie: SessionCookie): string {
  return line(cookie, '', 0)
}

function nameOf({ isSecure }: SessionCookie): string {
  return cookieName(isSecure, 'second_step')
}

function line(cookie: SessionCookie, value: string, seconds: number): string {
  return cookieLine(cookie, nameOf(cookie), value, seconds)
}

/** Hashed: anyone who reads the table must not be able to take the second step. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
