import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Measurement } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { ChartSummary } from '../chart/chart-summary.tsx'
import styles from '../chart/chart.module.css'
import type { DeviationScale } from '../chart/scale-choice.tsx'
import { PointDrawing } from './point-drawing.tsx'
import { pointAt, type PlacedPoint, type PointChart } from './point-geometry.ts'
import { pointWords } from './point-words.ts'

interface PointCanvasProps {
  chart: PointChart
  measurements: readonly Measurement[]
  /** Name of the chart. */
  label: string
  scale: DeviationScale
  unit: string
  /** Of the drawing. */
  width: number
  height: number
  /** Width in pixels available to the summary next to a point. */
  room: number
}

/**
 * The drawing with one point looked at: that under the pointer, or the one that the arrow keys lead to. For readers it is a
 * slider, whose value is what the point says.
 */
export function PointCanvas(props: PointCanvasProps) {
  const { chart, measurements, label, room } = props
  const count = chart.points.length
  const { place, events } = usePlace(chart)
  const point = place === undefined ? undefined : chart.points[place]
  const wordsAt = (at: number) => pointWords(measurements[chart.points[at]!.index]!)
  return (
    <div
      className={styles.slider}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={(place ?? 0) + 1}
      aria-valuetext={wordsAt(place ?? 0).join('. ')}
      {...events}
    >
      <Drawing {...props} point={point} />
      {place !== undefined && point && (
        <ChartSummary
          lines={[...wordsAt(place), t('chart.place', { number: place + 1, count })]}
          x={point.x}
          width={room}
        />
      )}
    </div>
  )
}

/** The place of the point that is looked at, and what changes it. */
function usePlace(chart: PointChart) {
  const [current, setCurrent] = useState<number>()
  const count = chart.points.length
  const place = current === undefined ? undefined : Math.min(current, count - 1)
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    setCurrent(pointAt(chart, event.clientX - box.left, event.clientY - box.top))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, place, count)
    if (next === null) return
    event.preventDefault()
    setCurrent(next)
  }
  const events = {
    onKeyDown,
    onFocus: () => setCurrent((now) => now ?? 0),
    onBlur: () => setCurrent(undefined),
    onPointerMove: onPointer,
    onPointerDown: onPointer,
    onPointerLeave: () => setCurrent(undefined),
  }
  return { place, events }
}

function Drawing({
  chart,
  scale,
  unit,
  width,
  height,
  point,
}: PointCanvasProps & { point: PlacedPoint | undefined }) {
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={styles.drawing}
      aria-hidden="true"
    >
      <PointDrawing chart={chart} scale={scale} unit={unit} />
      {point && (
        <>
          <path className={styles.guide} d={`M${point.x} ${chart.plot.top}V${chart.plot.bottom}`} />
          {point.marks.map(({ kind, x, y }) => (
            <circle key={kind} className={styles.ring} cx={x} cy={y} r={chart.radius + 4} />
          ))}
        </>
      )}
    </svg>
  )
}

/** The point that a key leads to; null for a key that leads nowhere. */
function placeAfter(key: string, place: number | undefined, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -10,
    PageUp: 10,
    Home: -count,
    End: count,
  }
  const step = steps[key]
  if (step === undefined) return null
  return Math.min(count - 1, Math.max(0, (place ?? 0) + step))
}
