import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { workspaceApi, type QueryOf } from '../api/index.ts'

/** A page of the calibrations for which an instrument was used; the previous page is shown while the next one loads. */
export const usedForQuery = (
  workspaceId: string,
  instrumentId: string,
  query: QueryOf<'listUsedFor'>,
  { limit, offset }: { limit: number; offset: number },
) =>
  queryOptions({
    queryKey: [workspaceId, 'calibrations', 'used-for', instrumentId, query, limit, offset],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listUsedFor({
        params: { instrument_id: instrumentId },
        query: { ...query, limit, offset },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
