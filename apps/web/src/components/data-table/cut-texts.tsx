import { Portal } from '@mantine/core'
import { useEffect, useState, type FocusEvent } from 'react'
import styles from './data-table.module.css'

/** The texts of a row that its columns cut short, and where they are shown. */
interface CutTexts {
  readonly texts: readonly string[]
  readonly left: number
  readonly top: number
}

/**
 * Shows what the columns of a row cut short, in whole, while the keyboard focus is in the row; the pointer has their titles.
 * Readers of a screen hear the whole texts anyway.
 */
export function useCutTexts() {
  const [cut, setCut] = useState<CutTexts>()
  useEffect(() => {
    if (cut === undefined) return undefined
    const away = () => setCut(undefined)
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && away()
    // Wherever it is scrolled, the row is no longer where its texts are shown.
    addEventListener('scroll', away, true)
    addEventListener('keydown', leave)
    return () => {
      removeEventListener('scroll', away, true)
      removeEventListener('keydown', leave)
    }
  }, [cut])
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) =>
      setCut(target.matches(':focus-visible') ? cutOf(target) : undefined),
    onBlur: () => setCut(undefined),
    shown: cut && (
      <Portal>
        <div className={styles.cut} style={{ left: cut.left, top: cut.top }} aria-hidden="true">
          {cut.texts.join(' · ')}
        </div>
      </Portal>
    ),
  }
}

function cutOf(target: HTMLElement): CutTexts | undefined {
  const row = target.closest<HTMLElement>('tr[data-row]')
  const cells = [...(row?.querySelectorAll<HTMLElement>('td, td *') ?? [])]
  const texts = cells.filter(isCut).map((cell) => cell.textContent.trim())
  if (row === null || texts.length === 0) return undefined
  const { bottom } = row.getBoundingClientRect()
  const cell = cells.find(isCut)!.closest('td')!.getBoundingClientRect()
  return { texts: [...new Set(texts)], left: cell.left, top: bottom }
}

function isCut(one: HTMLElement): boolean {
  return one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).textOverflow === 'ellipsis'
}
