import { because, type CalibrationRecord } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/index.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import type { Answer } from '../../platform/http/index.ts'
import { answerOnce, type Caller } from '../access/index.ts'
import { findInstrument, lockInstrument, requireActive, type InstrumentRow } from '../instruments/index.ts'
import type { CanonicalValue } from '../ledger/index.ts'
import { enterCalibration } from './enter-calibration.ts'
import { performerOf } from './performer.ts'
import { presentCalibration } from './present.ts'
import { referenceStandardOf } from './reference-standard.ts'
import { requirementsNow } from './requirements-in-force.ts'
import { performedAtOf, requirePerformed, statedFieldsOf, type CalibrationBody } from './stated-fields.ts'

/** What use cases of calibrations work with. */
export interface CalibrationDeps {
  readonly db: Database
  readonly clock: Clock
}

/** Name under which repeated records are known; their answers are kept for good. */
const APPEND_OPERATION = 'appendCalibration'

/**
 * Appends a calibration to the ledger, once for each Idempotency-Key.
 * @param body the public body; the app adds who measured and lines of the certificate
 * @throws 404 NOT_FOUND; 409 ASSET_RETIRED, or CONFLICT for a reference-only instrument; 422 for a time ahead,
 * a reference standard or a performer out of reach, missing fields, or a pass outside tolerance without justification
 */
export async function appendCalibration(
  deps: CalibrationDeps,
  caller: Caller,
  instrumentId: string,
  body: CalibrationBody,
  idempotencyKey: string,
): Promise<Answer & { body: CalibrationRecord }> {
  // Before a replay is looked for: a body that cannot be used is refused whatever was sent before.
  requirePerformed(deps.clock, body)
  const answer = await answerOnce(
    deps,
    caller,
    {
      operation: APPEND_OPERATION,
      key: idempotencyKey,
      // A body that passed its schema holds text and nulls alone.
      content: { instrument_id: instrumentId, body: body as unknown as CanonicalValue },
      reaches: async (tx, subjectId) => (await findInstrument(tx, subjectId, caller.siteIds)) !== undefined,
    },
    async (tx) => {
      const record = await appendOne(tx, deps.clock, caller, instrumentId, body)
      return { subjectId: instrumentId, status: 201, body: record }
    },
  )
  // A stored answer is the body that this operation gave before.
  return answer as Answer & { body: CalibrationRecord }
}

/** Appends one calibration within a transaction, for callers that append several. */
export async function appendOne(
  tx: Transaction,
  clock: Clock,
  caller: Caller,
  instrumentId: string,
  body: CalibrationBody,
): Promise<CalibrationRecord> {
  const instrument = await lockInstrument(tx, instrumentId, caller.siteIds)
  if (!instrument) throw notFound()
  const performedAt = performedAtOf(clock, body)
  const standard = await referenceStandardOf(tx, clock, caller, body.reference_standard_asset_id, performedAt)
  const performer = await performerOf(tx, caller, body.performed_by)
  requireActive(instrument)
  requireCalibratable(instrument)
  const requirements = requirementsNow(caller.workspace)
  const stated = statedFieldsOf(caller, instrument, body, performedAt, requirements)
  const checked = { instrument, stated, standard, performer, requirements }
  return presentCalibration(await enterCalibration(tx, clock, caller, checked))
}

/** An instrument that only serves as a reference is never due, and never calibrated. */
function requireCalibratable({ status }: InstrumentRow): void {
  if (status !== 'REFERENCE_ONLY') return
  throw new ApiError('CONFLICT', {
    reason: because('calibration.instrument_is_reference'),
  })
}
