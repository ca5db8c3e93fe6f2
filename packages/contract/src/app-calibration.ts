import { Type } from 'typebox'
import {
  AppCalibrationCreate,
  CalibrationApproval,
  CalibrationCorrection,
  CalibrationReason,
  CalibrationRecord,
} from './calibration.ts'
import {
  calibrationOperations,
  calibrationParams,
  IDEMPOTENCY_KEY_LENGTH_MAX,
} from './calibration-operations.ts'
import { defineOperations } from './operation.ts'

const example = calibrationOperations.getCalibration.reply.example
const tag = 'Calibrations'

/** Who decides on records, corrects and voids them. */
const decided = { tag, scope: 'write', roles: ['admin', 'manager'], params: calibrationParams } as const
const decisionErrors = [
  'INVALID_REQUEST',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'VALIDATION_ERROR',
] as const

/** The ledger's road in the app: records, decisions on them, corrections and voids. */
export const appCalibrationOperations = defineOperations({
  appendCalibration: { ...calibrationOperations.appendCalibration, body: AppCalibrationCreate },
  approveCalibration: {
    ...decided,
    method: 'POST',
    path: '/calibrations/{calibration_id}/approve',
    summary: 'Approve a calibration record',
    description:
      'It counts from now on. Where the instrument needs an electronic signature, `password` and `meaning` are both required: the approver enters the own password again and says what the signature declares. A wrong password gives 422 naming the field, and 429 after ten of them within a quarter of an hour.',
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
      'Appends a whole new record, which takes the place of the other once it is approved. Only an approved, current record without an open correction. A retry with the same `Idempotency-Key` answers with the correction already written.',
    headers: Type.Object({
      'idempotency-key': Type.Optional(Type.String({ maxLength: IDEMPOTENCY_KEY_LENGTH_MAX })),
    }),
    body: CalibrationCorrection,
    reply: {
      status: 201,
      schema: CalibrationRecord,
      description: 'The correction.',
      headers: { 'Idempotency-Replayed': 'true when this is the stored answer of a first call.' },
      example: { ...example, supersedes_id: example.id, correction_reason: 'A digit was left out.' },
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
