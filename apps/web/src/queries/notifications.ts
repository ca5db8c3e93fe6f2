import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../api/index.ts'

/** Polling interval of an open page. */
const ASK_EVERY_MS = 60_000

/** Number of notifications that the bell lists at a time. */
const LISTED_MAX = 30

/** The latest notifications of the user, and the number of unread ones. */
export const notificationsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'notifications'],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listNotifications({ query: { limit: LISTED_MAX }, signal }),
    refetchInterval: ASK_EVERY_MS,
  })

/** All notifications of the user, or the unread ones, page by page; read again whenever the latest are. */
export const notificationListQuery = (workspaceId: string, unreadOnly: boolean) =>
  infiniteQueryOptions({
    queryKey: [workspaceId, 'notifications', unreadOnly ? 'unread' : 'all'],
    queryFn: ({ signal, pageParam }) =>
      workspaceApi(workspaceId).listNotifications({
        query: { limit: LISTED_MAX, offset: pageParam, ...(unreadOnly && { unread: 'true' }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ pagination: { has_more, offset, limit } }) =>
      has_more ? offset + limit : undefined,
    refetchInterval: ASK_EVERY_MS,
  })

/** The notification settings of the user. */
export const notificationSettingsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'notification-settings'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getNotificationSettings({ signal }),
  })

/** Calendar feeds of due dates that the user has created. */
export const calendarFeedsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'calendar-feeds'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).listCalendarFeeds({ signal }),
  })
