import { Button, Checkbox, Group, Text, UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { WITHIN_DAYS_MAX, type Notification } from '@plumbline/contract'
import { formatDate, formatInstant, relativeInstant } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { notificationsQuery } from '../../queries/notifications.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { DelayedSkeleton } from '../delayed-skeleton.tsx'
import { ErrorSummary } from '../error-summary.tsx'
import { useAttempt } from '../form/use-attempt.ts'
import { nameOf } from '../instrument-fields/instrument-words.ts'
import { LinkAnchor } from '../links.tsx'
import { useNotificationList } from './notification-list-query.ts'
import styles from './notifications.module.css'

/** What concerns the person, newest first; opening one marks it as read. */
export function NotificationPanel({ onLeave }: { onLeave: () => void }) {
  const { workspaceId } = useWorkspace()
  const [unreadOnly, setUnreadOnly] = useState(false)
  const list = useNotificationList(workspaceId, unreadOnly)
  const { markRead, refused } = useReading()
  const rows = list.data?.pages.flatMap((page) => page.data)
  return (
    <section aria-label={t('notifications.title')}>
      <Group justify="space-between" className={styles.head}>
        <Text fw={600}>{t('notifications.title')}</Text>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={!list.data?.pages[0]?.unread}
          onClick={() => void markRead()}
        >
          {t('notifications.readAll')}
        </Button>
      </Group>
      <Checkbox
        size="xs"
        className={styles.narrow}
        label={t('notifications.unreadOnly')}
        checked={unreadOnly}
        onChange={(event) => setUnreadOnly(event.currentTarget.checked)}
      />
      <ErrorSummary error={refused ?? list.error} />
      {rows === undefined && !list.error && <DelayedSkeleton lines={4} />}
      {rows?.length === 0 && (
        <Text c="dimmed" size="sm" className={styles.empty}>
          {t(unreadOnly ? 'notifications.noneUnread' : 'notifications.none')}
        </Text>
      )}
      <ul className={styles.list}>
        {rows?.map((notification) => (
          <li key={notification.id}>
            <Row
              notification={notification}
              onOpen={() => {
                void markRead([notification.id])
                onLeave()
              }}
            />
          </li>
        ))}
        <Older list={list} />
      </ul>
      <div className={styles.foot}>
        <LinkAnchor
          to="/w/$workspaceId/settings/notifications"
          params={{ workspaceId }}
          size="sm"
          onClick={onLeave}
        >
          {t('notifications.settings')}
        </LinkAnchor>
      </div>
    </section>
  )
}

/** The way to the notifications before those that are listed. */
function Older({
  list: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}) {
  if (!hasNextPage) return null
  return (
    <li className={styles.older}>
      <Button
        variant="default"
        size="compact-sm"
        loading={isFetchingNextPage}
        onClick={() => void fetchNextPage()}
      >
        {t('notifications.older')}
      </Button>
    </li>
  )
}

function useReading() {
  const { workspaceId, api } = useWorkspace()
  const client = useQueryClient()
  const { error, attempt } = useAttempt()
  const markRead = (ids?: string[]) =>
    attempt(async () => {
      await api.readNotifications({ body: ids ? { ids } : {} })
      await client.invalidateQueries(notificationsQuery(workspaceId))
    })
  return { markRead, refused: error }
}

function Row({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { workspaceId, workspace, sites } = useWorkspace()
  const navigate = useNavigate()
  const { kind, subject_type: type, asset_tag: tag, title, by, reason, count } = notification
  const site = sites.length < 2 ? null : nameOf(sites, notification.site_id)
  const { quote, planned_for: day, due_on: dueOn, created_at: at, read_at: readAt } = notification
  const open = () => {
    onOpen()
    void navigate(destinationOf(workspaceId, notification))
  }
  return (
    <UnstyledButton className={styles.row} data-unread={readAt === null || undefined} onClick={open}>
      <span className={styles.what}>
        {readAt === null && <span className="visually-hidden">{t('notifications.unread')} </span>}
        {t(`notificationKind.${kind}`)}
      </span>
      <span>{[tag, title].filter((part) => part !== null).join(' · ')}</span>
      <span className={styles.details}>
        {site !== null && <span>{site}</span>}
        {by !== null && <span>{t('notifications.by', { by })}</span>}
        {quote !== null && <span>{t('notifications.quote', { quote })}</span>}
        {reason !== null && <span>{t('notifications.reason', { reason })}</span>}
        {count !== null && count > 0 && (
          <span>
            {t(type === 'finding' ? 'notifications.touches' : 'notifications.instruments', { count })}
          </span>
        )}
        {dueOn !== null && <span>{t('notifications.dueOn', { date: formatDate(dueOn) })}</span>}
        {day !== null && <span>{t('notifications.plannedFor', { date: formatDate(day) })}</span>}
        <time dateTime={at} title={formatInstant(at, workspace.timezone)}>
          {relativeInstant(at)}
        </time>
      </span>
    </UnstyledButton>
  )
}

/** Returns the page of a notification. */
function destinationOf(
  workspaceId: string,
  { subject_type: type, subject_id: id }: Pick<Notification, 'subject_type' | 'subject_id'>,
) {
  if (type === 'finding') {
    return { to: '/w/$workspaceId/findings/$findingId', params: { workspaceId, findingId: id! } } as const
  }
  if (type === 'instrument') {
    return {
      to: '/w/$workspaceId/instruments/$instrumentId',
      params: { workspaceId, instrumentId: id! },
    } as const
  }
  if (type === 'worklist') {
    // Assigned work may be due after the default period of the worklist.
    const search = { assigned: 'mine', within: WITHIN_DAYS_MAX } as const
    return { to: '/w/$workspaceId/worklist', params: { workspaceId }, search } as const
  }
  if (type === 'webhook') {
    return { to: '/w/$workspaceId/webhooks/$webhookId', params: { workspaceId, webhookId: id! } } as const
  }
  if (type === 'backups') {
    return { to: '/w/$workspaceId/settings/backups', params: { workspaceId } } as const
  }
  return {
    to: '/w/$workspaceId/calibrations/$calibrationId',
    params: { workspaceId, calibrationId: id! },
  } as const
}
