import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { workspaceApi, type QueryOf } from '../api/index.ts'

/** One page of what an instrument was used for; the page before stays in view while the next one comes. */
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
