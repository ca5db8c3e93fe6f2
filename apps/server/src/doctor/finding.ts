/** What one look found. */
export interface Finding {
  /** What was looked at. */
  readonly check: string
  /** `trouble` must be mended; a `warning` is for the operator to judge. */
  readonly state: 'ok' | 'warning' | 'trouble'
  readonly says: string
  /** What to do about it. */
  readonly mend?: string
}

/** Nothing to mend. */
export function fine(check: string, says: string): Finding {
  return { check, state: 'ok', says }
}

/** For the operator to judge. */
export function warning(check: string, says: string, mend: string): Finding {
  return { check, state: 'warning', says, mend }
}

/** Something that must be mended. */
export function trouble(check: string, says: string, mend: string): Finding {
  return { check, state: 'trouble', says, mend }
}
