import type { CalibrationRecord } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Answer } from '../../platform/http/index.ts'
import { answerEach, type Caller, type FirstAnswer, type KeyedRequest } from '../access/index.ts'
import { findInstrument } from '../instruments/index.ts'
import type { CanonicalValue } from '../ledger/index.ts'
import { appendAll } from './append-all.ts'
import { appendInGroups, type SentCalibration } from './append-in-groups.ts'
import { beginAppending } from './begin-appending.ts'
import { requirePerformed, type CalibrationBody } from './stated-fields.ts'

/** What use cases of calibrations work with. */
export interface CalibrationDeps {
  readonly db: Database
  readonly clock: Clock
}

/** Name under which repeated records are known; their answers are kept for good. */
const APPEND_OPERATION = 'appendCalibration'

/** Appends calibrations of one request each. */
export type AppendCalibration = (
  caller: Caller,
  sent: SentCalibration,
) => Promise<Answer & { body: CalibrationRecord }>

/**
 * Appends a calibration to the ledger, once for each Idempotency-Key; those of one caller that come at once share a
 * transaction.
 * @throws 404 NOT_FOUND; 409 ASSET_RETIRED, or CONFLICT for a reference-only instrument; 422 for a time ahead,
 * a reference standard or a performer out of reach, missing fields, or a pass outside tolerance without justification
 */
export function appendCalibration(deps: CalibrationDeps, deadlineMs: number): AppendCalibration {
  const append = appendInGroups((caller, sent) => appendTogether(deps, caller, sent), deadlineMs)
  return async (caller, sent) => {
    // Before a replay is looked for: a body that cannot be used is refused whatever was sent before.
    requirePerformed(deps.clock, sent.body)
    // A stored answer is the body that this operation gave before.
    return (await append(caller, sent)) as Answer & { body: CalibrationRecord }
  }
}

/**
 * The same for calibrations of different instruments, each with another key and performed by now: each is answered or
 * refused by itself, and those that are appended commit together.
 */
export async function appendTogether(
  deps: CalibrationDeps,
  caller: Caller,
  sent: readonly SentCalibration[],
): Promise<(Answer | ApiError)[]> {
  return answerEach(
    deps,
    caller,
    sent.map((one) => requestOf(caller, one)),
    {
      begin: (tx, locks) => beginAppending(tx, caller, itemsOf(sent, locks)),
      act: async (tx, begun, places) => {
        const items = itemsOf(sent, []).filter((_, place) => places.includes(place))
        const records = await appendAll(tx, deps.clock, caller, items, begun)
        return records.map((record, place) => firstAnswer(items[place]!.instrumentId, record))
      },
    },
  )
}

function itemsOf(sent: readonly SentCalibration[], locks: readonly string[]) {
  return sent.map(({ instrumentId, body }, place) => ({
    instrumentId,
    body,
    advisoryLock: locks[place] ?? '',
  }))
}

function requestOf(caller: Caller, { instrumentId, body, idempotencyKey }: SentCalibration): KeyedRequest {
  return {
    operation: APPEND_OPERATION,
    key: idempotencyKey,
    // A body that passed its schema holds text and nulls alone.
    content: { instrument_id: instrumentId, body: body as unknown as CanonicalValue },
    reaches: async (tx, subjectId) => (await findInstrument(tx, subjectId, caller.siteIds)) !== undefined,
  }
}

function firstAnswer(subjectId: string, record: CalibrationRecord | ApiError): FirstAnswer | ApiError {
  return record instanceof ApiError ? record : { subjectId, status: 201, body: record }
}

/** Appends one calibration within a transaction, for callers that append several. @throws as `appendCalibration` */
export async function appendOne(
  tx: Transaction,
  clock: Clock,
  caller: Caller,
  instrumentId: string,
  body: CalibrationBody,
): Promise<CalibrationRecord> {
  const items = [{ instrumentId, body, advisoryLock: `append ${instrumentId}` }]
  const [record] = await appendAll(tx, clock, caller, items, await beginAppending(tx, caller, items))
  if (record instanceof ApiError) throw record
  return record!
}
