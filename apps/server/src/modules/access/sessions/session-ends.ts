import type { Config } from '../../../platform/config.ts'

/** Maximum lifetime of sessions regardless of use, in milliseconds. */
export interface SessionEnds {
  readonly afterMs: number
  /** For sessions with access to a workspace that requires electronic signatures. */
  readonly whereSignedAfterMs: number
}

const HOUR_MS = 60 * 60 * 1000

/** Returns the maximum lifetimes according to the settings. */
export function sessionEnds(config: Pick<Config, 'SESSION_DAYS' | 'SIGNING_SESSION_HOURS'>): SessionEnds {
  return {
    afterMs: config.SESSION_DAYS * 24 * HOUR_MS,
    whereSignedAfterMs: config.SIGNING_SESSION_HOURS * HOUR_MS,
  }
}
