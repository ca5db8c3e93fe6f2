import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { PAGE_LIMIT_MAX } from '@plumbline/contract'
import { workspaceApi, type QueryOf } from '../api/index.ts'

/** One page of the worklist. */
export const dueQuery = (workspaceId: string, query: QueryOf<'listDue'>) =>
  queryOptions({
    queryKey: [workspaceId, 'due', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).listDue({ query, signal }),
    placeholderData: keepPreviousData,
  })

/** Maximum number of rows in a printed worklist. */
export const DUE_ROWS_MAX = 2000

/** The whole worklist of a filter, read page by page, at most `DUE_ROWS_MAX` rows. */
export const wholeDueQuery = (workspaceId: string, query: QueryOf<'listDue'>) =>
  infiniteQueryOptions({
    queryKey: [workspaceId, 'due', 'whole', query],
    queryFn: ({ signal, pageParam }) =>
      workspaceApi(workspaceId).listDue({
        query: { ...query, limit: PAGE_LIMIT_MAX, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ pagination: { has_more, offset, limit } }) =>
      has_more && offset + limit < DUE_ROWS_MAX ? offset + limit : undefined,
  })
