import { type CalibrationRecord, type InstrumentCalibrationRecord, isFailing } from '@plumbline/contract'
import { outOfTolerance } from '@plumbline/contract/tolerance'

/** How far what was measured with a standard can be relied on. */
export interface StandardTrust {
  /** Its last record, where that found it out of tolerance or failed. */
  foundOut: CalibrationRecord | null
  /** The last calibration that it passed, before it was found out where it was. */
  lastGood: CalibrationRecord | null
}

/**
 * Reads the records of a standard. Those that still stand count, also while they are pending approval: a warning
 * that comes too early costs less than one that comes too late.
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

/** Whether a record left the standard good, so that what came after it is not in doubt. */
export function leftGood(record: CalibrationRecord): boolean {
  return !isFailing(record.result)
}

function wasOutside(record: InstrumentCalibrationRecord): boolean {
  const { nominal_value: nominalValue, tolerance, as_found_reading: asFoundReading } = record
  const { unit_of_measure: unitOfMeasure } = record
  return outOfTolerance({ nominalValue, tolerance, asFoundReading, unitOfMeasure }).verdict === 'outside'
}
