import { useWorkspace } from '../../../state/workspace.ts'
import styles from './drift-chart.module.css'
import type { ChartRecord } from './drift-geometry.ts'
import { summaryWords } from './summary-words.ts'

/** Wider than any of its lines; decides on which side of the point it stands. */
const WIDTH = 260

/** The record under the mouse or the focus, beside its point; readers hear the same as the point's name. */
export function DriftSummary({ shown, width }: { shown: ChartRecord; width: number }) {
  const { workspace } = useWorkspace()
  const [date, ...lines] = summaryWords(shown.record, workspace.timezone)
  const left = shown.x + WIDTH + 20 > width ? shown.x - WIDTH - 14 : shown.x + 14
  return (
    <div className={styles.summary} style={{ left: Math.max(0, left), width: WIDTH }} aria-hidden="true">
      <strong>{date}</strong>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  )
}
