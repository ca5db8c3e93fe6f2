import { Link } from '@tanstack/react-router'
import { currentLocale, t } from '../../../base/messages.ts'
import { withMinus } from '../../../components/calibration-record/verdict.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import styles from './drift-chart.module.css'
import type { ChartRecord, DriftChart, Mark } from './drift-geometry.ts'
import type { DriftScale } from './drift-scale.ts'
import { summaryWords } from './summary-words.ts'

const RADIUS = 4.5
/** A finger or a shaky mouse hits the column of a record, not only its marks. */
const TARGET_WIDTH = 24

interface DriftDrawingProps {
  chart: DriftChart
  width: number
  height: number
  scale: DriftScale
  unit: string
  current: string | undefined
  onCurrent: (id: string | undefined) => void
}

/** The drawing: band, lines and marks; each record is one stop of the keyboard and leads to the record. */
export function DriftDrawing({ chart, width, height, scale, unit, current, onCurrent }: DriftDrawingProps) {
  const { plot } = chart
  return (
    <svg width={width} height={height} role="group" aria-label={t('drift.title')} className={styles.drawing}>
      <Axes chart={chart} scale={scale} unit={unit} />
      {chart.bands.map((band) => (
        <g key={`${band.x1} ${band.top}`} className={styles.band}>
          <rect x={band.x1} y={band.top} width={band.x2 - band.x1} height={band.bottom - band.top} />
          <path d={`M${band.x1} ${band.top}H${band.x2}M${band.x1} ${band.bottom}H${band.x2}`} />
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
          isCurrent={one.record.record.id === current}
          onCurrent={onCurrent}
        />
      ))}
    </svg>
  )
}

/** Where the drift leads by the next due date, as an estimate. */
function Projection({
  projection: { band, ...line },
  plot,
}: {
  projection: NonNullable<DriftChart['projection']>
  plot: DriftChart['plot']
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

function Axes({ chart, scale, unit }: { chart: DriftChart; scale: DriftScale; unit: string }) {
  const { plot } = chart
  const numbers = new Intl.NumberFormat(currentLocale(), {
    maximumFractionDigits: 12,
    signDisplay: 'exceptZero',
  })
  const dates = new Intl.DateTimeFormat(currentLocale(), { timeZone: 'UTC', month: 'short', year: 'numeric' })
  return (
    <g className={styles.axes} aria-hidden="true">
      {chart.yTicks.map(({ value, y }) => (
        <g key={value}>
          <path d={`M${plot.left} ${y}H${plot.right}`} />
          <text x={plot.left - 8} y={y} dy="0.32em" textAnchor="end">
            {withMinus(numbers.format(value))}
            {scale === 'percent' && ' %'}
          </text>
        </g>
      ))}
      {scale === 'unit' && unit !== '' && (
        <text x={4} y={plot.top} dy="0.32em">
          {unit}
        </text>
      )}
      {chart.xTicks.map(({ at, x }) => (
        <g key={at}>
          <path d={`M${x} ${plot.bottom}v5`} />
          <text x={x} y={plot.bottom + 19} textAnchor="middle">
            {dates.format(at)}
          </text>
        </g>
      ))}
      <path className={styles.base} d={`M${plot.left} ${plot.bottom}H${plot.right}`} />
    </g>
  )
}

interface PointProps {
  one: ChartRecord
  plot: DriftChart['plot']
  isCurrent: boolean
  onCurrent: (id: string | undefined) => void
}

function Point({ one, plot, isCurrent, onCurrent }: PointProps) {
  const { workspaceId, workspace } = useWorkspace()
  const { id } = one.record.record
  return (
    <Link
      to="/w/$workspaceId/calibrations/$calibrationId"
      params={{ workspaceId, calibrationId: id }}
      data-point
      aria-label={summaryWords(one.record, workspace.timezone).join('. ')}
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
}

/** An arrow from as found to as left, clear of the marks at both ends. */
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
