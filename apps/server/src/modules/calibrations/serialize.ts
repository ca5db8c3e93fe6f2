import {
  calibrationFieldNames,
  calibrationMember,
  CalibrationRecord,
  type CalibrationRecordWithMeasurements,
  type ApprovalStatus,
  type CalibrationMembers,
  type RecordStatus,
  type RecordWarning,
  type ScopeLine,
} from '@plumbline/contract'
import { toleranceVerdict } from '@plumbline/contract/tolerance'
import { warningsOf } from '@plumbline/contract/reading'
import type { CalibrationRow, MarkerRow, RecordRow } from './record.ts'
import type { RecordedMeasurements } from './recorded-measurements.ts'
import { conditionAtUse, type FrozenStandard } from './snapshot.ts'

/** Returns a record in its public form. */
export function serializeRecord(row: RecordRow): CalibrationRecord {
  return row.recordType === 'void' ? serializeMarker(row) : serializeCalibration(row)
}

/** Returns a calibration in its public form. */
export function serializeCalibration(row: CalibrationRow): CalibrationRecord {
  return {
    id: row.calibrationId,
    instrument_id: row.instrumentId,
    record_type: 'calibration',
    ...fieldMembers(row),
    entered_by: enteredByOf(row),
    measurement_count: row.measurementCount ?? 0,
    points_out: row.pointsOut ?? 0,
    points_out_as_found: row.pointsOutAsFound ?? 0,
    points_without_final: row.pointsWithoutFinal ?? 0,
    ...verdictMembers(row),
    is_starting_record: row.isStartingRecord,
    approval_status: approvalStatusOf(row),
    approved_at: row.decision === 'approved' ? row.decidedAt : null,
    approved_by: row.decision === 'approved' ? row.decidedBy : null,
    signature_meaning: row.signatureMeaning,
    rejection_reason: row.rejectionReason,
    status: statusOf(row),
    supersedes_id: row.correctsId,
    correction_reason: row.correctionReason,
    superseded_by_id: row.supersededById,
    voids_id: null,
    voided_by_id: row.voidedById,
    created_at: row.createdAt,
  }
}

/** Parts of a record that are not in its row. */
export interface RecordParts {
  /** Its points, and the standards that they name; null for a record with a single reading. */
  readonly measured: Pick<RecordedMeasurements, 'points' | 'standards'> | null
  /** The standard used for the whole record. */
  readonly standard: FrozenStandard | null
  /** The lines of the scope of accreditation that cover it. */
  readonly scope: readonly ScopeLine[] | null
}

/**
 * Returns a record in its public form, with its points and warnings. A record with a single reading and a void marker
 * have no points.
 */
export function serializeWithMeasurements(
  row: RecordRow,
  parts: RecordParts,
): CalibrationRecordWithMeasurements {
  const points = parts.measured?.points ?? []
  return {
    ...serializeRecord(row),
    measurements: [...points],
    warnings: row.recordType === 'void' ? [] : warningsOfRecord(row, parts),
  }
}

function warningsOfRecord(row: CalibrationRow, { measured, standard, scope }: RecordParts): RecordWarning[] {
  const ofPoints = measured?.standards ?? []
  const record = {
    ...row,
    isExternal: row.calibrationType === 'external_certificate',
    standardCondition: row.referenceStandardCondition,
    standardUncertainties: standard?.uncertainties ?? [],
    scope: scope ?? [],
  }
  return warningsOf(
    record,
    measured?.points ?? [],
    new Map(ofPoints.map((each) => [each.id, conditionAtUse(each)])),
    new Map(ofPoints.map(({ id, uncertainties = [] }) => [id, uncertainties])),
  )
}

/** Members that state the result of comparing a single reading; a record with points states it per point. */
function verdictMembers(
  row: CalibrationRow,
): Pick<CalibrationRecord, 'tolerance_verdict' | 'tolerance_verdict_reason'> {
  if ((row.measurementCount ?? 0) > 0) return { tolerance_verdict: null, tolerance_verdict_reason: null }
  const { verdict, reason } = toleranceVerdict(row)
  return { tolerance_verdict: verdict, tolerance_verdict_reason: reason }
}

/**
 * Returns who entered a record. In records from before the two were distinguished, the performer also entered the
 * record.
 */
export function enteredByOf({ enteredBy, performedBy }: CalibrationRow): string {
  return enteredBy ?? performedBy
}

/** Returns the approval status, which determines whether a record counts. */
export function approvalStatusOf(row: Pick<CalibrationRow, 'decision'>): ApprovalStatus {
  return row.decision ?? 'pending'
}

/** Returns whether a record is current; a void takes precedence over everything else. */
export function statusOf(row: Pick<CalibrationRow, 'voidedById' | 'supersededById'>): RecordStatus {
  if (row.voidedById !== null) return 'voided'
  return row.supersededById === null ? 'current' : 'superseded'
}

function fieldMembers(row: CalibrationRow): CalibrationMembers {
  const members: Record<string, unknown> = {}
  for (const name of calibrationFieldNames) members[name] = row[calibrationMember(name)]
  return members as CalibrationMembers // Each of them was set.
}

/** Every member of the public form, set to null. */
const emptyRecord = Object.fromEntries(
  Object.keys(CalibrationRecord.properties).map((name) => [name, null]),
) as Record<keyof CalibrationRecord, null>

/** Returns a void marker in its public form: members that only calibrations have are null (decisions, section 7). */
export function serializeMarker(row: MarkerRow): CalibrationRecord {
  return {
    ...emptyRecord,
    id: row.calibrationId,
    instrument_id: row.instrumentId,
    record_type: 'void',
    performed_at: row.performedAt,
    performed_by: row.performedBy,
    notes: row.notes,
    voids_id: row.voidsId,
    created_at: row.createdAt,
  }
}
