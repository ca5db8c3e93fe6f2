import { CalibrationRecord, type ApprovalStatus, type RecordStatus } from '@plumbline/contract'
import type { CalibrationRow, MarkerRow, RecordRow } from './record.ts'

/** A record in the public shape. */
export function presentRecord(row: RecordRow): CalibrationRecord {
  return row.recordType === 'void' ? presentMarker(row) : presentCalibration(row)
}

/** A calibration in the public shape. */
export function presentCalibration(row: CalibrationRow): CalibrationRecord {
  return {
    id: row.calibrationId,
    instrument_id: row.instrumentId,
    record_type: 'calibration',
    ...statedMembers(row),
    performed_by: row.performedBy,
    entered_by: enteredByOf(row),
    reference_standard_overdue: row.referenceStandardOverdue,
    reference_standard_condition: row.referenceStandardCondition,
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

/** Who entered a record. Before the two were distinguished, the person who entered one was its performer. */
export function enteredByOf({ enteredBy, performedBy }: CalibrationRow): string {
  return enteredBy ?? performedBy
}

/** Whether a record counts yet. */
export function approvalStatusOf(row: Pick<CalibrationRow, 'decision'>): ApprovalStatus {
  return row.decision ?? 'pending'
}

/** Whether a record still stands; a void outweighs whatever else happened to it. */
export function statusOf(row: Pick<CalibrationRow, 'voidedById' | 'supersededById'>): RecordStatus {
  if (row.voidedById !== null) return 'voided'
  return row.supersededById === null ? 'current' : 'superseded'
}

function statedMembers(row: CalibrationRow) {
  return {
    result: row.result,
    performed_at: row.performedAt,
    calibration_type: row.calibrationType,
    nominal_value: row.nominalValue,
    tolerance: row.tolerance,
    as_found_reading: row.asFoundReading,
    as_left_reading: row.asLeftReading,
    temperature: row.temperature,
    humidity: row.humidity,
    reference_standard: row.referenceStandard,
    reference_standard_asset_id: row.referenceStandardAssetId,
    reference_standard_certificate_number: row.referenceStandardCertificateNumber,
    reference_standard_reason: row.referenceStandardReason,
    certificate_number: row.certificateNumber,
    traceability_reference: row.traceabilityReference,
    service_provider: row.serviceProvider,
    measurement_uncertainty: row.measurementUncertainty,
    coverage_factor: row.coverageFactor,
    confidence_level: row.confidenceLevel,
    decision_rule: row.decisionRule,
    conformity_statement: row.conformityStatement,
    restriction_notes: row.restrictionNotes,
    out_of_tolerance_impact: row.outOfToleranceImpact,
    notes: row.notes,
    method: row.method,
    received_at: row.receivedAt,
    item_condition: row.itemCondition,
    place_of_work: row.placeOfWork,
    customer: row.customer,
  }
}

/** Every member of the public shape, holding nothing. */
const emptyRecord = Object.fromEntries(
  Object.keys(CalibrationRecord.properties).map((name) => [name, null]),
) as Record<keyof CalibrationRecord, null>

/** A void marker in the public shape: what a calibration alone has is null (decisions, section 7). */
export function presentMarker(row: MarkerRow): CalibrationRecord {
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
