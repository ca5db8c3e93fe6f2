import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import { Icon } from '../icons.tsx'
import styles from './app-frame.module.css'
import { framePages } from './pages.ts'

/** The way to every page; collapsed to icons it keeps its names as labels and tooltips. */
export function LeftRail({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
  const { workspaceId } = useWorkspace()
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
        {framePages.map(({ to, label, icon }) => {
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
