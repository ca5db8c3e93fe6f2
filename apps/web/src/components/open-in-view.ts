import { useEffect, type RefObject } from 'react'

/**
 * Scrolls the open entry of a navigation into view if the navigation is one line that is wider than the window, also after
 * fonts load.
 * @param open what is open; the entry has `data-active`
 */
export function useOpenInView(list: RefObject<HTMLUListElement | null>, open: string): void {
  useEffect(() => {
    const entries = list.current
    if (!entries) return undefined
    const sizes = new ResizeObserver(() => showOpen(entries))
    for (const one of [entries, ...entries.children]) sizes.observe(one)
    return () => sizes.disconnect()
  }, [list, open])
}

function showOpen(entries: HTMLUListElement): void {
  const open = entries.querySelector<HTMLElement>('[data-active]')
  if (open) entries.scrollLeft += open.getBoundingClientRect().right - entries.getBoundingClientRect().right
}
