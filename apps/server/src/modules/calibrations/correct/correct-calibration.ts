import {
  because,
  type CalibrationCorrection,
  type CalibrationRecordWithMeasurements,
} from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import type { Response } from '../../../platform/http/index.ts'
import { withIdempotency, type Caller } from '../../access/index.ts'
import { findInstrument } from '../../instruments/index.ts'
import type { CanonicalValue } from '../../ledger/index.ts'
import type { CalibrationDeps } from '../deps.ts'
import { enterCalibration } from '../append/enter-calibration.ts'
import { measuredPointsOf, namedStandards, pointStandards } from '../append/measured-points.ts'
import { lockRecord, refused, requireDecider } from '../lock-record.ts'
import { presentWithMeasurements, statusOf } from '../present.ts'
import { performerOf } from '../append/performer.ts'
import { findMeasurements, findSnapshot, hasOpenCorrection } from '../read-store.ts'
import type { CalibrationRow } from '../record.ts'
import { groundOfCorrection } from './ground-of-correction.ts'
import { frozenStandard, requireOtherStandards, standardsAtUse } from '../append/reference-standard.ts'
import { underPresentSettings } from '../settings-at-head.ts'
import { requirementsFrozenWith } from '../requirements-in-force.ts'
import type { FrozenStandard } from '../snapshot.ts'
import { requireStandardJustification } from '../append/standard-justification.ts'
import { requirePerformed, statedFieldsOf, type CalibrationBody } from '../append/stated-fields.ts'

/** Name under which repeated corrections are known; their responses are kept for good. */
const CORRECT_OPERATION = 'correctCalibration'

/**
 * Appends a correction: a whole new record, which takes the place of the other once it is approved. Performer,
 * time and type of work of the corrected record stay unless the body names others. It is held to the requirements
 * of the corrected record. Corrections are possible after retirement too.
 * @throws 403 FORBIDDEN by role; 404 NOT_FOUND; 409 CONFLICT unless the record is approved, current, and has
 * no open correction; 422 as for a new calibration
 */
export async function correctCalibration(
  deps: CalibrationDeps,
  caller: Caller,
  calibrationId: string,
  body: CalibrationCorrection,
): Promise<CalibrationRecordWithMeasurements> {
  requireReadyToCorrect(deps.clock, caller, body)
  return underPresentSettings(() =>
    deps.db.transaction(caller.workspaceId, (tx) => correctOne(tx, deps, caller, calibrationId, body)),
  )
}

/**
 * The same, once for each Idempotency-Key where one is sent: a repetition gets the first response.
 * @throws as `correctCalibration`; 503 REQUEST_IN_PROGRESS; 422 for a key that another request used
 */
export async function correctCalibrationOnce(
  deps: CalibrationDeps,
  caller: Caller,
  calibrationId: string,
  body: CalibrationCorrection,
  idempotencyKey: string | undefined,
): Promise<Response & { body: CalibrationRecordWithMeasurements }> {
  requireReadyToCorrect(deps.clock, caller, body)
  const response = await underPresentSettings(() =>
    withIdempotency(
      deps,
      caller,
      {
        operation: CORRECT_OPERATION,
        key: idempotencyKey,
        // A body that passed its schema holds text and nulls alone.
        content: { calibration_id: calibrationId, body: body as unknown as CanonicalValue },
        reaches: async (tx, subjectId) => (await findInstrument(tx, subjectId, caller.siteIds)) !== undefined,
      },
      async (tx) => {
        const record = await correctOne(tx, deps, caller, calibrationId, body)
        return { subjectId: record.instrument_id, status: 201, body: record }
      },
    ),
  )
  // A stored response is the body that this operation gave before.
  return response as Response & { body: CalibrationRecordWithMeasurements }
}

function requireReadyToCorrect(clock: Clock, caller: Caller, body: CalibrationCorrection): void {
  requireDecider(caller)
  requirePerformed(clock, body)
}

async function correctOne(
  tx: Transaction,
  deps: CalibrationDeps,
  sender: Caller,
  calibrationId: string,
  { correction_reason: reason, ...sent }: CalibrationCorrection,
): Promise<CalibrationRecordWithMeasurements> {
  const { row, instrument, caller } = await lockRecord(tx, sender, calibrationId)
  const performedAt = sent.performed_at ?? row.performedAt
  const type = sent.calibration_type ?? row.calibrationType
  const body = { ...sent, performed_at: performedAt, calibration_type: type }
  requireOtherStandards(instrument.instrumentId, namedStandards(body))
  const frozen = await frozenStandards(tx, row, body)
  const standardAs = async (id: string | null | undefined, field?: string) => {
    if (id == null) return null
    const kept = frozen.get(id.toLowerCase())
    if (kept) return kept
    const [standard] = await standardsAtUse(tx, caller, [{ instrumentId: id.toLowerCase(), at: performedAt }])
    return frozenStandard(caller, standard, field)
  }
  const standard = await standardAs(body.reference_standard_asset_id)
  const points = measuredPointsOf(caller, body, await groundOfCorrection(tx, caller, instrument, row, body))
  const named = [...pointStandards(body)]
  const standards = await Promise.all(named.map(([id, field]) => standardAs(id, field)))
  const performer = await performerOf(tx, caller, body.performed_by, row)
  await requireCorrectable(tx, row)
  const requirements = await requirementsFrozenWith(tx, caller.workspace, row)
  const stated = statedFieldsOf(caller, instrument, body, performedAt, requirements, points)
  requireStandardJustification(
    caller,
    { ...body, reference_standard: null },
    {
      standard: isTakenOver(standard, frozen) ? null : standard,
      ofPoints: standards.filter((each) => each !== null).filter((each) => !isTakenOver(each, frozen)),
    },
  )
  const correction = { of: row, reason }
  const measured = points && { ...points, standards: standards.filter((each) => each !== null) }
  const checked = { instrument, stated, measured, standard, performer, requirements, correction }
  return presentWithMeasurements(await enterCalibration(tx, deps, caller, checked), points?.points)
}

/**
 * What the corrected record froze of its standards, by id, where the correction names some and states the same time: what
 * became of a standard since then says nothing of its use.
 */
async function frozenStandards(
  tx: Transaction,
  row: CalibrationRow,
  body: CalibrationBody,
): Promise<ReadonlyMap<string, FrozenStandard>> {
  const namesAny = body.reference_standard_asset_id != null || pointStandards(body).size > 0
  if (!namesAny || body.performed_at !== row.performedAt) return new Map()
  const [snapshot, recorded] = await Promise.all([
    findSnapshot(tx, row.calibrationId),
    row.measurementCount === null ? null : findMeasurements(tx, row.calibrationId),
  ])
  const all = [
    ...(recorded?.standards ?? []),
    ...(snapshot?.reference_standard ? [snapshot.reference_standard] : []),
  ]
  return new Map(all.map((each) => [each.id, each]))
}

/** Whether the corrected record named it already: it is justified there, or was not asked about then. */
function isTakenOver(standard: FrozenStandard | null, frozen: ReadonlyMap<string, FrozenStandard>): boolean {
  return standard !== null && frozen.has(standard.id)
}

async function requireCorrectable(tx: Transaction, row: CalibrationRow): Promise<void> {
  if (row.decision !== 'approved') throw refused(because('calibration.needs_approval'))
  const status = statusOf(row)
  if (status !== 'current') throw refused(because(`calibration.${status}_not_correctable`))
  await requireNoOpenCorrection(tx, row)
}

/** @throws 409 CONFLICT while a correction of the record waits for its decision */
export async function requireNoOpenCorrection(tx: Transaction, row: CalibrationRow): Promise<void> {
  if (!(await hasOpenCorrection(tx, row.calibrationId))) return
  throw refused(because('calibration.correction_waits'))
}
