import type { CanonicalValue } from '../ledger/index.ts'
import {
  ledgerMeasurements,
  presentCalibration,
  type CalibrationRow,
  type RecordedMeasurements,
} from '../calibrations/index.ts'

/** The record as it is attached: one with a single reading says nothing of points, none of the comparison that is made as it is read, and of a procedure one that follows it. */
export function attachedRecord({
  calibration,
  measurements,
}: {
  calibration: CalibrationRow
  measurements: RecordedMeasurements | null
}): CanonicalValue {
  const {
    measurement_count,
    points_out,
    points_out_as_found,
    points_without_final,
    tolerance_verdict: _verdict,
    tolerance_verdict_reason: _reason,
    ...whole
  } = presentCalibration(calibration)
  const {
    procedure_id,
    procedure_code,
    procedure_revision,
    deviation_from_procedure,
    opinions,
    opinions_basis,
    ...record
  } = whole
  const later = { deviation_from_procedure, opinions, opinions_basis }
  const stated = Object.entries(later).filter(([, value]) => value !== null)
  const said = { ...record, ...Object.fromEntries(stated) }
  if (!measurements) return said
  const followed = procedure_id === null ? {} : { procedure_id, procedure_code, procedure_revision }
  const points = ledgerMeasurements(measurements)
  return {
    ...said,
    ...followed,
    measurement_count,
    points_out,
    points_out_as_found,
    points_without_final,
    measurements: points,
  }
}
