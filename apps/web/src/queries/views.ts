import { queryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../api/index.ts'

/** Views of the instrument table, shared and own, by name. */
export const viewsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'views'],
    queryFn: async ({ signal }) => (await workspaceApi(workspaceId).listViews({ signal })).data,
  })
