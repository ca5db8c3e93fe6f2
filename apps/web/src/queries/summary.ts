import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../api/index.ts'

/** Summary of the calibration program, of one site if one is selected. */
export const summaryQuery = (workspaceId: string, siteId: string | undefined) =>
  queryOptions({
    queryKey: [workspaceId, 'summary', siteId],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getSummary({ query: { site_id: siteId }, signal }),
    placeholderData: keepPreviousData,
  })
