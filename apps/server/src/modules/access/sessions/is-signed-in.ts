import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { readSessionToken, type SessionCookie } from './session-cookie.ts'
import type { SealParts } from '../sealed-rows.ts'
import { findSession } from './session-store.ts'

/** Returns a function that resolves with whether a Cookie header names a valid session. It queries the database only if one is named. */
export function createIsSignedIn(
  parts: SealParts & { db: Database; clock: Clock; cookie: SessionCookie },
): (cookieHeader: string | undefined) => Promise<boolean> {
  return async (cookieHeader) => {
    const token = readSessionToken(parts.cookie, cookieHeader)
    if (token === undefined) return false
    return (await findSession(parts.db.global, parts, token, parts.clock.sqlNow())) !== undefined
  }
}
