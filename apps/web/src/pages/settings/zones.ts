/** The time zones that are offered: those that the browser knows, and the one that is set. */
export function offeredZones(...set: (string | null)[]): string[] {
  const known = ['UTC', ...Intl.supportedValuesOf('timeZone'), ...set.filter((zone) => zone !== null)]
  return [...new Set(known)].filter((zone) => zone !== '').toSorted()
}

/** Whether a typed text names a zone that the browser can show. */
export function isZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
