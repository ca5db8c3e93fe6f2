import { currentLocale } from '../../base/messages.ts'
import { withMinus } from '../calibration-record/verdict.ts'
import styles from './chart.module.css'
import type { Plot } from './plot.ts'

/** The lines of equal deviation, with their values. */
export function ValueAxis({
  ticks,
  plot,
  unit,
  isPercent,
  isSigned = true,
}: {
  ticks: readonly { value: number; y: number }[]
  plot: Plot
  /** Empty if none is stated. */
  unit: string
  isPercent: boolean
  /** Whether values above zero have a sign; magnitudes have none. */
  isSigned?: boolean
}) {
  const numbers = new Intl.NumberFormat(currentLocale(), {
    maximumFractionDigits: 12,
    signDisplay: isSigned ? 'exceptZero' : 'auto',
  })
  return (
    <>
      {ticks.map(({ value, y }) => (
        <g key={value}>
          <path d={`M${plot.left} ${y}H${plot.right}`} />
          <text x={plot.left - 8} y={y} dy="0.32em" textAnchor="end">
            {withMinus(numbers.format(value))}
            {isPercent && ' %'}
          </text>
        </g>
      ))}
      {!isPercent && unit !== '' && (
        <text x={4} y={plot.top} dy="0.32em">
          {unit}
        </text>
      )}
      <path className={styles.base} d={`M${plot.left} ${plot.bottom}H${plot.right}`} />
    </>
  )
}
