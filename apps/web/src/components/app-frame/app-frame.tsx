import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { workspaceApi } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { searchRequest, whenSingleKey } from '../../state/keyboard/keyboard.ts'
import { useLiveUpdates } from '../../state/live-updates/use-live-updates.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { Icon } from '../icons.tsx'
import { laterPart } from '../later-part.ts'
import { PageSkeleton } from '../page-skeleton.tsx'
import { SampleBar } from '../sample-data/sample-bar.tsx'
import { SessionEndedDialog } from '../sign-in/session-ended-dialog.tsx'
import { BulkChangeBar } from './bulk-change-bar.tsx'
import { LeftRail } from './left-rail.tsx'
import { LastDaysBar } from './reading-alone.tsx'
import { TopBar } from './top-bar.tsx'
import { UnsentBar } from './unsent-bar.tsx'
import { usePalette } from './use-palette.ts'
import { useScans } from './use-scans.ts'
import styles from './app-frame.module.css'

/** Added to the end of access, because the clocks of server and browser can differ. */
const GRACE_MS = 1000

/** Maximum delay: browser timers are limited to a few weeks, and the end of access may change before then. */
const LOOK_EVERY_MS_MAX = 60 * 60_000

const KeyboardHelp = laterPart(() => import('../keyboard-help/keyboard-help.tsx'), 'KeyboardHelp')

/** Navigation, top bar and the page between them. */
export function AppFrame() {
  const { workspaceId, session } = useWorkspace()
  useLiveUpdates(workspaceId)
  useAskAtAccessEnd()
  const [collapsed, setCollapsed] = useLocalStorage({ key: 'plumbline-rail-collapsed', defaultValue: false })
  const narrow = useMediaQuery('(max-width: 75em)', false, { getInitialValueInEffect: false })
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

/** Moves the focus to the title after navigation to another page, unless the page has moved it to a field. */
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

/**
 * Sends a request when an auditor's access is expected to end, so that an open page does not remain visible after it.
 * The refusal is handled like that of any other request.
 */
function useAskAtAccessEnd(): void {
  const { workspaceId, accessEndsAt } = useWorkspace()
  useEffect(() => {
    if (accessEndsAt === null) return undefined
    const wait = Math.max(0, Date.parse(accessEndsAt) - Date.now()) + GRACE_MS
    // Connection failures and server errors are retried next time.
    const ask = () =>
      void workspaceApi(workspaceId)
        .getWorkspace()
        .catch(() => undefined)
    const timer = setInterval(ask, Math.min(wait, LOOK_EVERY_MS_MAX))
    return () => clearInterval(timer)
  }, [accessEndsAt, workspaceId])
}

/** Returns whether the keyboard help is open; `?` opens it, except in a field or over another dialog. */
function useHelpOpened(): [boolean, (opened: boolean) => void] {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target as HTMLElement
      if (target.isContentEditable || target.closest('input, textarea, select, [role=menu]')) return
      if (document.querySelector('[role=dialog]')) return
      event.preventDefault()
      whenSingleKey(() => setOpened(true))
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return [opened, setOpened]
}

/** A notice shown while there is no network; entries are stored and sent later. */
function OfflineBar() {
  const online = useOnline()
  return (
    <div role="status" className={styles.offline} data-shown={!online || undefined}>
      {!online && (
        <>
          <Icon name="offline" size={18} /> {t('frame.offline')}
        </>
      )}
    </div>
  )
}

/** Returns whether the browser has a network connection. */
function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
