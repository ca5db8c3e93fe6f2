import { queryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../api/index.ts'

/** Polling interval of an open page. */
const ASK_EVERY_MS = 60_000

/** Number of notifications that are read with the number of unread ones. */
const LISTED_MAX = 30

/** The latest notifications of the user, and the number of unread ones. */
export const notificationsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'notifications'],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listNotifications({ query: { limit: LISTED_MAX }, signal }),
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
