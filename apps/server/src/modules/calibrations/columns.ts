import { columnsOf, type RecordedField } from '../ledger/index.ts'
import type { CalibrationDraft, StatedFields } from './record.ts'

/** What is stated of a calibration. */
export const statedFields = {
  result: 'result',
  performedAt: 'performed_at',
  calibrationType: 'calibration_type',
  nominalValue: 'nominal_value',
  tolerance: 'tolerance',
  asFoundReading: 'as_found_reading',
  asLeftReading: 'as_left_reading',
  temperature: 'temperature',
  humidity: 'humidity',
  referenceStandard: 'reference_standard',
  referenceStandardAssetId: 'reference_standard_asset_id',
  referenceStandardCertificateNumber: 'reference_standard_certificate_number',
  referenceStandardReason: { column: 'reference_standard_reason', since: 2 },
  certificateNumber: 'certificate_number',
  traceabilityReference: 'traceability_reference',
  serviceProvider: 'service_provider',
  measurementUncertainty: 'measurement_uncertainty',
  coverageFactor: 'coverage_factor',
  confidenceLevel: 'confidence_level',
  decisionRule: 'decision_rule',
  conformityStatement: 'conformity_statement',
  restrictionNotes: 'restriction_notes',
  outOfToleranceImpact: 'out_of_tolerance_impact',
  notes: 'notes',
  method: 'method',
  receivedAt: 'received_at',
  itemCondition: 'item_condition',
  placeOfWork: 'place_of_work',
  customer: 'customer',
} as const satisfies Record<keyof StatedFields, string | RecordedField>

/** Columns of what is stated of a calibration. */
export const statedColumns = columnsOf(statedFields)

/** A whole calibration; its place in the ledger gives the rest. */
export const draftFields = {
  calibrationId: 'calibration_id',
  instrumentId: 'instrument_id',
  performedBy: 'performed_by',
  performedByPersonId: 'performed_by_person_id',
  // Of older records the performer entered them.
  enteredBy: { column: 'entered_by', since: 2 },
  enteredByPersonId: { column: 'entered_by_person_id', since: 2 },
  ...statedFields,
  referenceStandardOverdue: 'reference_standard_overdue',
  referenceStandardCondition: { column: 'reference_standard_condition', since: 2 },
  isStartingRecord: 'is_starting_record',
  correctsId: 'corrects_id',
  correctionReason: 'correction_reason',
  snapshot: 'snapshot',
} as const satisfies Record<keyof CalibrationDraft, string | RecordedField>

/** Columns of a whole calibration. */
export const draftColumns = columnsOf(draftFields)
