import { Type } from 'typebox'
import { calibrationExamples } from './calibration-fields.ts'
import { BatchBody, BatchResults } from './batch.ts'
import {
  CalibrationCreate,
  CalibrationFeedQuery,
  CalibrationListQuery,
  CalibrationPage,
  type CalibrationRecord,
  CalibrationRecordWithMeasurements,
} from './calibration.ts'
import { instrumentParams } from './instrument-operations.ts'
import { defineOperations, syncWatermarkHeader, entityTagHeader } from '../shared/operation.ts'
import { Closed, Uuid } from '../shared/values.ts'

/** The path parameter of all operations on one calibration. */
export const calibrationParams = Closed({ calibration_id: Uuid({ description: 'ID of the record.' }) })

/** Maximum length of the Idempotency-Key of a calibration. */
export const IDEMPOTENCY_KEY_LENGTH_MAX = 1024

const idempotencyKey = Type.String({
  maxLength: IDEMPOTENCY_KEY_LENGTH_MAX,
  // An empty header counts as missing, which has a separate code.
  documentedPattern: '^.+$',
  description: 'Any string that is unique to this record, for example a UUID.',
})

/** Body of a batch of calibrations. */
export const CalibrationBatch = BatchBody(
  Closed({
    instrument_id: Uuid({ description: 'The instrument that was calibrated.' }),
    idempotency_key: Type.String({
      minLength: 1,
      maxLength: IDEMPOTENCY_KEY_LENGTH_MAX,
      description:
        'Unique to this record. Equivalent to the `Idempotency-Key` header of a single calibration and shares its key space.',
    }),
    body: CalibrationCreate,
  }),
  'CalibrationBatch',
)
export type CalibrationBatch = Type.Static<typeof CalibrationBatch>

export const CalibrationBatchResults = BatchResults(
  CalibrationRecordWithMeasurements,
  'CalibrationBatchResults',
)
export type CalibrationBatchResults = Type.Static<typeof CalibrationBatchResults>

const exampleRecord: CalibrationRecord = {
  id: '019a9c11-8d40-7b6e-9f12-6a4be1c05d33',
  instrument_id: '019345b4-11f2-7c55-a0de-5f3b7a9c2e47',
  record_type: 'calibration',
  ...calibrationExamples,
  // The standard of the example is named as a text.
  reference_standard_asset_id: null,
  reference_standard_overdue: null,
  reference_standard_condition: null,
  measurement_count: 0,
  points_out: 0,
  points_out_as_found: 0,
  points_without_final: 0,
  tolerance_verdict: 'in',
  tolerance_verdict_reason:
    'As found 10.012 mm is within tolerance (nominal value 10.000 mm, tolerance ±0.020 mm, limits 9.98 to 10.02, unit of the instrument mm).',
  is_starting_record: false,
  approval_status: 'approved',
  approved_at: '2026-11-20T13:09:12.408Z',
  approved_by: 'Ingrid Solberg',
  signature_meaning: null,
  rejection_reason: null,
  status: 'current',
  supersedes_id: null,
  correction_reason: null,
  superseded_by_id: null,
  voids_id: null,
  voided_by_id: null,
  created_at: '2026-11-20T13:09:12.408Z',
}

const exampleWithMeasurements: CalibrationRecordWithMeasurements = {
  ...exampleRecord,
  measurements: [],
  warnings: [],
}

const examplePage = {
  data: [exampleRecord],
  pagination: { limit: 50, offset: 0, total: 1, has_more: false },
}

export const calibrationOperations = defineOperations({
  listInstrumentCalibrations: {
    method: 'GET',
    path: '/instruments/{instrument_id}/calibrations',
    tag: 'Calibrations',
    summary: 'List the calibrations of an instrument',
    description:
      'The most recently performed calibration comes first, unless `sort` specifies another order.',
    scope: 'read',
    params: instrumentParams,
    query: CalibrationListQuery,
    reply: {
      status: 200,
      headers: syncWatermarkHeader,
      schema: CalibrationPage,
      description: 'A page of records.',
      example: examplePage,
    },
    errors: ['VALIDATION_ERROR', 'INVALID_REQUEST', 'NOT_FOUND'],
  },
  appendCalibration: {
    method: 'POST',
    path: '/instruments/{instrument_id}/calibrations',
    tag: 'Calibrations',
    summary: 'Append a calibration record',
    description:
      'A retry with the same `Idempotency-Key` returns the record that was already written. `result` is always required, and so are `performed_at` and `certificate_number` of an `external_certificate`; the selected standards determine what else is: see GET /standards/field-requirements. A PASS or PASS_WITH_ADJUSTMENT requires `out_of_tolerance_impact` if its final reading or one of its points is out of tolerance.',
    scope: 'write',
    roles: ['admin', 'manager', 'technician'],
    params: instrumentParams,
    headers: Type.Object({
      'idempotency-key': idempotencyKey,
    }),
    body: CalibrationCreate,
    reply: {
      status: 201,
      location: '/calibrations/{id}',
      schema: CalibrationRecordWithMeasurements,
      description: 'The record as appended.',
      headers: { 'Idempotency-Replayed': 'true if this is the stored response to the first call.' },
      example: exampleWithMeasurements,
    },
    errors: [
      'INVALID_REQUEST',
      'IDEMPOTENCY_KEY_REQUIRED',
      'INSUFFICIENT_SCOPE',
      'FORBIDDEN',
      'NOT_FOUND',
      'ASSET_RETIRED',
      'CONFLICT',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
      'FIELD_REQUIREMENTS_UNMET',
      'PASS_OVER_TOLERANCE_REASON_REQUIRED',
      'REQUEST_IN_PROGRESS',
    ],
  },
  appendCalibrations: {
    method: 'POST',
    path: '/calibrations/batch',
    tag: 'Calibrations',
    summary: 'Append up to 100 calibration records',
    description:
      'Each item is appended, replayed or refused as if it had been sent alone to POST /instruments/{instrument_id}/calibrations with its `idempotency_key` as the header; the items of one instrument take effect in order. If any item is malformed, the whole batch is refused and nothing is appended. If the response does not arrive, send the same batch again. Every 10 items, or part of 10, count as one request against the rate limit.',
    scope: 'write',
    roles: ['admin', 'manager', 'technician'],
    body: CalibrationBatch,
    reply: {
      status: 200,
      schema: CalibrationBatchResults,
      description: 'The outcome of each item, in order.',
      example: {
        results: [
          { index: 0, status: 201, body: exampleWithMeasurements },
          {
            index: 1,
            status: 404,
            error: { code: 'NOT_FOUND', message: 'The requested resource does not exist.' },
          },
        ],
      },
    },
    errors: ['INVALID_REQUEST', 'INSUFFICIENT_SCOPE', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
  listCalibrations: {
    method: 'GET',
    path: '/calibrations',
    tag: 'Calibrations',
    summary: 'List the calibrations of the workspace',
    description:
      'In ledger order, unless `sort` specifies another order. For incremental sync, keep the `Sync-Watermark` of the first page, send it as the next `updated_since`, and skip IDs that you already have: no record is missed, even if its commit is slow. The `created_at` of the last record processed, minus two seconds, works as well. Approval, correction and voiding never change `created_at`; webhooks, `include=voided` and `supersedes_id` report them.',
    scope: 'read',
    query: CalibrationFeedQuery,
    reply: {
      status: 200,
      headers: syncWatermarkHeader,
      schema: CalibrationPage,
      description: 'A page of records.',
      example: examplePage,
    },
    errors: ['VALIDATION_ERROR', 'INVALID_REQUEST'],
  },
  getCalibration: {
    method: 'GET',
    path: '/calibrations/{calibration_id}',
    tag: 'Calibrations',
    summary: 'Read a calibration',
    description: 'Includes its points. Void markers can be read in the same way.',
    scope: 'read',
    params: calibrationParams,
    reply: {
      headers: entityTagHeader,
      status: 200,
      schema: CalibrationRecordWithMeasurements,
      description: 'The record.',
      example: exampleWithMeasurements,
    },
    errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  },
})
