import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Summary } from '@plumbline/contract'
import { workspaceApi } from '../api.ts'

/** One look at the calibration program, of one site where that is chosen. */
export const summaryQuery = (workspaceId: string, siteId: string | undefined) =>
  queryOptions({
    queryKey: [workspaceId, 'summary', siteId],
    queryFn: ({ signal }) => workspaceApi(workspaceId).get<Summary>('/summary', { site_id: siteId }, signal),
    placeholderData: keepPreviousData,
  })
