import { queryOptions } from '@tanstack/react-query'
import type { TableViews } from '@plumbline/contract'
import { workspaceApi } from '../api.ts'

/** Views of the instrument table: those of the workspace and one's own, by name. */
export const viewsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'views'],
    queryFn: async ({ signal }) =>
      (await workspaceApi(workspaceId).get<TableViews>('/views', {}, signal)).data,
  })
