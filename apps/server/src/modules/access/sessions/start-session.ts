import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import type { Queries } from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { sessionSeal } from '../sealed-rows.ts'
import { readSessionToken, renewedCookie, sessionExpiry, type SessionCookie } from './session-cookie.ts'
import type { SessionEnds } from './session-ends.ts'
import { deleteOldestSessions, deleteSession } from './ended-session-store.ts'
import { hashOf, insertSession } from './session-store.ts'

/** The person whose session starts, and the browser. */
export interface NewSession {
  readonly personId: string
  readonly address: string
  readonly userAgent: string
  /** The cookies of the browser, including that of an earlier session. */
  readonly cookieHeader: string | undefined
}

/** Dependencies of starting a session. */
export interface SessionParts {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly cookie: SessionCookie
  readonly sessionEnds: SessionEnds
}

const TOKEN_BYTES = 24

/** More than one person's browsers and phones; any others were left open somewhere. */
const SESSIONS_OF_PERSON_MAX = 20

/**
 * Starts a session of an authenticated person. Ends the earlier session of the same browser, and the person's oldest
 * one if there are too many. Returns the Set-Cookie line.
 */
export async function startSession(
  queries: Queries,
  { clock, secrets, cookie, sessionEnds }: SessionParts,
  { personId, address, userAgent, cookieHeader }: NewSession,
): Promise<string> {
  const earlier = readSessionToken(cookie, cookieHeader)
  if (earlier !== undefined) await deleteSession(queries, earlier)
  await deleteOldestSessions(queries, personId, SESSIONS_OF_PERSON_MAX - 1)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = clock.now()
  const endsAt = new Date(now.getTime() + sessionEnds.afterMs).toISOString()
  const { expiresAt, seconds } = sessionExpiry(now, endsAt)
  const times = { createdAt: now.toISOString(), expiresAt, endsAt }
  const session = sessionSeal.seal(secrets, {
    sessionId: newId(),
    tokenHash: hashOf(token),
    personId,
    ...times,
  })
  await insertSession(queries, { ...session, address, userAgent })
  return renewedCookie(cookie, token, seconds)
}
