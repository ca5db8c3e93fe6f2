import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useRef } from 'react'
import { t } from '../../base/messages.ts'
import { areasFor } from '../../components/app-frame/settings-areas.ts'
import { useOpenInView } from '../../components/open-in-view.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './settings-frame.module.css'

/** The navigation between areas of the settings, with the open area. */
export function SettingsFrame() {
  const open = useWorkspace()
  const { workspaceId } = open
  const areas = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  useOpenInView(areas, pathname)
  return (
    <div className={styles.frame}>
      <nav className={styles.areas} aria-label={t('settings.areas')}>
        <p className={styles.heading}>{t('nav.settings')}</p>
        <ul ref={areas}>
          {areasFor(open).map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                params={{ workspaceId }}
                className={styles.area}
                activeOptions={{ includeSearch: false }}
                activeProps={{ 'data-active': true }}
              >
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.page}>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  )
}
