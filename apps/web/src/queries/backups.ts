import { queryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../api/index.ts'

/** How often a page polls whether a backup is finished. */
const ASK_EVERY_MS = 2000

/** The state of the server's backups, polled while one is in progress; for admins with access to all sites. */
export const backupsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'backups'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getBackups({ signal }),
    refetchInterval: ({ state }) => (state.data?.is_under_way ? ASK_EVERY_MS : false),
  })
