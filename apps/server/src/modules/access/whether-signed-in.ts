import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { readSessionToken, type SessionCookie } from './session-cookie.ts'
import { findSession } from './session-store.ts'

/** Answers whether a Cookie header names a session that lives; the database is asked only where one is named. */
export function whetherSignedIn(parts: {
  db: Database
  clock: Clock
  cookie: SessionCookie
}): (cookieHeader: string | undefined) => Promise<boolean> {
  return async (cookieHeader) => {
    const token = readSessionToken(parts.cookie, cookieHeader)
    if (token === undefined) return false
    return (await findSession(parts.db.global, token, parts.clock.sqlNow())) !== undefined
  }
}
