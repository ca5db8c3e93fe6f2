/** The result of one check. */
export interface Finding {
  /** What was checked. */
  readonly check: string
  /** `error` must be fixed; a `warning` is for the operator to judge. */
  readonly state: 'ok' | 'warning' | 'error'
  readonly says: string
  /** What to do about it. */
  readonly fix?: string
}

/** Nothing to fix. */
export function fine(check: string, says: string): Finding {
  return { check, state: 'ok', says }
}

/** For the operator to judge. */
export function warning(check: string, says: string, fix: string): Finding {
  return { check, state: 'warning', says, fix }
}

/** Something that must be fixed. */
export function problem(check: string, says: string, fix: string): Finding {
  return { check, state: 'error', says, fix }
}
