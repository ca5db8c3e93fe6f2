import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { t } from '../../base/messages.ts'
import { searchRequest } from '../../state/keyboard/keyboard.ts'
import { useLiveUpdates } from '../../state/live-updates/use-live-updates.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { PageSkeleton } from '../page-skeleton.tsx'
import { SampleBar } from '../sample-data/sample-bar.tsx'
import { SessionEndedDialog } from '../sign-in/session-ended-dialog.tsx'
import { useAskAtAccessEnd } from './access-end.ts'
import styles from './app-frame.module.css'
import { BulkChangeBar } from './bulk-change-bar.tsx'
import { useHelpOpened } from './help-opened.ts'
import { LeftRail } from './left-rail.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { LastDaysBar } from './reading-alone.tsx'
import { TopBar } from './top-bar.tsx'
import { UnsentBar } from './unsent-bar.tsx'
import { usePalette } from './use-palette.ts'
import { useScans } from './use-scans.ts'

const KeyboardHelp = lazy(() =>
  import('../keyboard-help/keyboard-help.tsx').then((module) => ({ default: module.KeyboardHelp })),
)

/** Rail, top bar and the page between them. */
export function AppFrame() {
  const { workspaceId, session } = useWorkspace()
  useLiveUpdates(workspaceId)
  useAskAtAccessEnd()
  const [collapsed, setCollapsed] = useLocalStorage({ key: 'plumbline-rail-collapsed', defaultValue: false })
  const narrow = useMediaQuery('(max-width: 64em)', false, { getInitialValueInEffect: false })
  const palette = usePalette()
  useScans()
  const [helpOpened, setHelpOpened] = useHelpOpened()
  const main = useFocusOnArrival()
  return (
    <div className={styles.frame} data-collapsed={collapsed || narrow || undefined}>
      <a className="skip-link" href="#main">
        {t('frame.skip')}
      </a>
      <LeftRail collapsed={collapsed || narrow} onToggle={() => setCollapsed(!collapsed)} />
      <div className={styles.side}>
        <TopBar onSearch={() => searchRequest.ask()} onHelp={() => setHelpOpened(true)} />
        <SampleBar />
        <LastDaysBar />
        <OfflineBar />
        <UnsentBar />
        <BulkChangeBar />
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <SessionEndedDialog session={session} />
      {palette}
      {helpOpened && (
        <Suspense>
          <KeyboardHelp onClose={() => setHelpOpened(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** After a move to another page the focus stands at its title, unless the page has put it into a field. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef(path)
  useEffect(() => {
    if (before.current === undefined || before.current === path) {
      before.current = path
      return
    }
    before.current = path
    const page = main.current
    if (!page || page.contains(document.activeElement)) return
    ;(page.querySelector<HTMLElement>('#page-title') ?? page).focus({ preventScroll: true })
  }, [path])
  return main
}
