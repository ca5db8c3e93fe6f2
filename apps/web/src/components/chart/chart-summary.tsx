import styles from './chart.module.css'

/** Wider than any of its lines; determines on which side of the point it is shown. */
const WIDTH = 260

/** Describes the point under the pointer or with the focus; screen readers get the same text as its name. */
export function ChartSummary({ lines, x, width }: { lines: readonly string[]; x: number; width: number }) {
  const [first, ...others] = lines
  const left = x + WIDTH + 20 > width ? x - WIDTH - 14 : x + 14
  return (
    <div className={styles.summary} style={{ left: Math.max(0, left), width: WIDTH }} aria-hidden="true">
      <strong>{first}</strong>
      {others.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  )
}
