import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { workspaceApi, type QueryOf } from '../api/index.ts'

/** One page of what a reference standard was used for; the page before stays in view while the next one comes. */
export const usedForQuery = (
  workspaceId: string,
  query: QueryOf<'listCalibrations'>,
  { limit, offset }: { limit: number; offset: number },
) =>
  queryOptions({
    queryKey: [workspaceId, 'calibrations', 'used-for', query, limit, offset],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listCalibrations({ query: { ...query, limit, offset }, signal }),
    placeholderData: keepPreviousData,
  })
