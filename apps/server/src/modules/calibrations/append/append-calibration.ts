import type {
  CalibrationBatch,
  CalibrationBatchResults,
  CalibrationRecordWithMeasurements,
} from '@plumbline/contract'
import type { Transaction } from '../../../platform/db/index.ts'
import { ApiError } from '../../../platform/errors.ts'
import { inGroups } from '../../../platform/grouping.ts'
import { respondToBatch, type Response } from '../../../platform/http/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import { withIdempotencyForEach, type Caller, type GroupWork } from '../../access/index.ts'
import { findInstrument } from '../../instruments/index.ts'
import type { CanonicalValue } from '../../ledger/index.ts'
import type { CalibrationDeps, RecordingDeps } from '../deps.ts'
import { lockInputs, type LockedInputs } from '../write/inputs-store.ts'
import { pointStandards } from '../write/measured-points.ts'
import { requirePerformed, type CalibrationBody } from '../write/stated-fields.ts'
import { writeRecords } from '../write/write.ts'

/** A calibration that a caller sends, with its Idempotency-Key. */
export interface SentCalibration {
  readonly instrumentId: string
  /** The public body, to which the app adds who measured and lines of the certificate. */
  readonly body: CalibrationBody
  readonly idempotencyKey: string
}

/** Operation name under which repeated appends are recognized. Their responses are stored permanently. */
const APPEND_OPERATION = 'appendCalibration'

/** Appends a calibration sent in a request of its own. */
export type AppendCalibration = (
  caller: Caller,
  sent: SentCalibration,
) => Promise<Response & { body: CalibrationRecordWithMeasurements }>

/**
 * Appends a calibration to the ledger, once per Idempotency-Key. Concurrent requests of the same caller share a
 * transaction.
 * @throws 404 NOT_FOUND; 409 ASSET_RETIRED, or CONFLICT for a reference-only instrument; 422 for a time in the
 * future, a reference standard or performer outside the caller's reach, missing fields, or a pass outside tolerance
 * without justification
 */
export function appendCalibration(deps: CalibrationDeps, deadlineMs: number): AppendCalibration {
  const append = inGroups<{ readonly caller: Caller; readonly sent: SentCalibration }, Response>({
    fitting: (queue) => fitting(queue.map(({ sent }) => sent)),
    carryOut: (group) =>
      appendTogether(
        deps,
        group[0]!.caller,
        group.map(({ sent }) => sent),
      ),
    deadlineMs,
    // A transaction costs several times as much as one record in it, and callers with many records send the next one
    // immediately.
    gathersMs: (takenMs) => takenMs / 4,
  })
  return async (caller, sent) => {
    // Checked before looking for a replay: an unusable body is refused regardless of what was sent before.
    requirePerformed(deps.clock, sent.body)
    // A stored response is a body that this operation returned earlier.
    return (await append(groupOf(caller), { caller, sent })) as Response & {
      body: CalibrationRecordWithMeasurements
    }
  }
}

/**
 * Appends the calibrations of a batch in order, each as if it were sent alone. Those that can share a transaction
 * commit together.
 * @returns the outcome of each item; never throws for a problem with a single item
 */
export async function appendBatch(
  deps: CalibrationDeps & { readonly log: Log },
  caller: Caller,
  { items }: CalibrationBatch,
): Promise<CalibrationBatchResults> {
  const sent = items.map(
    ({ instrument_id: instrumentId, idempotency_key: idempotencyKey, body }): SentCalibration => ({
      instrumentId,
      idempotencyKey,
      body,
    }),
  )
  const results = await respondToBatch(sent, {
    log: deps.log,
    check: ({ body }) => requirePerformed(deps.clock, body),
    fitting,
    together: (group) => appendTogether(deps, caller, group),
  })
  // Each response is a record that this operation returned, now or earlier.
  return { results: results as CalibrationBatchResults['results'] }
}

/**
 * Appends one calibration within an existing transaction, for callers that append several.
 * @throws as `appendCalibration`
 */
export async function appendOne(
  tx: Transaction,
  deps: RecordingDeps,
  caller: Caller,
  instrumentId: string,
  body: CalibrationBody,
): Promise<CalibrationRecordWithMeasurements> {
  // A lock that no other transaction requests, so the only wait is for the instrument itself.
  const items = [{ instrumentId, body, advisoryLock: `append ${newId()}` }]
  const inputs = await lockInputs(tx, deps.clock, caller, items)
  const [record] = await writeRecords(tx, deps, caller, items, inputs)
  if (record instanceof ApiError) throw record
  return record!
}

/**
 * Appends calibrations of different instruments, each with a different key and a time of performance that is not in
 * the future. Each gets a response or its own refusal, and those that are appended commit together.
 */
function appendTogether(
  deps: CalibrationDeps,
  caller: Caller,
  sent: readonly SentCalibration[],
): Promise<(Response | ApiError)[]> {
  return withIdempotencyForEach(deps, caller, sent, appending(deps, caller))
}

function appending(deps: CalibrationDeps, caller: Caller): GroupWork<SentCalibration, LockedInputs> {
  return {
    requestOf: ({ instrumentId, body, idempotencyKey }) => ({
      operation: APPEND_OPERATION,
      key: idempotencyKey,
      // A body that passed its schema contains only text and nulls.
      content: { instrument_id: instrumentId, body: body as unknown as CanonicalValue },
      reaches: async (tx, subjectId) => (await findInstrument(tx, subjectId, caller.siteIds)) !== undefined,
    }),
    read: (tx, group) =>
      lockInputs(
        tx,
        deps.clock,
        caller,
        group.map(({ item, lock }) => ({ ...item, advisoryLock: lock })),
      ),
    carryOut: async (tx, items, inputs) => {
      const records = await writeRecords(tx, deps, caller, items, inputs)
      return records.map((record, index) =>
        record instanceof ApiError
          ? record
          : { subjectId: items[index]!.instrumentId, status: 201, body: record },
      )
    },
  }
}

/** Callers whose records may share a transaction: those who are identical in everything a record is checked against. */
function groupOf({ type, id, name, workspaceId, role, siteIds, workspace }: Caller): string {
  return JSON.stringify([workspaceId, type, id, name, role, siteIds, workspace.version])
}

/**
 * Maximum number of records per transaction: enough to spread its cost, few enough that the first does not wait for
 * the last.
 */
const GROUP_MAX = 50

/** What determines whether calibrations can be appended together. A calibration without a key is sent only once. */
type Fitting = Omit<SentCalibration, 'idempotencyKey'> & Partial<Pick<SentCalibration, 'idempotencyKey'>>

/**
 * Returns how many items at the front of a queue can be appended together: their instruments and keys differ, and
 * none is the standard of another.
 */
export function fitting(queue: readonly Fitting[]): number {
  const written = new Set<string>()
  const read = new Set<string>()
  const keys = new Set<string>()
  const isApart = ({ instrumentId, body, idempotencyKey }: Fitting): boolean => {
    const id = instrumentId.toLowerCase()
    const standardIds = [...pointStandards(body).keys()]
    if (body.reference_standard_asset_id != null)
      standardIds.push(body.reference_standard_asset_id.toLowerCase())
    if (written.has(id) || read.has(id)) return false
    if (idempotencyKey !== undefined && keys.has(idempotencyKey)) return false
    if (standardIds.some((standardId) => written.has(standardId))) return false
    written.add(id)
    if (idempotencyKey !== undefined) keys.add(idempotencyKey)
    for (const standardId of standardIds) read.add(standardId)
    return true
  }
  const first = queue.slice(0, GROUP_MAX)
  const end = first.findIndex((sent) => !isApart(sent))
  return end === -1 ? first.length : end
}
