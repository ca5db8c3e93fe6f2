import { Button, Kbd, Menu, Popover, Text, UnstyledButton } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { notificationsQuery } from '../../queries/notifications.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { Icon } from '../icons.tsx'
import { keyName } from '../keyboard-help/key-name.ts'
import { laterPart } from '../later-part.ts'
import { PersonMenu } from './person-menu.tsx'
import { ReadOnlyMark } from './reading-alone.tsx'
import styles from './app-frame.module.css'

/** Opened occasionally, so it is loaded on demand. */
const NotificationPanel = laterPart(
  () => import('../notifications/notification-panel.tsx'),
  'NotificationPanel',
)

/** Larger counts are shown as this number with a plus sign. */
const COUNTED_MAX = 99

/** The top bar: workspace and site on the left, search in the middle, the user on the right. */
export function TopBar({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }) {
  return (
    <header className={styles.top}>
      <WorkspaceSwitch />
      <SiteSwitch />
      <ReadOnlyMark />
      <UnstyledButton className={styles.search} onClick={onSearch} aria-keyshortcuts="Control+K">
        <Icon name="search" size={18} />
        <span className={styles.searchWords}>{t('search.open')}</span>
        <Kbd size="xs">{navigator.platform.startsWith('Mac') ? '⌘K' : `${keyName('ctrl')} K`}</Kbd>
      </UnstyledButton>
      <Bell />
      <PersonMenu onHelp={onHelp} />
    </header>
  )
}

function WorkspaceSwitch() {
  const { workspaceId, workspace, session } = useWorkspace()
  const navigate = useNavigate()
  if (session.memberships.length < 2) {
    return (
      <Text fw={600} truncate className={styles.workspaceName}>
        {workspace.name}
      </Text>
    )
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          className={styles.switch}
          variant="subtle"
          color="gray"
          c="var(--text)"
          px="xs"
          rightSection={<Icon name="down" size={16} />}
        >
          <span className="visually-hidden">{t('frame.workspace')}: </span>
          <Text span inherit truncate>
            {workspace.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {session.memberships.map((membership) => (
          <Menu.Item
            key={membership.workspace_id}
            leftSection={
              <span style={{ width: 16, display: 'inline-block' }}>
                {membership.workspace_id === workspaceId && <Icon name="check" size={16} />}
              </span>
            }
            onClick={() =>
              void navigate({
                to: '/w/$workspaceId',
                params: { workspaceId: membership.workspace_id },
                search: { site: undefined },
              })
            }
          >
            {membership.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function SiteSwitch() {
  const { sites } = useWorkspace()
  const { site } = useSearch({ from: '/w/$workspaceId' })
  const navigate = useNavigate()
  if (sites.length < 2) return null
  const choose = (wanted: string | undefined) =>
    void navigate({ to: '.', search: (search) => ({ ...search, site: wanted, page: undefined }) as never })
  const chosen = sites.find(({ id }) => id === site)
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          className={styles.switch}
          variant={chosen ? 'light' : 'subtle'}
          color={chosen ? 'ink' : 'gray'}
          {...(!chosen && { c: 'var(--text)' })}
          px="xs"
          leftSection={<Icon name="place" size={16} />}
          rightSection={<Icon name="down" size={16} />}
        >
          <span className="visually-hidden">{t('frame.site')}: </span>
          <Text span inherit truncate>
            {chosen?.name ?? t('frame.allSites')}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        <Menu.Item onClick={() => choose(undefined)}>{t('frame.allSites')}</Menu.Item>
        <Menu.Divider />
        {sites.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => choose(id)}>
            {name ?? '–'}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The number of unread notifications, and their list. */
function Bell() {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(notificationsQuery(workspaceId))
  // Mails about several things lead here.
  const [opened, setOpened] = useState(location.hash === '#notifications')
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
