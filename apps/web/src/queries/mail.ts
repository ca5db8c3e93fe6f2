import { queryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../api/index.ts'

/** How the workspace sends e-mail; for admins with access to all sites. */
export const mailQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'mail'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getMailSettings({ signal }),
  })
