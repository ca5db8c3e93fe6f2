import { memo } from 'react'
import { currentLocale } from '../../base/messages.ts'
import { withMinus } from '../calibration-record/verdict.ts'
import styles from '../chart/chart.module.css'
import type { DeviationScale } from '../chart/scale-choice.tsx'
import { ValueAxis } from '../chart/value-axis.tsx'
import { limitPaths, markPaths } from './mark-paths.ts'
import type { PointChart } from './point-geometry.ts'

/** The drawing of all points, which is not rendered again when the selection changes. */
export const PointDrawing = memo(function PointDrawing({
  chart,
  scale,
  unit,
}: {
  chart: PointChart
  scale: DeviationScale
  unit: string
}) {
  const { plot } = chart
  const paths = markPaths(chart)
  return (
    <>
      <g className={styles.axes}>
        <ValueAxis ticks={chart.yTicks} plot={plot} unit={unit} isPercent={scale === 'percent'} />
        <NominalAxis chart={chart} />
      </g>
      <LimitRuns chart={chart} />
      <path className={styles.zero} d={`M${plot.left} ${chart.zero}H${plot.right}`} />
      <g className={styles.marks}>
        <path className={styles.bar} d={paths.bars} />
        <path className={styles.adjustment} d={paths.adjustments} />
        {paths.circles.map(({ kind, isOutside, path }) => (
          <path
            key={`${kind} ${isOutside}`}
            data-kind={kind}
            data-outside={isOutside || undefined}
            d={path}
          />
        ))}
        <path className={styles.cross} data-outside d={paths.crosses} />
      </g>
    </>
  )
})

function LimitRuns({ chart: { limits, plot } }: { chart: PointChart }) {
  return limits.map((run) => {
    const { area, lines } = limitPaths(run, plot)
    return (
      <g key={run.steps[0]!.x}>
        <path className={styles.limits} d={area} />
        <path className={styles.limit} d={lines} />
      </g>
    )
  })
}

function NominalAxis({ chart: { plot, x } }: { chart: PointChart }) {
  const numbers = new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: 12 })
  return x.ticks.map(({ value, x: at }) => (
    <g key={value}>
      <path d={`M${at} ${plot.bottom}v5`} />
      <text x={at} y={plot.bottom + 19} textAnchor="middle">
        {withMinus(numbers.format(value))}
      </text>
    </g>
  ))
}
