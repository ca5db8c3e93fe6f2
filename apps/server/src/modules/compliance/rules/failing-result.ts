/**
 * Whether an instrument with this calibration as its basis is unfit: it is due at once and not compliant,
 * whatever its interval says.
 */
export function isFailing(result: string): boolean {
  return result === 'FAIL' || result === 'DAMAGED'
}
