import type { CSSProperties } from 'react'
import { readingParts } from './reading-parts.ts'
import styles from './reading-text.module.css'

/**
 * A reading exactly as recorded, aligned at its decimal mark within a column.
 * @param whole width of the part before the mark, in characters, the same for a whole column
 * @param hideUnit where the column's head carries the unit that all share
 */
export function ReadingText({
  text,
  whole = 4,
  fraction = 5,
  hideUnit = false,
}: {
  text: string | null
  whole?: number
  fraction?: number
  hideUnit?: boolean
}) {
  if (text === null || text === '') return <span>–</span>
  const parts = readingParts(text)
  const style = { '--whole': `${whole}ch`, '--fraction': `${fraction}ch` } as CSSProperties
  return (
    <span className={styles.reading} style={style}>
      <span className={styles.whole}>{parts.whole}</span>
      <span className={styles.fraction}>
        {parts.fraction}
        {!hideUnit && parts.unit}
      </span>
    </span>
  )
}
