import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { currentLocale, t } from '../../../base/messages.ts'
import styles from '../../../components/chart/chart.module.css'
import type { Plot } from '../../../components/chart/plot.ts'
import { ValueAxis } from '../../../components/chart/value-axis.tsx'
import { useWorkspace } from '../../../state/workspace.ts'
import type { ChartRecord, DriftChart, Mark } from './drift-geometry.ts'
import type { DriftRecord } from './drift-records.ts'
import type { DriftScale } from './drift-scale.ts'

const RADIUS = 4.5
/** Pointer targets include the whole column of a record, not only its marks. */
const TARGET_WIDTH = 24

interface DriftDrawingProps {
  /** Accessible name of the chart. */
  label: string
  chart: DriftChart
  wordsOf: (record: DriftRecord) => readonly string[]
  width: number
  height: number
  scale: DriftScale
  unit: string
  /** Whether the values are deviations; magnitudes have no sign. */
  isSigned: boolean
  current: string | undefined
  onCurrent: (id: string | undefined) => void
}

/** Bands, lines and marks. Each record can be reached by keyboard and links to its page. */
export function DriftDrawing(props: DriftDrawingProps) {
  const { label, chart, wordsOf, width, height, scale, unit, isSigned, current, onCurrent } = props
  const { plot } = chart
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={label}
      className={styles.drawing}
    >
      <Axes chart={chart} scale={scale} unit={unit} isSigned={isSigned} />
      {chart.bands.map((band) => (
        <g key={`${band.x1} ${band.top}`} className={styles.band}>
          <rect x={band.x1} y={band.top} width={band.x2 - band.x1} height={band.bottom - band.top} />
          {!band.isOpenAbove && <path d={`M${band.x1} ${band.top}H${band.x2}`} />}
          {!band.isOpenBelow && <path d={`M${band.x1} ${band.bottom}H${band.x2}`} />}
        </g>
      ))}
      {chart.zero !== null && (
        <path className={styles.zero} d={`M${plot.left} ${chart.zero}H${plot.right}`} />
      )}
      {chart.projection && <Projection projection={chart.projection} plot={plot} />}
      {chart.drift.map((line) => (
        <line key={`${line.x1} ${line.x2}`} className={styles.drift} {...line} />
      ))}
      {chart.records.map((one) => (
        <Point
          key={one.record.record.id}
          one={one}
          plot={plot}
          wordsOf={wordsOf}
          isCurrent={one.record.record.id === current}
          onCurrent={onCurrent}
        />
      ))}
    </svg>
  )
}

/** The estimated drift until the next due date. */
function Projection({
  projection: { band, ...line },
  plot,
}: {
  projection: NonNullable<DriftChart['projection']>
  plot: Plot
}) {
  return (
    <g aria-hidden="true">
      <polygon className={styles.projectionBand} points={band} />
      <line className={styles.projection} {...line} />
      <text className={styles.estimate} x={line.x2 - 4} y={plot.bottom - 8} textAnchor="end">
        {t('drift.estimate')}
      </text>
    </g>
  )
}

function Axes({
  chart,
  scale,
  unit,
  isSigned,
}: Pick<DriftDrawingProps, 'chart' | 'scale' | 'unit' | 'isSigned'>) {
  const { plot } = chart
  const dates = new Intl.DateTimeFormat(currentLocale(), { timeZone: 'UTC', month: 'short', year: 'numeric' })
  return (
    <g className={styles.axes} aria-hidden="true">
      <ValueAxis
        ticks={chart.yTicks}
        plot={plot}
        unit={unit}
        isPercent={scale === 'percent'}
        isSigned={isSigned}
      />
      {chart.xTicks.map(({ at, x }) => (
        <g key={at}>
          <path d={`M${x} ${plot.bottom}v5`} />
          <text x={x} y={plot.bottom + 19} textAnchor="middle">
            {dates.format(at)}
          </text>
        </g>
      ))}
    </g>
  )
}

interface PointProps extends Pick<DriftDrawingProps, 'wordsOf' | 'onCurrent'> {
  one: ChartRecord
  plot: Plot
  isCurrent: boolean
}

/** Rendered again only when it becomes current or is no longer current. */
const Point = memo(function Point({ one, plot, wordsOf, isCurrent, onCurrent }: PointProps) {
  const { workspaceId } = useWorkspace()
  const { id } = one.record.record
  return (
    <Link
      to="/w/$workspaceId/calibrations/$calibrationId"
      params={{ workspaceId, calibrationId: id }}
      data-point
      aria-label={wordsOf(one.record).join('. ')}
      className={styles.point}
      data-current={isCurrent || undefined}
      data-left-out={one.record.isLeftOut || undefined}
      onFocus={() => onCurrent(id)}
      onBlur={() => onCurrent(undefined)}
      onMouseEnter={() => onCurrent(id)}
      onMouseLeave={() => onCurrent(undefined)}
    >
      <rect
        x={one.x - TARGET_WIDTH / 2}
        y={plot.top}
        width={TARGET_WIDTH}
        height={plot.bottom - plot.top}
        className={styles.target}
      />
      {one.adjustment && <Adjustment x={one.x} {...one.adjustment} />}
      {one.marks.map((mark) => (
        <MarkDrawing key={mark.kind} mark={mark} />
      ))}
    </Link>
  )
})

/** An arrow from as found to as left that does not touch the marks. */
function Adjustment({ x, from, to }: { x: number; from: number; to: number }) {
  const down = to > from ? 1 : -1
  const start = from + down * (RADIUS + 1)
  const tip = to - down * (RADIUS + 1.5)
  if ((tip - start) * down < 3) return null
  return (
    <path
      className={styles.adjustment}
      d={`M${x} ${start}V${tip}M${x - 3.5} ${tip - down * 4.5}L${x} ${tip}L${x + 3.5} ${tip - down * 4.5}`}
    />
  )
}

function MarkDrawing({ mark }: { mark: Mark }) {
  const { x, y, bar } = mark
  const r = mark.kind === 'left' ? RADIUS - 1.5 : RADIUS
  return (
    <g className={styles.mark} data-kind={mark.kind} data-outside={mark.isOutside || undefined}>
      {bar && (
        <path
          className={styles.bar}
          d={`M${x} ${bar.top}V${bar.bottom}M${x - 3} ${bar.top}h6M${x - 3} ${bar.bottom}h6`}
        />
      )}
      <circle cx={x} cy={y} r={r} />
      {mark.isOutside && (
        <path d={`M${x - 7} ${y - 7}L${x + 7} ${y + 7}M${x + 7} ${y - 7}L${x - 7} ${y + 7}`} />
      )}
    </g>
  )
}
