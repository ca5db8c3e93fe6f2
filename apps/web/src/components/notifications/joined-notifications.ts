import type { InfiniteData } from '@tanstack/react-query'
import type { NotificationList } from '@plumbline/contract'

/** Pages of notifications, newest first; the parameter of each is the ID before which it begins. */
export type ListedNotifications = InfiniteData<NotificationList, string | undefined>

/**
 * Puts the latest notifications, as read again, in the place of those listed from the same time. Older ones stay as they
 * were read.
 * @returns undefined if there may be some between the latest and those listed: the list has to be read again
 */
export function withLatest(
  list: ListedNotifications,
  latest: NotificationList,
  unreadOnly: boolean,
): ListedNotifications | undefined {
  const [first, ...others] = list.pages
  const oldest = latest.data.at(-1)?.id
  const isWhole = !latest.pagination.has_more || oldest === undefined
  const rows = list.pages.flatMap(({ data }) => data)
  // IDs are in the order of the list.
  if (!first || (!isWhole && !rows.some(({ id }) => id >= oldest))) return undefined
  const isOlder = ({ id }: { id: string }) => !isWhole && id < oldest
  const fresh = unreadOnly ? latest.data.filter(({ read_at: readAt }) => readAt === null) : latest.data
  const pages = [
    { ...first, unread: latest.unread, data: [...fresh, ...first.data.filter(isOlder)] },
    ...others.map((page) => ({ ...page, data: page.data.filter(isOlder) })),
  ]
  // The next page begins after the last row, which must not be lost with the others.
  return pages.at(-1)!.data.length === 0 && rows.length > 0 ? undefined : { ...list, pages }
}
