import type { MessageKey } from '../../base/messages.ts'
import type { StatusFamily } from '../../base/palette.ts'

/** Shapes that distinguish states without colour. */
export type StatusSymbol = 'dot' | 'triangle' | 'square' | 'ring' | 'arrow' | 'hatched' | 'struck' | 'diamond'

/** The appearance of a state: a shape, a word and a colour family, always used together. */
export interface StatusAppearance {
  symbol: StatusSymbol
  family: StatusFamily
  word: MessageKey
}

const byToken: Readonly<Record<string, StatusAppearance>> = {
  COMPLIANT: { symbol: 'dot', family: 'good', word: 'status.compliant' },
  WARNING: { symbol: 'triangle', family: 'soon', word: 'status.dueSoon' },
  NON_COMPLIANT: { symbol: 'square', family: 'bad', word: 'status.overdue' },
  NOT_CALIBRATED: { symbol: 'ring', family: 'none', word: 'status.notCalibrated' },
  OUT_FOR_CALIBRATION: { symbol: 'arrow', family: 'away', word: 'status.out' },
}

/** Appearance after a failed last calibration: non-compliant, but not because of its date. */
const failed: StatusAppearance = { symbol: 'square', family: 'bad', word: 'status.failed' }

/** Appearances shown in addition to or instead of a compliance token. */
export const quarantined: StatusAppearance = {
  symbol: 'hatched',
  family: 'neutral',
  word: 'status.quarantined',
}
export const retired: StatusAppearance = { symbol: 'struck', family: 'neutral', word: 'status.retired' }
export const referenceOnly: StatusAppearance = {
  symbol: 'diamond',
  family: 'neutral',
  word: 'status.referenceOnly',
}

/** A calibration is pending approval; shown in addition to the compliance token, which applies until then. */
export const pendingApproval: StatusAppearance = {
  symbol: 'ring',
  family: 'soon',
  word: 'status.pendingApproval',
}

/** Returns the appearance of a compliance token; undefined for an unknown token. */
export function appearanceOf(token: string, isFailed = false): StatusAppearance | undefined {
  if (token === 'NON_COMPLIANT' && isFailed) return failed
  return byToken[token]
}

/** Appearance of each calibration result. */
export const resultAppearances: Readonly<Record<string, StatusAppearance>> = {
  PASS: { symbol: 'dot', family: 'good', word: 'result.PASS' },
  PASS_WITH_ADJUSTMENT: { symbol: 'dot', family: 'good', word: 'result.PASS_WITH_ADJUSTMENT' },
  LIMITED_CALIBRATION: { symbol: 'triangle', family: 'soon', word: 'result.LIMITED_CALIBRATION' },
  FAIL: { symbol: 'square', family: 'bad', word: 'result.FAIL' },
  DAMAGED: { symbol: 'square', family: 'bad', word: 'result.DAMAGED' },
}

/** Appearance of each status of a calibration record. */
export const recordAppearances: Readonly<Record<string, StatusAppearance>> = {
  pending: { symbol: 'ring', family: 'soon', word: 'record.pending' },
  approved: { symbol: 'dot', family: 'good', word: 'record.approved' },
  rejected: { symbol: 'square', family: 'bad', word: 'record.rejected' },
  superseded: { symbol: 'struck', family: 'neutral', word: 'record.superseded' },
  voided: { symbol: 'struck', family: 'neutral', word: 'record.voided' },
}
