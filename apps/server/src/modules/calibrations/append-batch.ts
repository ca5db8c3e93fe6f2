import type { CalibrationBatch, CalibrationBatchResults } from '@plumbline/contract'
import type { Log } from '../../platform/log.ts'
import { answerBatch, type Caller } from '../access/index.ts'
import type { CalibrationDeps } from './append-calibration.ts'
import { appendTogether } from './append-calibration.ts'
import { takeGroup, type SentCalibration } from './append-in-groups.ts'
import { requirePerformed } from './stated-fields.ts'

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
  const results = await answerBatch(sent, {
    log: deps.log,
    check: ({ body }) => requirePerformed(deps.clock, body),
    take: takeGroup,
    together: (group) => appendTogether(deps, caller, group),
  })
  // The answer of each is the record that this operation gave, now or before.
  return { results: results as CalibrationBatchResults['results'] }
}
