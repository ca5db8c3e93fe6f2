import { Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { waitingCountQuery } from '../../queries/approvals.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { Icon } from '../icons.tsx'
import styles from './app-frame.module.css'
import { framePagesFor } from './pages.ts'

/** The way to every page; collapsed to icons it keeps its names as labels and tooltips. */
export function LeftRail({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
  const { workspaceId, role } = useWorkspace()
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
        {framePagesFor(role).map(({ to, label, icon }) => {
          return (
            <li key={to}>
              <Tooltip label={t(label)} position="right" disabled={!collapsed}>
                <Link
                  to={to}
                  params={{ workspaceId }}
                  className={styles.pageLink}
                  activeOptions={{ includeSearch: false }}
                  activeProps={{ 'data-active': true }}
                >
                  <Icon name={icon} />
                  <span className={collapsed ? 'visually-hidden' : undefined}>{t(label)}</span>
                  {label === 'nav.approvals' && may.manage(role) && <WaitingCount />}
                </Link>
              </Tooltip>
            </li>
          )
        })}
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

/** How many records wait for those who decide on them; nothing where none does. */
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
