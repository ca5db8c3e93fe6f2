import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { rowMac } from '../../../platform/row-seal.ts'
import { isGenuine, type SealedRow, type SealParts } from '../sealed-rows.ts'
import {
  selectPendingSecondFactor,
  insertPendingSecondFactor,
  type PendingSecondFactor,
} from './two-factor/second-factor-store.ts'
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

/** A sign-in whose first step has succeeded and whose second is pending. */
export interface PendingSignIn {
  readonly personId: string
  readonly tokenHash: Buffer
}

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
  const pending = { tokenHash: hashOf(token), personId, expiresAt }
  const mac = rowMac(secrets, 'pending_second_factors', membersOf(pending))
  await insertPendingSecondFactor(db.global, { ...pending, mac })
  return { cookie: line(cookie, token, PATIENCE_SECONDS), expiresAt }
}

/** Returns the pending sign-in of the browser; undefined if there is none, it has expired, or somebody has forged it. */
export async function findPendingSignIn(
  parts: PendingSignInParts,
  cookieHeader: string | undefined,
): Promise<PendingSignIn | undefined> {
  const { db, clock, cookie } = parts
  const [token] = cookieValues(cookieHeader, nameOf(cookie))
  if (token === undefined) return undefined
  const tokenHash = hashOf(token)
  const found = await selectPendingSecondFactor(db.global, tokenHash, clock.sqlNow())
  return found && isGenuine(parts, sealedPending(found)) ? found : undefined
}

/** Returns the row of a pending sign-in, for telling whether it is genuine. Its hash gives no access. */
export function sealedPending(pending: PendingSecondFactor): SealedRow {
  const { tokenHash, mac } = pending
  const rowId = tokenHash.toString('hex')
  return { table: 'pending_second_factors', rowId, members: membersOf(pending), mac }
}

const membersOf = ({ tokenHash, personId, expiresAt }: Omit<PendingSecondFactor, 'mac'>) => [
  tokenHash,
  personId,
  expiresAt,
]

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
