import type {
  CalibrationBatch,
  CalibrationBatchResults,
  CalibrationRecordWithMeasurements,
} from '@plumbline/contract'
import type { Transaction } from '../../../platform/db/index.ts'
import { Deadline, DeadlinePassed, presentDeadline } from '../../../platform/deadline.ts'
import { ApiError, UnavailableError } from '../../../platform/errors.ts'
import { respondToBatch, type Response } from '../../../platform/http/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import {
  withIdempotencyForEach,
  type Caller,
  type FirstResponse,
  type KeyedRequest,
} from '../../access/index.ts'
import { findInstrument } from '../../instruments/index.ts'
import type { CanonicalValue } from '../../ledger/index.ts'
import type { CalibrationDeps, RecordingDeps } from '../deps.ts'
import { appendAll } from './append-all.ts'
import { beginAppending } from './check-calibrations.ts'
import { pointStandards } from './measured-points.ts'
import { requirePerformed, type CalibrationBody } from './stated-fields.ts'

/** A calibration that a caller sends, with its Idempotency-Key. */
export interface SentCalibration {
  readonly instrumentId: string
  /** The public body; the app adds who measured and lines of the certificate. */
  readonly body: CalibrationBody
  readonly idempotencyKey: string
}

/** Name under which repeated records are known; their responses are kept for good. */
const APPEND_OPERATION = 'appendCalibration'

/** Appends calibrations of one request each. */
export type AppendCalibration = (
  caller: Caller,
  sent: SentCalibration,
) => Promise<Response & { body: CalibrationRecordWithMeasurements }>

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
    // A stored response is the body that this operation gave before.
    return (await append(caller, sent)) as Response & { body: CalibrationRecordWithMeasurements }
  }
}

/**
 * Appends the calibrations of a batch, each as if it were sent alone, in their order. Those that can share a transaction
 * commit together.
 * @returns what became of each; nothing that concerns one item is thrown
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
    take: takeGroup,
    together: (group) => appendTogether(deps, caller, group),
  })
  // The response of each is the record that this operation gave, now or before.
  return { results: results as CalibrationBatchResults['results'] }
}

/** Appends one calibration within a transaction, for callers that append several. @throws as `appendCalibration` */
export async function appendOne(
  tx: Transaction,
  deps: RecordingDeps,
  caller: Caller,
  instrumentId: string,
  body: CalibrationBody,
): Promise<CalibrationRecordWithMeasurements> {
  // A lock that nobody else asks for: the instrument itself is waited for.
  const items = [{ instrumentId, body, advisoryLock: `append ${newId()}` }]
  const [record] = await appendAll(
    tx,
    deps,
    caller,
    items,
    await beginAppending(tx, deps.clock, caller, items),
  )
  if (record instanceof ApiError) throw record
  return record!
}

/**
 * Appends calibrations of different instruments, each with another key and performed by now. Each gets a response or
 * refused by itself, and those that are appended commit together.
 */
async function appendTogether(
  deps: CalibrationDeps,
  caller: Caller,
  sent: readonly SentCalibration[],
): Promise<(Response | ApiError)[]> {
  return withIdempotencyForEach(
    deps,
    caller,
    sent.map((one) => requestOf(caller, one)),
    {
      begin: (tx, locks) => beginAppending(tx, deps.clock, caller, itemsOf(sent, locks)),
      act: async (tx, begun, places) => {
        const items = itemsOf(sent, []).filter((_, place) => places.includes(place))
        const records = await appendAll(tx, deps, caller, items, begun)
        return records.map((record, place) => firstResponse(items[place]!.instrumentId, record))
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

function firstResponse(
  subjectId: string,
  record: CalibrationRecordWithMeasurements | ApiError,
): FirstResponse | ApiError {
  return record instanceof ApiError ? record : { subjectId, status: 201, body: record }
}

/** Appends calibrations of one caller in one transaction; returns or refuses each by itself. */
type AppendTogether = (caller: Caller, sent: readonly SentCalibration[]) => Promise<(Response | ApiError)[]>

/** Records of one transaction: enough to spread its cost, few enough that the first does not wait for the last. */
const GROUP_MAX = 50

interface Waiting {
  readonly caller: Caller
  readonly sent: SentCalibration
  readonly responded: PromiseWithResolvers<Response>
  /** Of the request; after it nobody waits for the record any more, and the record must not be written. */
  readonly deadline: Deadline | undefined
}

/**
 * Appends calibrations that come at once together: those that arrive while others of the same caller are on their way
 * wait for them and share the next transaction, instead of taking turns at the ledger's head, each with a commit of
 * its own. A caller who sends one at a time waits for nobody. What fails as a group for another reason than a refusal
 * is carried out one by one, unless it took too long or the database is away: then every request has been, or will be,
 * refused with 503, and nothing of it may be written later. A group has as long as the request that has least.
 * @param deadlineMs longest that a group may take
 */
function appendInGroups(together: AppendTogether, deadlineMs: number) {
  /** Those that wait, by caller; a caller is listed while a group is on its way. */
  const waiting = new Map<string, Waiting[]>()

  const carryOut = async (name: string, taken: readonly Waiting[]): Promise<void> => {
    const group = taken.filter(({ deadline }) => deadline?.leftMs !== 0)
    for (const one of taken) if (!group.includes(one)) one.responded.reject(new DeadlinePassed())
    if (group.length > 0) await settle(together, group, deadlineMs)
    const queue = waiting.get(name)!
    const next = takeGroup(queue)
    if (next.length === 0) waiting.delete(name)
    else void carryOut(name, next)
  }

  return (caller: Caller, sent: SentCalibration): Promise<Response> => {
    const one: Waiting = { caller, sent, responded: Promise.withResolvers(), deadline: presentDeadline() }
    const name = nameOf(caller)
    const queue = waiting.get(name)
    if (queue) {
      queue.push(one)
    } else {
      waiting.set(name, [])
      void carryOut(name, [one])
    }
    return one.responded.promise
  }
}

/** Callers who may share a transaction: the same in everything that a record is checked against. */
function nameOf({ type, id, name, workspaceId, role, siteIds, workspace }: Caller): string {
  return JSON.stringify([workspaceId, type, id, name, role, siteIds, workspace.version])
}

/** Takes from a queue, in its order, what can be appended together. */
function takeGroup<One extends { readonly sent: SentCalibration }>(queue: One[]): One[] {
  const group: One[] = []
  const written = new Set<string>()
  const read = new Set<string>()
  const keys = new Set<string>()
  while (group.length < GROUP_MAX && queue.length > 0) {
    const { instrumentId, body, idempotencyKey } = queue[0]!.sent
    const id = instrumentId.toLowerCase()
    const standardIds = [...pointStandards(body).keys()]
    if (body.reference_standard_asset_id != null)
      standardIds.push(body.reference_standard_asset_id.toLowerCase())
    const isApart =
      !written.has(id) &&
      !read.has(id) &&
      !standardIds.some((standardId) => written.has(standardId)) &&
      !keys.has(idempotencyKey)
    if (!isApart) break
    written.add(id)
    keys.add(idempotencyKey)
    for (const standardId of standardIds) read.add(standardId)
    group.push(queue.shift()!)
  }
  return group
}

async function settle(
  together: AppendTogether,
  group: readonly Waiting[],
  deadlineMs: number,
): Promise<void> {
  const [{ caller }] = group as [Waiting]
  const leftMs = Math.min(deadlineMs, ...group.map(({ deadline }) => deadline?.leftMs ?? deadlineMs))
  try {
    const sent = group.map((one) => one.sent)
    const responses = await new Deadline(leftMs).run(() => together(caller, sent))
    for (const [place, { responded }] of group.entries()) resolveOne(responded, responses[place]!)
  } catch (error) {
    const isFinal = group.length === 1 || error instanceof UnavailableError
    if (isFinal) for (const { responded } of group) responded.reject(error)
    else for (const one of group) await settle(together, [one], deadlineMs)
  }
}

function resolveOne(responded: PromiseWithResolvers<Response>, response: Response | ApiError): void {
  if (response instanceof ApiError) responded.reject(response)
  else responded.resolve(response)
}
