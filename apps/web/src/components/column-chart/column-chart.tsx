import type { ReactNode } from 'react'
import { formatCount } from '../../base/formats.ts'
import { useWidth } from '../use-width.ts'
import styles from './column-chart.module.css'
import { columnGeometry, type ColumnGeometry, type ColumnPosition } from './column-geometry.ts'

const HEIGHT = 220
const WIDTH_MIN = 300

/** Minimum distance of labels; columns between them have none. */
const LABEL_WIDTH_MIN = 52

/** The appearance of a part of a column or bar. */
export type PartAppearance = 'accent' | 'good' | 'bad' | 'none'

/** A column, from its foot upwards. */
export interface ChartColumn {
  key: string
  /** Below it. */
  label: string
  /** All that it says, for readers and on pointing. */
  title: string
  parts: readonly { appearance: PartAppearance; count: number }[]
}

/** Counts as columns; `linkOf` wraps each into a link to its rows. */
export function ColumnChart({
  label,
  columns,
  linkOf,
}: {
  label: string
  columns: readonly ChartColumn[]
  linkOf: (column: ChartColumn, className: string, children: ReactNode) => ReactNode
}) {
  const [ref, width] = useWidth()
  const size = { width: Math.max(width, WIDTH_MIN), height: HEIGHT }
  const chart = columnGeometry(
    columns.map(({ parts }) => parts.map(({ count }) => count)),
    size,
  )
  return (
    <div ref={ref} className={styles.canvas}>
      <svg
        {...size}
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="group"
        aria-label={label}
        className={styles.drawing}
      >
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
        {columns.map((column, index) => {
          const position = chart.columns[index]!
          return (
            <g key={column.key}>
              {linkOf(column, styles.column!, <Column column={column} position={position} chart={chart} />)}
              <ColumnWords
                column={column}
                position={position}
                bottom={chart.bottom}
                isLabelled={index % Math.ceil(LABEL_WIDTH_MIN / position.wholeWidth) === 0}
              />
            </g>
          )
        })}
        <path className={styles.base} d={`M${chart.left} ${chart.bottom}H${chart.right}`} />
      </svg>
    </div>
  )
}

/** A column: its name, pointer target, and parts. */
function Column({
  column,
  position,
  chart,
}: {
  column: ChartColumn
  position: ColumnPosition
  chart: ColumnGeometry
}) {
  return (
    <>
      <title>{column.title}</title>
      <rect
        className={styles.whole}
        x={position.wholeX}
        y={chart.top - 20}
        width={position.wholeWidth}
        height={chart.bottom - chart.top + 44}
        rx={4}
      />
      {position.parts.map(({ y, height }, index) => (
        <rect
          key={column.parts[index]!.appearance}
          className={styles.part}
          data-appearance={column.parts[index]!.appearance}
          x={position.x}
          y={y}
          width={position.width}
          height={height}
        />
      ))}
    </>
  )
}

/** Count and label of a column; the name of its link contains both in full. */
function ColumnWords({
  column,
  position,
  bottom,
  isLabelled,
}: {
  column: ChartColumn
  position: ColumnPosition
  bottom: number
  isLabelled: boolean
}) {
  const total = column.parts.reduce((sum, { count }) => sum + count, 0)
  const middle = position.x + position.width / 2
  return (
    <g aria-hidden="true" className={styles.words}>
      {total > 0 && (
        <text className={styles.count} x={middle} y={position.top - 6} textAnchor="middle">
          {formatCount(total)}
        </text>
      )}
      {isLabelled && (
        <text className={styles.label} x={middle} y={bottom + 17} textAnchor="middle">
          {column.label}
        </text>
      )}
    </g>
  )
}
