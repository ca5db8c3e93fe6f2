import type { LabelSheet } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import styles from './labels.module.css'

/** A drawing of the first sheet with used positions and the labels to print. A click sets the start position. */
export function SheetMap({
  sheet,
  start,
  count,
  onStart,
}: {
  sheet: LabelSheet
  start: number
  count: number
  onStart: (position: number) => void
}) {
  const places = sheet.columns * sheet.rows
  const last = Math.min(places, start + count - 1)
  return (
    <svg
      viewBox={`-1 -1 ${sheet.page.width + 2} ${sheet.page.height + 2}`}
      className={styles.sheet}
      data-roll={sheet.kind === 'roll' || undefined}
      role="img"
      aria-label={t('labels.mapOf', { from: start, to: last, count: places })}
    >
      <rect className={styles.paper} width={sheet.page.width} height={sheet.page.height} rx={1} />
      {Array.from({ length: places }, (_, index) => (
        <rect
          key={index}
          className={styles.place}
          data-printed={(index + 1 >= start && index + 1 <= last) || undefined}
          x={sheet.first.left + (index % sheet.columns) * sheet.pitch.x + 0.4}
          y={sheet.first.top + Math.floor(index / sheet.columns) * sheet.pitch.y + 0.4}
          width={sheet.label.width - 0.8}
          height={sheet.label.height - 0.8}
          rx={1}
          onClick={() => onStart(index + 1)}
        />
      ))}
    </svg>
  )
}
