import { infiniteQueryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../../api/index.ts'

/** Polling interval of an open panel. */
const ASK_EVERY_MS = 60_000

/** Number of notifications that the panel reads at a time. */
const PAGE_ROWS = 30

/** All notifications of the user, or the unread ones, page by page; read again whenever the latest are. */
export const notificationListQuery = (workspaceId: string, unreadOnly: boolean) =>
  infiniteQueryOptions({
    queryKey: [workspaceId, 'notifications', unreadOnly ? 'unread' : 'all'],
    queryFn: ({ signal, pageParam }) =>
      workspaceApi(workspaceId).listNotifications({
        query: { limit: PAGE_ROWS, offset: pageParam, ...(unreadOnly && { unread: 'true' }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ pagination: { has_more, offset, limit } }) =>
      has_more ? offset + limit : undefined,
    refetchInterval: ASK_EVERY_MS,
  })
