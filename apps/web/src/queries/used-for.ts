import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AppCalibrationRecord, Page } from '@plumbline/contract'
import { workspaceApi, type Query } from '../api.ts'

/** One page of what a reference standard was used for; the page before stays in view while the next one comes. */
export const usedForQuery = (
  workspaceId: string,
  query: Query,
  { limit, offset }: { limit: number; offset: number },
) =>
  queryOptions({
    queryKey: [workspaceId, 'calibrations', 'used-for', query, limit, offset],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).get<Page<AppCalibrationRecord>>(
        '/calibrations',
        { ...query, limit, offset },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
