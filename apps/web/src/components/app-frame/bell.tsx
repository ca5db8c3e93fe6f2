import { Popover, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { notificationsQuery } from '../../queries/notifications.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { Icon } from '../icons.tsx'
import { laterPart } from '../later-part.ts'
import styles from './app-frame.module.css'

/** Opened now and then: it stays out of the first page. */
const NotificationPanel = laterPart(
  () => import('../notifications/notification-panel.tsx'),
  'NotificationPanel',
)

/** More than so many are not counted. */
const COUNTED_MAX = 99

/** How many notifications of the person are unread, and the list of them. */
export function Bell() {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(notificationsQuery(workspaceId))
  const [opened, setOpened] = useState(false)
  const unread = data?.unread ?? 0
  return (
    <Popover position="bottom-end" width={380} opened={opened} onChange={setOpened} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={styles.bell}
          aria-label={unread === 0 ? t('bell.open') : t('bell.unread', { count: unread })}
          onClick={() => setOpened(!opened)}
        >
          <Icon name="bell" />
          {unread > 0 && (
            <span className={styles.bellCount} aria-hidden="true">
              {unread > COUNTED_MAX ? `${formatCount(COUNTED_MAX)}+` : formatCount(unread)}
            </span>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 16px)">
        {opened && (
          <Suspense>
            <NotificationPanel onLeave={() => setOpened(false)} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
