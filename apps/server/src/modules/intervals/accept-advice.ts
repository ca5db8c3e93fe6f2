import { because, BULK_CHANGE_IDS_MAX, type AdviceAcceptance } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import { withIdempotency, type Caller } from '../access/index.ts'
import { enterBulkChange, type RegisterDeps } from '../instruments/index.ts'
import type { CanonicalValue } from '../ledger/index.ts'
import { instrumentsAt } from './advice-store.ts'
import { groupNamed } from './list-advice-records.ts'

/** Operation name under which the idempotency of acceptances is stored. */
export const ACCEPT_ADVICE_OPERATION = 'acceptIntervalAdvice'

/**
 * Creates a job that assigns another interval to the instruments of a group that have the current one, with a reason in
 * the ledger for each. A repeated request with the same Idempotency-Key creates no second job.
 * @returns the ID of the job
 * @throws 404 NOT_FOUND if no instrument of the group within the caller's sites has the current interval; 422
 * VALIDATION_ERROR if the group is not specified; 422 FILTER_TOO_BROAD if there are more instruments than a background
 * change may include; 422 INVALID_REQUEST if the key was used for a different change
 */
export async function acceptAdvice(
  deps: RegisterDeps,
  caller: Caller,
  body: AdviceAcceptance,
  key: string | undefined,
): Promise<string> {
  const { calibration_interval_value, calibration_interval_unit, reason } = body
  const change = { calibration_interval_value, calibration_interval_unit }
  const request = {
    operation: ACCEPT_ADVICE_OPERATION,
    key,
    // A body that passed its schema contains only strings and integers.
    content: body as unknown as CanonicalValue,
    reaches: async () => true,
  }
  const response = await withIdempotency(deps, caller, request, async (tx) => {
    const ids = await chosen(tx, caller, body)
    const input = { change, reason, instrument_ids: ids }
    const jobId = enterBulkChange(tx, deps, caller, { input, total: ids.length })
    return { subjectId: jobId, status: 201, body: { jobId } }
  })
  return (response.body as { jobId: string }).jobId
}

async function chosen(queries: WorkspaceQueries, caller: Caller, body: AdviceAcceptance): Promise<string[]> {
  const ids = await instrumentsAt(queries, groupNamed(body, 'body'), {
    siteIds: caller.siteIds,
    value: body.current_interval_value,
    unit: body.current_interval_unit,
    limit: BULK_CHANGE_IDS_MAX + 1,
  })
  if (ids.length === 0) throw notFound()
  if (ids.length <= BULK_CHANGE_IDS_MAX) return ids
  throw new ApiError('FILTER_TOO_BROAD', {
    reason: because('interval_advice.group_too_large', { count: BULK_CHANGE_IDS_MAX }),
    details: { candidates: ids.length, maximum: BULK_CHANGE_IDS_MAX },
  })
}
