import { queryOptions } from '@tanstack/react-query'
import type { StandardAtUse } from '@plumbline/contract'
import { ApiFailure, workspaceApi } from '../api/index.ts'
import { queryInBatch } from './query-in-batch.ts'

/** When and for what an instrument is used as a standard. */
interface StandardUse {
  /** Null for now. */
  readonly at: string | null
  /** The instrument that is calibrated with it. */
  readonly calibrates: string
}

/** The data of an instrument that a record would store of it as its standard. */
export const standardAtUseQuery = (
  workspaceId: string,
  instrumentId: string,
  { at, calibrates }: StandardUse,
) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', instrumentId, 'calibrations', 'standard-at-use', at, calibrates],
    queryFn: () => readStandardAtUse(workspaceId, instrumentId, { at, calibrates }),
  })

/**
 * Returns the data that a record would store of a standard. Standards that are queried at the same time share one request.
 * @throws {ApiFailure} 404 for a standard that the server does not return
 */
async function readStandardAtUse(
  workspaceId: string,
  instrumentId: string,
  { at, calibrates }: StandardUse,
): Promise<StandardAtUse> {
  const found = await queryInBatch(
    JSON.stringify([workspaceId, at, calibrates]),
    instrumentId,
    async (ids) => {
      const query = { instrument_ids: ids.join(','), ...(at !== null && { at }), calibrates }
      return (await workspaceApi(workspaceId).listStandardsAtUse({ query })).data
    },
  )
  if (!found) throw new ApiFailure(404, 'NOT_FOUND', instrumentId)
  return found
}
