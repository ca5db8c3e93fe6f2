import { queryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../api/index.ts'

/** Members who can be named as the person who performed a calibration. */
export const performersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'performers'],
    queryFn: () => workspaceApi(workspaceId).listPerformers.all(),
  })
