import type { CalibrationBatch, CalibrationBatchResults, CalibrationRecord } from '@plumbline/contract'
import { ApiError } from '../../platform/errors.ts'
import { envelopeOf, isFault, refusalOf, type Answer } from '../../platform/http/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Caller } from '../access/index.ts'
import type { CalibrationDeps } from './append-calibration.ts'
import { appendTogether } from './append-calibration.ts'
import { takeGroup, type SentCalibration } from './append-in-groups.ts'
import { requirePerformed } from './stated-fields.ts'

/** An item of a batch with its place. */
interface Item {
  readonly index: number
  readonly sent: SentCalibration
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
  const outcomes: (Answer | ApiError)[] = []
  const queue: Item[] = []
  for (const [
    index,
    { instrument_id: instrumentId, idempotency_key: idempotencyKey, body },
  ] of items.entries()) {
    const early = refusalEarly(() => requirePerformed(deps.clock, body))
    if (early) outcomes[index] = early
    else queue.push({ index, sent: { instrumentId, idempotencyKey, body } })
  }
  while (queue.length > 0) await appendGroup(deps, caller, takeGroup(queue), outcomes)
  return { results: outcomes.map(resultOf) }
}

function refusalEarly(check: () => void): ApiError | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return refusalOf(error)
  }
}

async function appendGroup(
  deps: CalibrationDeps & { readonly log: Log },
  caller: Caller,
  group: readonly Item[],
  outcomes: (Answer | ApiError)[],
): Promise<void> {
  try {
    const answers = await appendTogether(
      deps,
      caller,
      group.map(({ sent }) => sent),
    )
    for (const [place, { index }] of group.entries()) outcomes[index] = answers[place]!
  } catch (error) {
    if (group.length > 1) {
      for (const one of group) await appendGroup(deps, caller, [one], outcomes)
      return
    }
    const refusal = refusalOf(error)
    if (isFault(refusal)) deps.log.error({ err: refusal.cause ?? refusal }, 'an item of a batch failed')
    outcomes[group[0]!.index] = refusal
  }
}

function resultOf(outcome: Answer | ApiError, index: number): CalibrationBatchResults['results'][number] {
  if (outcome instanceof ApiError) return { index, status: outcome.status, error: envelopeOf(outcome) }
  return { index, status: outcome.status ?? 200, body: outcome.body as CalibrationRecord }
}
