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

/** Loads the palette when the page has nothing else to do. */
const IDLE_MS_MAX = 2000

/** Returns the search palette while it is asked for; null while it is closed or not loaded yet. */
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
        // Without a network it is asked for again when a person searches.
        if (searchRequest.state() !== 'closed') showFailure(error)
        searchRequest.close()
      },
    )
  }, [palette, isWanted, isAsked])
  useEffect(() => searchRequest.close, [])
  return isAsked && palette ? createElement(palette, { onClose: searchRequest.close }) : null
}

/** Calls back in an idle moment, or after a while; returns what prevents it. */
function whenIdle(act: () => void): () => void {
  // Safari has no idle moments to ask for.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, IDLE_MS_MAX)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(act, { timeout: IDLE_MS_MAX })
  return () => cancelIdleCallback(asked)
}
