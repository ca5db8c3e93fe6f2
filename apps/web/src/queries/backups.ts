import { queryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../api/index.ts'

/** How often a page asks whether a backup has been made. */
const ASK_EVERY_MS = 2000

/** How the backups of the server stand, asked for again while one is under way; for admins with access to all sites. */
export const backupsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'backups'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getBackups({ signal }),
    refetchInterval: ({ state }) => (state.data?.is_under_way ? ASK_EVERY_MS : false),
  })
