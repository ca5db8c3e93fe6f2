import type { CSSProperties } from 'react'
import { readingParts } from './reading-parts.ts'
import styles from './reading-text.module.css'

/**
 * A reading exactly as recorded, aligned at its decimal mark within a column. It is one text node, so that it is read
 * aloud, found and copied as recorded; invisible parts provide the alignment.
 * @param whole width of the part before the mark, in characters, the same for a whole column
 * @param hideUnit where the column's head carries the unit that all share; it is still heard and copied
 * @param unit that unit where it is known, so that nothing else is hidden
 */
export function ReadingText({
  text,
  whole = 4,
  fraction = 5,
  hideUnit = false,
  unit: known = '',
}: {
  text: string | null
  whole?: number
  fraction?: number
  hideUnit?: boolean
  unit?: string
}) {
  if (text === null || text === '') return <span>–</span>
  const parts = readingParts(text, known)
  const unit = hideUnit ? parts.unit : ''
  const seen = text.slice(0, text.length - unit.length)
  const style = { '--whole': `${whole}ch`, '--fraction': `${fraction}ch` } as CSSProperties
  return (
    <span className={styles.reading} style={style}>
      <span className={styles.whole} data-room={parts.whole}>
        <span className={styles.text}>
          {seen}
          {unit !== '' && <span className={styles.unit}>{unit}</span>}
        </span>
      </span>
      <span className={styles.fraction} data-room={seen.slice(parts.whole.length)} />
    </span>
  )
}
