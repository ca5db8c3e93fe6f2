import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import type { Queries } from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import { renewedCookie, SESSION_SECONDS, type SessionCookie } from './session-cookie.ts'
import { insertSession } from './session-store.ts'

/** Whose session begins, and on which browser. */
export interface NewSession {
  readonly personId: string
  readonly address: string
  readonly userAgent: string
}

const TOKEN_BYTES = 24

/** Begins a session of a person who has shown who they are; returns the Set-Cookie line. */
export async function startSession(
  queries: Queries,
  { clock, cookie }: { clock: Clock; cookie: SessionCookie },
  { personId, address, userAgent }: NewSession,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = clock.now()
  await insertSession(queries, {
    sessionId: newId(),
    token,
    personId,
    address,
    userAgent,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000).toISOString(),
  })
  return renewedCookie(cookie, token)
}
