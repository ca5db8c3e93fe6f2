import styles from './data-table.module.css'

/** Takes away what is shown. */
let hide: (() => void) | undefined

/**
 * Shows what the columns of a row cut short, in whole, while the keyboard focus is on a target in it; the pointer has their
 * titles. Readers of a screen hear the whole texts anyway.
 */
export function showCutTexts(target: HTMLElement): void {
  const row = target.closest<HTMLTableRowElement>('tr[data-row]')
  // Nothing promises that loads of this file end in the order in which they began: a call for what the focus has left must
  // not take away what is shown for where the focus is now.
  if (row === null || document.activeElement !== target) return
  hide?.()
  const shown = document.createElement('div')
  shown.className = styles.cut ?? ''
  shown.dataset['cutTexts'] = ''
  shown.ariaHidden = 'true'
  const draw = () => {
    const cut = [...row.querySelectorAll<HTMLElement>('td, td *')].filter(isCut)
    if (cut.length === 0) return shown.remove()
    shown.textContent = [...new Set(cut.map((cell) => cell.textContent.trim()))].join(' · ')
    shown.style.left = `${cut[0]!.closest('td')!.getBoundingClientRect().left}px`
    shown.style.top = `${row.getBoundingClientRect().bottom}px`
    document.body.append(shown)
  }
  draw()
  hideWithFocus(shown, target, watchLayout(row, draw))
}

/** Calls `draw` when a row moves or its columns become wider or narrower, until the returned function is called. */
function watchLayout(row: HTMLTableRowElement, draw: () => void): () => void {
  const sizes = new ResizeObserver(draw)
  for (const cell of row.cells) sizes.observe(cell)
  // Moving the focus scrolls a row into view, after it has got it.
  addEventListener('scroll', draw, { capture: true })
  return () => {
    sizes.disconnect()
    removeEventListener('scroll', draw, { capture: true })
  }
}

/** Takes it away when the focus goes on, and on Escape. */
function hideWithFocus(shown: HTMLElement, target: HTMLElement, stopWatching: () => void): void {
  const until = new AbortController()
  hide = () => {
    stopWatching()
    until.abort()
    shown.remove()
    hide = undefined
  }
  const { signal } = until
  target.addEventListener('blur', () => hide?.(), { signal })
  addEventListener('keydown', ({ key }) => key === 'Escape' && hide?.(), { signal })
}

function isCut(one: HTMLElement): boolean {
  return one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).textOverflow === 'ellipsis'
}
