import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { searchRequest } from '../../keyboard/keyboard.ts'
import { tellFailure } from '../told.tsx'

type Palette = ComponentType<{ onClose: () => void }>

const loadPalette = async (): Promise<Palette> =>
  (await import('../search-everything/search-everything.tsx')).default

/** Loads the palette when the page has nothing else to do. */
const IDLE_MS_MAX = 2000

/** The search palette while it is asked for; undefined while it is closed or not loaded yet. */
export function usePalette(): Palette | undefined {
  const isAsked = useSyncExternalStore(searchRequest.subscribe, searchRequest.state) !== 'closed'
  const [palette, setPalette] = useState<Palette>()
  const [isWanted, setWanted] = useState(false)
  useEffect(() => whenIdle(() => setWanted(true)), [])
  useEffect(() => {
    if (palette !== undefined || !(isWanted || isAsked)) return
    loadPalette().then(
      (loaded) => setPalette(() => loaded),
      (error: unknown) => {
        // Without a network it is asked for again when somebody searches.
        if (searchRequest.state() !== 'closed') tellFailure(error)
        searchRequest.close()
      },
    )
  }, [palette, isWanted, isAsked])
  useEffect(() => searchRequest.close, [])
  return isAsked ? palette : undefined
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
