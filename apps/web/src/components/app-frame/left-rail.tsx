import { Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { waitingCountQuery } from '../../queries/approvals.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { Icon } from '../icons.tsx'
import { usePhone } from '../use-narrow.ts'
import styles from './app-frame.module.css'
import { framePagesFor, type FramePage } from './pages.ts'

/** The navigation to all pages; when collapsed to icons, names remain as labels and tooltips. */
export function LeftRail({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
  const { workspaceId, role } = useWorkspace()
  const isPhone = usePhone()
  const pages = framePagesFor(role)
  return (
    <nav className={styles.rail} aria-label={t('frame.navigation')}>
      <Link to="/w/$workspaceId" params={{ workspaceId }} className={styles.brand} aria-label="Plumbline">
        <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="7" fill="#364ab4" />
          <path d="M16 4v13" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
          <path d="M11.5 17h9L16 28z" fill="#fff" />
        </svg>
        {!collapsed && <span>Plumbline</span>}
      </Link>
      <ul className={styles.pages}>
        {(isPhone ? pages.filter(({ onPhone }) => onPhone) : pages).map(({ to, label, icon }) => (
          <li key={to}>
            <Tooltip label={t(label)} position="right" disabled={!collapsed || isPhone}>
              <Link
                to={to}
                params={{ workspaceId }}
                className={styles.pageLink}
                activeOptions={{ includeSearch: false }}
                activeProps={{ 'data-active': true }}
              >
                <Icon name={icon} />
                <span className={collapsed && !isPhone ? 'visually-hidden' : styles.pageName}>
                  {t(label)}
                </span>
                {label === 'nav.approvals' && may.manage(role) && <WaitingCount />}
              </Link>
            </Tooltip>
          </li>
        ))}
        {isPhone && (
          <li>
            <MorePages pages={pages.filter(({ onPhone }) => !onPhone)} />
          </li>
        )}
      </ul>
      <button
        type="button"
        className={styles.toggle}
        onClick={onToggle}
        aria-expanded={!collapsed}
        aria-label={collapsed ? t('frame.expandRail') : t('frame.collapseRail')}
      >
        <Icon name="rail" />
      </button>
    </nav>
  )
}

/** The menu of pages that do not fit into the bar on a phone. */
function MorePages({ pages }: { pages: readonly FramePage[] }) {
  const { workspaceId } = useWorkspace()
  return (
    <Menu position="top-end">
      <Menu.Target>
        <UnstyledButton className={styles.pageLink} w="100%">
          <Icon name="more" />
          <span className={styles.pageName}>{t('nav.more')}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        {pages.map(({ to, label, icon }) => (
          <Menu.Item
            key={to}
            component={Link}
            to={to}
            params={{ workspaceId } as never}
            leftSection={<Icon name={icon} size={18} />}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The number of records pending approval, for approvers; nothing if there are none. */
function WaitingCount() {
  const { workspaceId } = useWorkspace()
  const { data: count = 0 } = useQuery(waitingCountQuery(workspaceId))
  if (count === 0) return null
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{formatCount(count)}</span>
      <span className="visually-hidden">{t('nav.waiting', { count })}</span>
    </span>
  )
}
