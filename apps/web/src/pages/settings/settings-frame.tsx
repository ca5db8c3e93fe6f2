import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { t } from '../../base/messages.ts'
import { areasFor } from '../../components/app-frame/settings-areas.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './settings-frame.module.css'

/** The navigation between areas of the settings, with the open area. */
export function SettingsFrame() {
  const open = useWorkspace()
  const { workspaceId } = open
  const areas = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  useEffect(() => keepOpenInView(areas.current), [pathname])
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

/** Scrolls the open area into view if the navigation is one line that is wider than the window, also after fonts load. */
function keepOpenInView(areas: HTMLUListElement | null): (() => void) | undefined {
  if (!areas) return undefined
  const sizes = new ResizeObserver(() => showOpen(areas))
  for (const one of [areas, ...areas.children]) sizes.observe(one)
  return () => sizes.disconnect()
}

function showOpen(areas: HTMLUListElement): void {
  const open = areas.querySelector<HTMLElement>('[data-active]')
  if (open) areas.scrollLeft += open.getBoundingClientRect().right - areas.getBoundingClientRect().right
}
