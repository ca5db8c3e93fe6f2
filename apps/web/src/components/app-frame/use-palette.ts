import {
  createElement,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react'
import { searchRequest } from '../../state/keyboard/keyboard.ts'
import { showFailure } from '../toast.tsx'

type Palette = ComponentType<{ onClose: () => void }>

const loadPalette = async (): Promise<Palette> =>
  (await import('../search-everything/search-everything.tsx')).default

/** Maximum delay before the palette is loaded, which normally happens when the page is idle. */
const IDLE_MS_MAX = 2000

/** Returns the search palette while it is open; null while it is closed or not loaded yet. */
export function usePalette(): ReactNode {
  const isAsked = useSyncExternalStore(searchRequest.subscribe, searchRequest.state) !== 'closed'
  const [palette, setPalette] = useState<Palette>()
  const [isWanted, setWanted] = useState(false)
  useEffect(() => whenIdle(() => setWanted(true)), [])
  useEffect(() => {
    if (palette !== undefined || !(isWanted || isAsked)) return
    loadPalette().then(
      (loaded) => setPalette(() => loaded),
      (error: unknown) => {
        // Without a network, loading is retried when the user searches.
        if (searchRequest.state() !== 'closed') showFailure(error)
        searchRequest.close()
      },
    )
  }, [palette, isWanted, isAsked])
  useEffect(() => searchRequest.close, [])
  return isAsked && palette ? createElement(palette, { onClose: searchRequest.close }) : null
}

/** Calls back when the page is idle, or after the maximum delay; returns a function that cancels it. */
function whenIdle(action: () => void): () => void {
  // Safari does not support requestIdleCallback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(action, IDLE_MS_MAX)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(action, { timeout: IDLE_MS_MAX })
  return () => cancelIdleCallback(asked)
}
