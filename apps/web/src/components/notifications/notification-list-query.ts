import { useEffect } from 'react'
import { infiniteQueryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { workspaceApi } from '../../api/index.ts'
import { notificationsQuery } from '../../queries/notifications.ts'
import { withLatest, type ListedNotifications } from './joined-notifications.ts'

/** Number of notifications that the panel reads at a time. */
const PAGE_ROWS = 30

/**
 * All notifications of the user, or the unread ones, page by page, each beginning after the last one of the page before
 * it. They are read again when the user has marked some as read; until then the latest are put in front of them.
 */
const notificationListQuery = (workspaceId: string, unreadOnly: boolean) =>
  infiniteQueryOptions({
    queryKey: [workspaceId, 'notifications', unreadOnly ? 'unread' : 'all'],
    queryFn: ({ signal, pageParam: before }) =>
      workspaceApi(workspaceId).listNotifications({
        query: {
          limit: PAGE_ROWS,
          ...(before !== undefined && { before }),
          ...(unreadOnly && { unread: 'true' }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, pagination }) => (pagination.has_more ? data.at(-1)?.id : undefined),
    staleTime: Infinity,
  })

/** The notifications of the user as far as they were asked for, with the latest, which are read every minute. */
export function useNotificationList(workspaceId: string, unreadOnly: boolean) {
  const client = useQueryClient()
  const { data: latest, dataUpdatedAt: latestAt } = useQuery(notificationsQuery(workspaceId))
  useEffect(() => {
    const { queryKey } = notificationListQuery(workspaceId, unreadOnly)
    const list = client.getQueryState<ListedNotifications>(queryKey)
    if (!latest || !list?.data || list.dataUpdatedAt >= latestAt) return
    const joined = withLatest(list.data, latest, unreadOnly)
    if (joined) client.setQueryData(queryKey, joined)
    else void client.resetQueries({ queryKey })
  }, [client, workspaceId, unreadOnly, latest, latestAt])
  return useInfiniteQuery(notificationListQuery(workspaceId, unreadOnly))
}
