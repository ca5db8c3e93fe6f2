import type { InstrumentBatch, InstrumentBatchResults, InstrumentDetail } from '@plumbline/contract'
import { ApiError } from '../../../platform/errors.ts'
import { respondToBatch, type Response } from '../../../platform/http/index.ts'
import type { Log } from '../../../platform/log.ts'
import { withIdempotencyForEach, type Caller, type GroupWork } from '../../access/index.ts'
import type { NewInstrumentBody } from '../body-fields.ts'
import { requireSomeSite } from '../choose-site.ts'
import {
  enterInstruments,
  inputsOfNew,
  readNewBody,
  type CreateDeps,
  type NewInstrumentInputs,
} from './enter-instruments.ts'
import { reachesInstrument } from '../store.ts'

/** Operation name under which repeated creations are recognized. */
export const CREATE_OPERATION = 'createInstrument'

/**
 * Enters an instrument in the register, once per Idempotency-Key.
 * @throws 403 FORBIDDEN for a caller without sites; 422 for a time of calibration more than a day in the future, too
 * many labels or a place outside the caller's reach; 409 CONFLICT for a tag or serial number already in use
 */
export async function createInstrument(
  deps: CreateDeps,
  caller: Caller,
  body: NewInstrumentBody,
  idempotencyKey: string | undefined,
): Promise<Response & { body: InstrumentDetail }> {
  requireSomeSite(caller)
  // Checked before looking for a replay: an unusable body is refused regardless of what was sent before.
  readNewBody(deps.clock, caller, body)
  const sent = { body, idempotency_key: idempotencyKey }
  const [response] = await withIdempotencyForEach(deps, caller, [sent], entering(deps, caller))
  if (response instanceof ApiError) throw response
  // A stored response is a body that this operation returned earlier.
  return response as Response & { body: InstrumentDetail }
}

/**
 * Enters the instruments of a batch in order, each as if it were sent alone; all commit together.
 * @returns the outcome of each; never throws for a problem with a single item
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
    fitting: distinctKeys,
    together: (group) => withIdempotencyForEach(deps, caller, group, entering(deps, caller)),
  })
  // Each response is the instrument that this operation returned, now or earlier.
  return { results: results as InstrumentBatchResults['results'] }
}

/** An instrument as sent, with its Idempotency-Key if there is one. */
interface SentInstrument {
  readonly body: NewInstrumentBody
  readonly idempotency_key: string | undefined
}

/** Returns how many items precede the first one with a repeated key, whose response follows from the earlier item. */
function distinctKeys(queue: readonly SentInstrument[]): number {
  const keys = queue.map((sent) => sent.idempotency_key)
  const repeated = keys.findIndex((key, at) => keys.indexOf(key) < at)
  return repeated === -1 ? keys.length : repeated
}

function entering(
  deps: CreateDeps,
  caller: Caller,
): GroupWork<SentInstrument, ReadonlyMap<SentInstrument, NewInstrumentInputs | ApiError>> {
  return {
    requestOf: ({ body, idempotency_key: key }) => ({
      operation: CREATE_OPERATION,
      key,
      // A body that passed its schema contains only text, integers and booleans.
      content: body,
      reaches: (tx, subjectId) => reachesInstrument(tx, subjectId, caller.siteIds),
    }),
    read: async (tx, group) => {
      const inputs = await inputsOfNew(
        tx,
        caller,
        group.map(({ item }) => item.body),
      )
      return new Map(group.map(({ item }, index) => [item, inputs[index]!]))
    },
    carryOut: async (tx, items, inputs) => {
      const wanted = items.map((item) => inputs.get(item)!)
      const entered = await enterInstruments(tx, deps, caller, wanted)
      return entered.map((one) => {
        if (!('detail' in one)) return one
        const { detail, etag } = one
        return { subjectId: detail.id, status: 201, body: detail, headers: { etag } }
      })
    },
  }
}
