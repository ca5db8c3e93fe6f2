import { queryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../api/index.ts'

/** How the workspace sends e-mail; for admins with access to all sites. */
export const mailQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'mail'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getMailSettings({ signal }),
  })

/** Number of mails that the page lists; they are from the last 30 days. */
const LISTED_MAX = 50

/** The latest mails whose delivery failed or is uncertain. */
export const mailProblemsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'mail', 'problems'],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listMailProblems({ query: { limit: LISTED_MAX }, signal }),
  })
