import styles from './data-table.module.css'

/** Takes away what is shown. */
let hide: (() => void) | undefined

/**
 * Shows what the columns of a row cut short, in whole, while the keyboard focus is on a target in it; the pointer has their
 * titles. Readers of a screen hear the whole texts anyway.
 */
export function showCutTexts(target: HTMLElement): void {
  hide?.()
  const row = target.closest('tr[data-row]')
  const cut = [...(row?.querySelectorAll<HTMLElement>('td, td *') ?? [])].filter(isCut)
  if (row === null || cut.length === 0 || document.activeElement !== target) return
  const shown = document.createElement('div')
  shown.className = styles.cut ?? ''
  shown.dataset['cutTexts'] = ''
  shown.ariaHidden = 'true'
  shown.textContent = [...new Set(cut.map((cell) => cell.textContent.trim()))].join(' · ')
  // Moving the focus scrolls a row into view, after it has got it.
  const follow = () => {
    shown.style.left = `${cut[0]!.closest('td')!.getBoundingClientRect().left}px`
    shown.style.top = `${row.getBoundingClientRect().bottom}px`
  }
  follow()
  document.body.append(shown)
  hideWithFocus(shown, target, follow)
}

/** Takes it away when the focus goes on, and on Escape; until then it follows the row. */
function hideWithFocus(shown: HTMLElement, target: HTMLElement, follow: () => void): void {
  const until = new AbortController()
  hide = () => {
    until.abort()
    shown.remove()
    hide = undefined
  }
  const { signal } = until
  target.addEventListener('blur', () => hide?.(), { signal })
  addEventListener('scroll', follow, { signal, capture: true })
  addEventListener('keydown', ({ key }) => key === 'Escape' && hide?.(), { signal })
}

function isCut(one: HTMLElement): boolean {
  return one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).textOverflow === 'ellipsis'
}
