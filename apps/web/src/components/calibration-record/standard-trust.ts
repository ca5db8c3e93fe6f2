import { type CalibrationRecord, type InstrumentCalibrationRecord, isFailing } from '@plumbline/contract'
import { outOfTolerance } from '@plumbline/contract/tolerance'

/** How far measurements with a standard can be relied on. */
export interface StandardTrust {
  /** Its last record, if it was found out of tolerance or failed. */
  foundOut: CalibrationRecord | null
  /** The last calibration that it passed, before `foundOut` if there is one. */
  lastGood: CalibrationRecord | null
}

/**
 * Assesses a standard by its records. Records that have not been voided count even while they are pending approval,
 * because a warning that is too early costs less than one that is too late.
 */
export function standardTrust(records: readonly InstrumentCalibrationRecord[]): StandardTrust {
  const effective = records
    .filter(({ record_type, status }) => record_type !== 'void' && status === 'current')
    .filter(({ approval_status, performed_at }) => approval_status !== 'rejected' && performed_at !== null)
    .toSorted((a, b) => (a.performed_at! < b.performed_at! ? 1 : -1))
  const last = effective[0]
  const foundOut = last && (isFailing(last.result) || wasOutside(last)) ? last : null
  const lastGood = effective.find((record) => record !== foundOut && !isFailing(record.result)) ?? null
  return { foundOut, lastGood }
}

/** Returns whether a record left the standard in tolerance, so that later measurements are not in doubt. */
export function leftGood(record: CalibrationRecord): boolean {
  return !isFailing(record.result)
}

function wasOutside(record: InstrumentCalibrationRecord): boolean {
  const { nominal_value: nominalValue, tolerance, as_found_reading: asFoundReading } = record
  const { unit_of_measure: unitOfMeasure } = record
  return outOfTolerance({ nominalValue, tolerance, asFoundReading, unitOfMeasure }).verdict === 'outside'
}
