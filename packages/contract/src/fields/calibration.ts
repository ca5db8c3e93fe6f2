import type { CalibrationResult } from '../shared/calibration-result.ts'
import type { StandardCondition } from '../shared/standard-condition.ts'

/** Who measured: the user's own team, or a laboratory whose certificate is recorded. */
export const calibrationTypes = ['in_house', 'external_certificate'] as const
export type CalibrationType = (typeof calibrationTypes)[number]

/** The value types of calibration fields, by kind. */
export interface CalibrationValueOfKind {
  text: string
  result: CalibrationResult
  type: CalibrationType
  instant: string
  /** YYYY-MM-DD. */
  date: string
  id: string
  flag: boolean
  condition: StandardCondition
  count: number
}

/** Parts of a record as displayed to people. */
export type RecordPart = 'measurement' | 'conditions' | 'standard' | 'statements'

interface FieldOfKind<Kind extends keyof CalibrationValueOfKind> {
  readonly kind: Kind
  /** Who states it: all bodies, only bodies of the application, or the server, which determines it. */
  readonly statedBy: 'body' | 'app' | 'server'
  /** Never null in a calibration; void markers lack it. */
  readonly required?: true
  /**
   * The first version of the ledger payload that records the field; for older entries, the value is null.
   * Defaults to 1.
   */
  readonly since?: number
  /** Its value in the examples of the API; null if omitted. */
  readonly example?: CalibrationValueOfKind[Kind]
  /** Where a record shows the field; a field without a part is shown by a separate control. */
  readonly part?: RecordPart
  /** Whether the field is among the first columns of exported records; all others follow. */
  readonly inFile?: true
}

/** A text. An optional one only needs its line here, its description, its column, and its name in each language. */
interface TextField extends FieldOfKind<'text'> {
  /** Maximum length in a request body, in Unicode code points. */
  readonly maxLength?: number
}

/** The table entry of a field. */
export type CalibrationField = TextField | FieldOfKind<Exclude<keyof CalibrationValueOfKind, 'text'>>

/**
 * The fields of a calibration record, in the order of the public API. Everything that handles these fields
 * reads this table: schemas, columns, the ledger, bodies and responses, CSV files, form and pages. It
 * contains no schema, so that the browser application can import it. Data that results from other records
 * (approval, corrections, voids) is not part of this table.
 */
export const calibrationFields = {
  result: {
    kind: 'result',
    statedBy: 'body',
    required: true,
    example: 'PASS',
    part: 'measurement',
    inFile: true,
  },
  performed_at: {
    kind: 'instant',
    statedBy: 'body',
    required: true,
    example: '2026-11-20T13:05:00.000Z',
    part: 'measurement',
  },
  performed_by: {
    kind: 'text',
    statedBy: 'server',
    required: true,
    example: 'Ingrid Solberg',
    part: 'measurement',
  },
  entered_by: { kind: 'text', statedBy: 'server', since: 2, example: 'Ingrid Solberg', part: 'measurement' },
  calibration_type: { kind: 'type', statedBy: 'body', example: 'in_house', part: 'measurement' },
  next_due_date: { kind: 'date', statedBy: 'body', since: 8, part: 'measurement' },
  nominal_value: {
    kind: 'text',
    statedBy: 'body',
    maxLength: 255,
    example: '10.000 mm',
    part: 'measurement',
    inFile: true,
  },
  tolerance: {
    kind: 'text',
    statedBy: 'body',
    maxLength: 255,
    example: '±0.020 mm',
    part: 'measurement',
    inFile: true,
  },
  as_found_reading: {
    kind: 'text',
    statedBy: 'body',
    maxLength: 255,
    example: '10.012 mm',
    part: 'measurement',
    inFile: true,
  },
  as_left_reading: { kind: 'text', statedBy: 'body', maxLength: 255, part: 'measurement', inFile: true },
  certificate_number: { kind: 'text', statedBy: 'body', maxLength: 255, part: 'measurement', inFile: true },
  temperature: { kind: 'text', statedBy: 'body', maxLength: 64, example: '20.1 °C', part: 'conditions' },
  humidity: { kind: 'text', statedBy: 'body', maxLength: 64, example: '46 %', part: 'conditions' },
  reference_standard: {
    kind: 'text',
    statedBy: 'body',
    maxLength: 255,
    example: 'Gauge block set, grade 0',
    part: 'standard',
    inFile: true,
  },
  reference_standard_asset_id: {
    kind: 'id',
    statedBy: 'body',
    example: '019345b3-5d07-7e19-b8c4-91a06f2d7e58',
  },
  reference_standard_certificate_number: {
    kind: 'text',
    statedBy: 'body',
    maxLength: 120,
    example: 'D-K-15008-2026-0193',
    part: 'standard',
    inFile: true,
  },
  reference_standard_overdue: { kind: 'flag', statedBy: 'server', example: false },
  reference_standard_condition: {
    kind: 'condition',
    statedBy: 'server',
    since: 2,
    example: 'valid',
    part: 'standard',
    inFile: true,
  },
  reference_standard_reason: {
    kind: 'text',
    statedBy: 'app',
    since: 2,
    maxLength: 1000,
    part: 'standard',
    inFile: true,
  },
  traceability_reference: {
    kind: 'text',
    statedBy: 'body',
    maxLength: 255,
    example: 'The SI through the national metrology institute',
    part: 'standard',
  },
  service_provider: { kind: 'text', statedBy: 'body', maxLength: 255, part: 'conditions' },
  provider_id: { kind: 'id', statedBy: 'body', since: 9 },
  provider_accreditation_body: { kind: 'text', statedBy: 'server', since: 9, part: 'conditions' },
  provider_accreditation_number: { kind: 'text', statedBy: 'server', since: 9, part: 'conditions' },
  provider_accreditation_valid_until: { kind: 'date', statedBy: 'server', since: 9, part: 'conditions' },
  provider_accreditation_expired: { kind: 'flag', statedBy: 'server', since: 9 },
  measurement_uncertainty: {
    kind: 'text',
    statedBy: 'body',
    maxLength: 120,
    example: '0.002 mm',
    part: 'measurement',
  },
  coverage_factor: { kind: 'text', statedBy: 'body', maxLength: 40, example: '2', part: 'measurement' },
  confidence_level: { kind: 'text', statedBy: 'body', maxLength: 40, example: '95 %', part: 'measurement' },
  decision_rule: {
    kind: 'text',
    statedBy: 'body',
    maxLength: 120,
    example: 'simple_acceptance',
    part: 'statements',
  },
  accredited: { kind: 'flag', statedBy: 'server', since: 7, example: false },
  conformity_statement: { kind: 'text', statedBy: 'body', maxLength: 4000, part: 'statements' },
  restriction_notes: { kind: 'text', statedBy: 'body', maxLength: 4000, part: 'statements' },
  out_of_tolerance_impact: { kind: 'text', statedBy: 'body', maxLength: 4000, part: 'statements' },
  opinions: { kind: 'text', statedBy: 'body', since: 5, maxLength: 4000, part: 'statements', inFile: true },
  opinions_basis: {
    kind: 'text',
    statedBy: 'body',
    since: 5,
    maxLength: 4000,
    part: 'statements',
    inFile: true,
  },
  notes: { kind: 'text', statedBy: 'body', maxLength: 4000, part: 'statements' },
  method: { kind: 'text', statedBy: 'body', maxLength: 255, part: 'conditions' },
  procedure_id: { kind: 'id', statedBy: 'server', since: 4 },
  procedure_code: { kind: 'text', statedBy: 'server', since: 4, part: 'conditions' },
  procedure_revision: { kind: 'count', statedBy: 'server', since: 4, part: 'conditions' },
  deviation_from_procedure: { kind: 'text', statedBy: 'body', since: 4, maxLength: 4000, part: 'conditions' },
  received_at: { kind: 'instant', statedBy: 'body', part: 'conditions' },
  item_condition: { kind: 'text', statedBy: 'body', maxLength: 255, part: 'conditions' },
  place_of_work: { kind: 'text', statedBy: 'body', maxLength: 255, part: 'conditions' },
  customer: { kind: 'text', statedBy: 'body', maxLength: 1000, part: 'conditions' },
} as const satisfies Readonly<Record<string, CalibrationField>>
