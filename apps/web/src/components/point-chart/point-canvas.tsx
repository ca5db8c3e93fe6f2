import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { MeasuredPhase, Measurement } from '@plumbline/contract'
import { isMeasuredPhase } from '@plumbline/contract/measurement'
import { t } from '../../base/messages.ts'
import { signed } from '../calibration-record/verdict.ts'
import { ChartSummary } from '../chart/chart-summary.tsx'
import styles from '../chart/chart.module.css'
import type { DeviationScale } from '../chart/scale-choice.tsx'
import { percentShown, phaseFigures } from '../points/point-figures.ts'
import { pointName } from '../points/point-name.ts'
import { withUnit } from '../points/with-unit.ts'
import { PointDrawing } from './point-drawing.tsx'
import { type PlottedPoint, pointAt, type PointChart } from './point-geometry.ts'

interface PointCanvasProps {
  chart: PointChart
  measurements: readonly Measurement[]
  /** Name of the chart. */
  label: string
  scale: DeviationScale
  unit: string
  /** Width of the drawing. */
  width: number
  height: number
  /** Width in pixels available to the summary next to a point. */
  room: number
}

/**
 * The drawing with a selected point: the one under the pointer, or selected with the arrow keys. For screen readers it is a
 * slider whose value describes the point.
 */
export function PointCanvas(props: PointCanvasProps) {
  const { chart, measurements, label, room } = props
  const count = chart.points.length
  const { selected, events } = useSelectedPoint(chart)
  const point = selected === undefined ? undefined : chart.points[selected]
  const wordsAt = (at: number) => pointWords(measurements[chart.points[at]!.index]!)
  return (
    <div
      className={styles.slider}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={(selected ?? 0) + 1}
      aria-valuetext={wordsAt(selected ?? 0).join('. ')}
      {...events}
    >
      <Drawing {...props} point={point} />
      {selected !== undefined && point && (
        <ChartSummary
          lines={[...wordsAt(selected), t('chart.place', { number: selected + 1, count })]}
          x={point.x}
          width={room}
        />
      )}
    </div>
  )
}

/** Returns the index of the selected point, and the handlers that change it. */
function useSelectedPoint(chart: PointChart) {
  const [current, setCurrent] = useState<number>()
  const count = chart.points.length
  const selected = current === undefined ? undefined : Math.min(current, count - 1)
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    setCurrent(pointAt(chart, event.clientX - box.left, event.clientY - box.top))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = indexAfter(event.key, selected, count)
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
  return { selected, events }
}

function Drawing({
  chart,
  scale,
  unit,
  width,
  height,
  point,
}: PointCanvasProps & { point: PlottedPoint | undefined }) {
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

/** Returns the index selected by a key; null for other keys. */
function indexAfter(key: string, selected: number | undefined, count: number): number | null {
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
  return Math.min(count - 1, Math.max(0, (selected ?? 0) + step))
}

/** Returns the description of a point for the chart and for screen readers, its name first. */
function pointWords(point: Measurement): string[] {
  const { nominal, uncertainty } = point
  const [found, left] = [point.as_found, point.as_left].map((phase) =>
    isMeasuredPhase(phase) ? phase : null,
  )
  const unit = nominal?.unit ?? ''
  const last = left ?? found ?? null
  const limits = last && phaseFigures(last, nominal?.value ?? null)
  return [
    pointName(point),
    ...(found ? [t('drift.foundAt', { reading: phaseWords(found, point) })] : []),
    ...(left ? [t('drift.leftAt', { reading: phaseWords(left, point) })] : []),
    ...(limits === null || (limits.lower === null && limits.upper === null)
      ? []
      : [`${t('point.limits')}: ${limitWords(limits.lower, limits.upper, unit)}`]),
    ...(uncertainty?.expanded
      ? [t('drift.uncertaintyAt', { uncertainty: withUnit(uncertainty.expanded, uncertainty.unit ?? unit) })]
      : []),
  ]
}

function phaseWords(phase: MeasuredPhase, { nominal }: Measurement): string {
  const { mean, deviation } = phaseFigures(phase, nominal?.value ?? null)
  const unit = nominal?.unit ?? ''
  const percent = phase.percent_of_tolerance
  return [
    withUnit(mean, unit),
    ...(deviation === null ? [] : [t('point.deviation', { deviation: withUnit(signed(deviation), unit) })]),
    ...(percent === null ? [] : [t('drift.ofTolerance', { percent: percentShown(percent) })]),
    ...(phase.verdict === 'out' ? [t('drift.outside')] : []),
  ].join(', ')
}

function limitWords(lower: string | null, upper: string | null, unit: string): string {
  if (lower !== null && upper !== null) return t('point.between', { lower, upper: withUnit(upper, unit) })
  return lower === null ? `≤ ${withUnit(upper!, unit)}` : `≥ ${withUnit(lower, unit)}`
}
