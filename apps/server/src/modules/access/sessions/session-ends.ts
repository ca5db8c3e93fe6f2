import type { Config } from '../../../platform/config.ts'

/** How long sessions live however often they are used, in milliseconds. */
export interface SessionEnds {
  readonly afterMs: number
  /** Of sessions that reach a workspace which requires electronic signatures. */
  readonly whereSignedAfterMs: number
}

const HOUR_MS = 60 * 60 * 1000

/** What the settings say of the ends of sessions. */
export function sessionEnds(config: Pick<Config, 'SESSION_DAYS' | 'SIGNING_SESSION_HOURS'>): SessionEnds {
  return {
    afterMs: config.SESSION_DAYS * 24 * HOUR_MS,
    whereSignedAfterMs: config.SIGNING_SESSION_HOURS * HOUR_MS,
  }
}
