import { type ComplianceToken, type InstrumentStatus, isFailing } from '@plumbline/contract'
import { addDays } from './local-date.ts'

/** What determines the compliance of an instrument. Dates are `YYYY-MM-DD` in the workspace's time zone. */
export interface ComplianceInput {
  readonly status: InstrumentStatus
  /** The calibration that counts; null if there is none. */
  readonly basis: { readonly result: string } | null
  /** Including any extension; null exactly if there is no basis. */
  readonly dueDate: string | null
  /** Days after the due date on which the calibration is still valid; null counts as 0. */
  readonly graceDays: number | null
  /** Days before the due date on which the warning starts. */
  readonly warningDays: number
  readonly today: string
}

/**
 * Returns the token of an instrument, or null for one that is retired or for reference only. The first rule that
 * matches decides. The calibration is valid on the due date itself and on each day of grace. Source: decisions, "Due
 * dates and compliance".
 */
export function complianceToken(input: ComplianceInput): ComplianceToken | null {
  const { status, basis, dueDate, graceDays, warningDays, today } = input
  if (status === 'retired' || status === 'REFERENCE_ONLY') return null
  if (status === 'OUT_FOR_CALIBRATION') return 'OUT_FOR_CALIBRATION'
  if (basis === null) return 'NOT_CALIBRATED'
  if (isFailing(basis.result)) return 'NON_COMPLIANT'
  if (dueDate === null) throw new Error('a basis without a due date')
  if (today > addDays(dueDate, graceDays ?? 0)) return 'NON_COMPLIANT'
  return addDays(today, warningDays) >= dueDate ? 'WARNING' : 'COMPLIANT'
}
