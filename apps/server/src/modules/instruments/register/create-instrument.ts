import type { InstrumentBatch, InstrumentBatchResults, InstrumentDetail } from '@plumbline/contract'
import type { ApiError } from '../../../platform/errors.ts'
import { respondToBatch, type Response, type BatchItem } from '../../../platform/http/index.ts'
import type { Log } from '../../../platform/log.ts'
import {
  withIdempotencyForEach,
  withIdempotencyInBatch,
  type Caller,
  type CarriedOut,
  type RepeatableRequest,
} from '../../access/index.ts'
import type { NewInstrumentBody } from '../body-fields.ts'
import { requireSomeSite } from '../choose-place.ts'
import {
  enterInstruments,
  groundsOfNew,
  readNewBody,
  type CreateDeps,
  type NewGround,
} from './enter-instruments.ts'
import { reachesInstrument } from '../store.ts'

/** Name under which repeated creations are known. */
export const CREATE_OPERATION = 'createInstrument'

/**
 * Enters an instrument in the register, once for each Idempotency-Key.
 * @throws 403 FORBIDDEN for a caller without sites; 422 for a time of calibration more than a day ahead,
 * too many labels or a place out of reach; 409 CONFLICT for a taken tag or serial number
 */
export async function createInstrument(
  deps: CreateDeps,
  caller: Caller,
  body: NewInstrumentBody,
  idempotencyKey: string | undefined,
): Promise<Response & { body: InstrumentDetail }> {
  requireSomeSite(caller)
  // Before a replay is looked for: a body that cannot be used is refused whatever was sent before.
  readNewBody(deps.clock, caller, body)
  const request = requestOf(caller, body, idempotencyKey)
  const response = await withIdempotencyInBatch(deps, caller, request, entering(deps, caller, [body]))
  // A stored response is the body that this operation gave before.
  return response as Response & { body: InstrumentDetail }
}

/**
 * Enters the instruments of a batch, each as if it were sent alone, in their order; all commit together.
 * @returns what became of each; nothing that concerns one item is thrown
 * @throws 403 FORBIDDEN for a caller without sites
 */
export async function createInstruments(
  deps: CreateDeps & { readonly log: Log },
  caller: Caller,
  { items }: InstrumentBatch,
): Promise<InstrumentBatchResults> {
  requireSomeSite(caller)
  const results = await respondToBatch(items, {
    log: deps.log,
    check: ({ body }) => void readNewBody(deps.clock, caller, body),
    take: takeDistinct,
    together: (group) => {
      const requests = group.map(({ body, idempotency_key: key }) => ({
        ...requestOf(caller, body, key),
        key,
      }))
      const bodies = group.map(({ body }) => body)
      return withIdempotencyForEach(deps, caller, requests, entering(deps, caller, bodies))
    },
  })
  // The response of each is the instrument that this operation gave, now or before.
  return { results: results as InstrumentBatchResults['results'] }
}

/** Takes the items up to the first whose key another one has: its response follows from that one. */
function takeDistinct(queue: BatchItem<InstrumentBatch['items'][number]>[]) {
  const keys = queue.map(({ sent }) => sent.idempotency_key)
  const repeated = keys.findIndex((key, at) => keys.indexOf(key) < at)
  return queue.splice(0, repeated === -1 ? queue.length : repeated)
}

function requestOf(caller: Caller, body: NewInstrumentBody, key: string | undefined): RepeatableRequest {
  return {
    operation: CREATE_OPERATION,
    key,
    // A body that passed its schema holds text, whole numbers and booleans alone.
    content: body,
    reaches: (tx, subjectId) => reachesInstrument(tx, subjectId, caller.siteIds),
  }
}

function entering(
  deps: CreateDeps,
  caller: Caller,
  bodies: readonly NewInstrumentBody[],
): CarriedOut<(NewGround | ApiError)[]> {
  return {
    begin: (tx) => groundsOfNew(tx, caller, bodies),
    act: async (tx, grounds, places) => {
      const wanted = places.map((place) => grounds[place]!)
      const entered = await enterInstruments(tx, deps, caller, wanted)
      return entered.map((one) => {
        if (!('detail' in one)) return one
        const { detail, etag } = one
        return { subjectId: detail.id, status: 201, body: detail, headers: { etag } }
      })
    },
  }
}
