import { Type } from 'typebox'
import {
  ApprovalBatch,
  ApprovalOutcomes,
  CalibrationDetails,
  WaitingRecordPage,
  WaitingRecordQuery,
  type WaitingRecord,
} from './approval.ts'
import { AppCalibrationRecord, InstrumentCalibrationRecord } from './calibration-record.ts'
import {
  AppCalibrationCreate,
  CalibrationApproval,
  CalibrationCorrection,
  CalibrationFeedQuery,
  CalibrationReason,
  CalibrationRecord,
  CalibrationRecordWithMeasurements,
} from '../public/calibration.ts'
import {
  calibrationOperations,
  calibrationParams,
  IDEMPOTENCY_KEY_LENGTH_MAX,
} from '../public/calibration-operations.ts'
import { instrumentOperations } from '../public/instrument-operations.ts'
import { defineOperations } from '../shared/operation.ts'
import { PageOf } from '../shared/page.ts'
import { CalendarDate, Closed, Uuid } from '../shared/values.ts'

/** Filters for records that the app has in addition to the public feed. */
const appFilters = {
  reference_standard_asset_id: Type.Optional(
    Uuid({ description: 'Measured with this instrument as the reference standard.' }),
  ),
  performed_from: Type.Optional(
    CalendarDate({ description: 'Performed on or after this date, in the time zone of the workspace.' }),
  ),
  performed_to: Type.Optional(
    CalendarDate({ description: 'Performed on or before this date, in the time zone of the workspace.' }),
  ),
}

/** Query of GET /calibrations in the app; filters combine. */
export const AppCalibrationFeedQuery = Closed({ ...CalibrationFeedQuery.properties, ...appFilters })
export type AppCalibrationFeedQuery = Type.Static<typeof AppCalibrationFeedQuery>

const example = calibrationOperations.listCalibrations.reply.example.data[0]!
const tag = 'Calibrations'

/** Roles that may decide on, correct and void records. */
const decider = { tag, scope: 'write', roles: ['admin', 'manager'] } as const
const decided = { ...decider, params: calibrationParams } as const
const decisionErrors = [
  'INVALID_REQUEST',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'VALIDATION_ERROR',
] as const

const exampleDetails: CalibrationDetails = {
  as_recorded: {
    laboratory: 'Solberg Instruments',
    site: 'Main plant',
    location: 'Room 12',
    asset_tag: 'CAL-0042',
    name: 'Digital caliper',
    manufacturer: 'Aldergate',
    model: 'DC-150',
    serial_number: '70813',
    unit_of_measure: 'mm',
  },
  performer: { id: '019345b1-9f6d-7ba1-8c22-4f7a3b5d9e86', name: 'Tess Technician' },
  standards_in_force: ['iso_9001'],
  requires_electronic_signature: false,
  approval_obstacle: null,
  approved_automatically: true,
  signed_leaf_hash: null,
  ledger: [
    {
      index: 4711,
      at: '2026-11-20T13:09:12.408Z',
      kind: 'calibration.appended',
      actor: { type: 'user', name: 'Tess Technician' },
      reason: null,
      leaf_hash: '5f0c8e7b2a1d4c3f9e6b8a7d0c1f2e3d4b5a69788796a5b4c3d2e1f00f1e2d3c',
    },
  ],
  open_correction_id: null,
  after_void: { counts_now: true, basis: null, due_date: null, quarantine: null },
}

const exampleWaiting: WaitingRecord = {
  calibration: { ...example, approval_status: 'pending', approved_at: null, approved_by: null },
  instrument: {
    id: example.instrument_id,
    asset_tag: 'CAL-0042',
    name: 'Digital caliper',
    site_id: '019345b0-2c4e-7d11-9a30-5e8f1b7c6d02',
    unit_of_measure: 'mm',
  },
  requires_electronic_signature: false,
  approval_obstacle: null,
}

/** Operations on records in the app API: creation, decisions, corrections and voids. */
export const appCalibrationOperations = defineOperations({
  appendCalibration: { ...calibrationOperations.appendCalibration, body: AppCalibrationCreate },
  listApprovals: {
    method: 'GET',
    path: '/approvals',
    tag,
    summary: 'List records pending approval',
    description: 'Oldest first, with the data needed for the decision.',
    scope: 'read',
    query: WaitingRecordQuery,
    reply: {
      status: 200,
      schema: WaitingRecordPage,
      description: 'A page of pending records.',
      example: {
        data: [exampleWaiting],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['VALIDATION_ERROR'],
  },
  getCalibrationDetails: {
    method: 'GET',
    path: '/calibrations/{calibration_id}/details',
    tag,
    summary: 'Read the state of a record',
    description:
      'Its index in the ledger, whether and how it can be approved, and the effect of voiding it. Void markers have no state of their own; request the record that they void.',
    scope: 'read',
    params: calibrationParams,
    reply: {
      status: 200,
      schema: CalibrationDetails,
      description: 'The state of the record.',
      example: exampleDetails,
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
  approveCalibrations: {
    ...decider,
    method: 'POST',
    path: '/calibrations/approve',
    summary: 'Approve several calibration records',
    description:
      'Each record is approved separately, with its own ledger entry and, if password and meaning are given, its own signature over its own hash. The password is checked once. A record that cannot be approved gets an error code in its result and does not affect the others. IDs that the user cannot access are NOT_FOUND. A server error ends the request; records that were already approved stay approved and return CONFLICT when they are sent again.',
    body: ApprovalBatch,
    reply: {
      status: 200,
      schema: ApprovalOutcomes,
      description: 'The outcome for each record.',
      example: {
        results: [
          { calibration_id: example.id, outcome: 'approved', calibration: example, error: null },
          {
            calibration_id: '019a9c11-8d40-7b6e-9f12-6a4be1c05d34',
            outcome: 'refused',
            error: {
              code: 'FORBIDDEN',
              message:
                'You performed or entered this calibration; another admin or manager has to approve it.',
            },
          },
        ],
      },
    },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR', 'RATE_LIMITED'],
  },
  listInstrumentCalibrations: {
    ...calibrationOperations.listInstrumentCalibrations,
    reply: {
      status: 200,
      schema: PageOf(InstrumentCalibrationRecord, 'InstrumentCalibrationPage'),
      description: 'A page of records, each with the unit of its values.',
      example: {
        ...calibrationOperations.listInstrumentCalibrations.reply.example,
        data: [{ ...example, unit_of_measure: 'mm' }],
      },
    },
  },
  listCalibrations: {
    ...calibrationOperations.listCalibrations,
    query: AppCalibrationFeedQuery,
    reply: {
      status: 200,
      schema: PageOf(AppCalibrationRecord, 'AppCalibrationPage'),
      description: 'A page of records, each with its instrument.',
      example: {
        data: [{ ...example, instrument: instrumentOperations.listInstruments.reply.example.data[0] }],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
  },
  approveCalibration: {
    ...decided,
    method: 'POST',
    path: '/calibrations/{calibration_id}/approve',
    summary: 'Approve a calibration record',
    description:
      'The record takes effect. If the instrument requires an electronic signature, `password` and `meaning` are both required: the approver enters their password again and states the meaning of the signature. A wrong password returns 422 naming the field, or 429 after ten wrong passwords within 15 minutes.',
    body: CalibrationApproval,
    reply: { status: 200, schema: CalibrationRecord, description: 'The approved record.', example },
    errors: [...decisionErrors, 'RATE_LIMITED'],
  },
  rejectCalibration: {
    ...decided,
    method: 'POST',
    path: '/calibrations/{calibration_id}/reject',
    summary: 'Reject a calibration record',
    body: CalibrationReason,
    reply: {
      status: 200,
      schema: CalibrationRecord,
      description: 'The rejected record.',
      example: {
        ...example,
        approval_status: 'rejected',
        approved_at: null,
        approved_by: null,
        rejection_reason: 'The readings are those of another instrument.',
      },
    },
    errors: decisionErrors,
  },
  correctCalibration: {
    ...decided,
    method: 'POST',
    path: '/calibrations/{calibration_id}/correct',
    summary: 'Correct a calibration record',
    description:
      'Appends a complete new record, which replaces the original once it is approved. The original must be approved and current, without a pending correction. A retry with the same `Idempotency-Key` returns the correction that was already written.',
    headers: Type.Object({
      'idempotency-key': Type.Optional(Type.String({ maxLength: IDEMPOTENCY_KEY_LENGTH_MAX })),
    }),
    body: CalibrationCorrection,
    reply: {
      status: 201,
      schema: CalibrationRecordWithMeasurements,
      description: 'The correction.',
      headers: { 'Idempotency-Replayed': 'true if this is the stored response to the first call.' },
      example: {
        ...example,
        measurements: [],
        supersedes_id: example.id,
        correction_reason: 'A digit was left out.',
      },
    },
    errors: [
      ...decisionErrors,
      'FIELD_REQUIREMENTS_UNMET',
      'PASS_OVER_TOLERANCE_REASON_REQUIRED',
      'REQUEST_IN_PROGRESS',
    ],
  },
  voidCalibration: {
    ...decided,
    method: 'POST',
    path: '/calibrations/{calibration_id}/void',
    summary: 'Declare a calibration record invalid',
    body: CalibrationReason,
    reply: {
      status: 201,
      schema: CalibrationRecord,
      description: 'The marker that voids it.',
      example: { ...example, record_type: 'void', voids_id: example.id },
    },
    errors: decisionErrors,
  },
})
