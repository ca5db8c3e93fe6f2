import { queryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../api/index.ts'

/** How often an open page asks: people are notified some seconds after something happened. */
const ASK_EVERY_MS = 60_000

/** As many as the bell lists. */
const LISTED_MAX = 30

/** The latest notifications of the person, and how many are unread. */
export const notificationsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'notifications'],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listNotifications({ query: { limit: LISTED_MAX }, signal }),
    refetchInterval: ASK_EVERY_MS,
  })

/** What the person wants to be told. */
export const notificationSettingsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'notification-settings'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getNotificationSettings({ signal }),
  })

/** Calendars of due dates that the person subscribes to. */
export const calendarFeedsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'calendar-feeds'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).listCalendarFeeds({ signal }),
  })
