import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { workspaceApi, type Query } from '../api.ts'

/** A report by its path below `/reports`. */
export const reportQuery = <Report>(workspaceId: string, path: string, query: Query) =>
  queryOptions({
    queryKey: [workspaceId, 'reports', path, query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).get<Report>(`/reports/${path}`, query, signal),
    placeholderData: keepPreviousData,
  })
