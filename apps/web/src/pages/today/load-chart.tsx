import { Link } from '@tanstack/react-router'
import type { Summary } from '@plumbline/contract'
import { useWidth } from '../../components/use-width.ts'
import { formatCount, formatDate, formatDayMonth } from '../../formats.ts'
import { t } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import { weekRange } from './figure-links.ts'
import styles from './load-chart.module.css'
import { loadChart, type LoadBar, type LoadChart as Chart } from './load-geometry.ts'

const HEIGHT = 220
const WIDTH_MIN = 300

/** Labels stand at least so far apart; the weeks between them have none. */
const LABEL_WIDTH_MIN = 52

/** How much falls due in each of the coming weeks; each bar leads to the worklist of its week. */
export function LoadChart({ summary }: { summary: Summary }) {
  const [ref, width] = useWidth()
  const size = { width: Math.max(width, WIDTH_MIN), height: HEIGHT }
  const chart = loadChart(
    summary.due_by_week.map(({ count }) => count),
    size,
  )
  return (
    <div ref={ref} className={styles.canvas}>
      <svg {...size} role="group" aria-label={t('today.load')} className={styles.drawing}>
        <Scale chart={chart} />
        {chart.bars.map((bar, index) => (
          <WeekBar
            key={summary.due_by_week[index]!.week_start}
            bar={bar}
            chart={chart}
            index={index}
            summary={summary}
          />
        ))}
        <Words chart={chart} summary={summary} />
        <path className={styles.base} d={`M${chart.left} ${chart.bottom}H${chart.right}`} />
      </svg>
    </div>
  )
}

function Scale({ chart }: { chart: Chart }) {
  return (
    <g className={styles.scale} aria-hidden="true">
      {chart.ticks.map(({ value, y }) => (
        <g key={value}>
          <path d={`M${chart.left} ${y}H${chart.right}`} />
          <text x={chart.left - 8} y={y} dy="0.32em" textAnchor="end">
            {formatCount(value)}
          </text>
        </g>
      ))}
    </g>
  )
}

/** Counts above the bars and weeks below, for the eye; each link says its own to readers. */
function Words({ chart, summary }: { chart: Chart; summary: Summary }) {
  return (
    <g className={styles.words} aria-hidden="true" textAnchor="middle">
      {chart.bars.map(({ x, width, top, count, columnWidth }, index) => {
        const { week_start: start } = summary.due_by_week[index]!
        const isTold = index % Math.ceil(LABEL_WIDTH_MIN / columnWidth) === 0
        return (
          <g key={start}>
            {count > 0 && (
              <text className={styles.count} x={x + width / 2} y={top - 6}>
                {formatCount(count)}
              </text>
            )}
            {isTold && (
              <text x={x + width / 2} y={chart.bottom + 17}>
                {formatDayMonth(start)}
              </text>
            )}
          </g>
        )
      })}
    </g>
  )
}

function WeekBar({
  bar,
  chart,
  index,
  summary,
}: {
  bar: LoadBar
  chart: Chart
  index: number
  summary: Summary
}) {
  const { workspaceId } = useWorkspace()
  const { week_start: start, count } = summary.due_by_week[index]!
  const label = t(index === 0 ? 'today.loadThisWeek' : 'today.loadWeek', { count, date: formatDate(start) })
  return (
    <Link
      to="/w/$workspaceId/worklist"
      params={{ workspaceId }}
      search={weekRange(summary, index)}
      aria-label={label}
      className={styles.week}
    >
      <rect
        className={styles.column}
        x={bar.columnX}
        y={chart.top - 20}
        width={bar.columnWidth}
        height={chart.bottom - chart.top + 44}
        rx={4}
      />
      <rect className={styles.bar} x={bar.x} y={bar.top} width={bar.width} height={chart.bottom - bar.top} />
    </Link>
  )
}
