import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DueInstrument, Page } from '@plumbline/contract'
import { workspaceApi, type Query } from '../api.ts'

/** One page of the worklist. */
export const dueQuery = (workspaceId: string, query: Query) =>
  queryOptions({
    queryKey: [workspaceId, 'due', query],
    queryFn: () => workspaceApi(workspaceId).get<Page<DueInstrument>>('/due', query),
    placeholderData: keepPreviousData,
  })
