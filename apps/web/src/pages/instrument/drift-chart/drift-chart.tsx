import { Group, Switch, Text } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useState } from 'react'
import { dateInZone, formatDate } from '../../../base/formats.ts'
import { t, tIfKnown } from '../../../base/messages.ts'
import { recordPersonWords } from '../../../components/calibration-record/record-person.ts'
import { withMinus } from '../../../components/calibration-record/verdict.ts'
import { ChartSummary } from '../../../components/chart/chart-summary.tsx'
import styles from '../../../components/chart/chart.module.css'
import { ScaleChoice } from '../../../components/chart/scale-choice.tsx'
import { useWidth } from '../../../components/use-width.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { DriftDrawing } from './drift-drawing.tsx'
import { driftChart, type DriftChart as Drawn } from './drift-geometry.ts'
import { DriftLegend } from './drift-legend.tsx'
import { canBeDrawn, type DriftReading, type DriftRecord } from './drift-records.ts'
import type { DriftScale } from './drift-scale.ts'

const HEIGHT = 300
const WIDTH_MIN = 280

interface DriftChartProps {
  /** Oldest first. */
  records: readonly DriftRecord[]
  /** Accessible name of the chart; drift between calibrations by default. */
  label?: string
  /** Whether each record represents a single reading instead of the worst of several; true by default. */
  hasAdjustments?: boolean
  /** End date (YYYY-MM-DD) of the estimate; null for none. */
  nextDueDate: string | null
  scale: DriftScale
  withLeftOut: boolean
  /** If missing, the scale cannot be changed. */
  onScale?: (scale: DriftScale) => void
  onWithLeftOut?: (shown: boolean) => void
  /** Returns the description of a record, beginning with its date; its readings by default. */
  wordsOf?: (record: DriftRecord, zone: string) => readonly string[]
  /** Renders the same data as a table. */
  table: (shown: readonly DriftRecord[]) => ReactNode
}

/** The drift of an instrument between calibrations, as a chart and as a table; only the table if there are no numbers. */
export function DriftChart(props: DriftChartProps) {
  const { records: all, scale, withLeftOut, nextDueDate, onScale, onWithLeftOut } = props
  const [ref, width] = useWidth()
  const { unit, chart } = useChart(props, width)
  const inTable = all.filter(({ isLeftOut }) => withLeftOut || !isLeftOut)
  if (all.length === 0) return null
  const hasLeftOut = all.some(({ isLeftOut }) => isLeftOut)
  const drawable = canBeDrawn(inTable)
  return (
    <figure className={styles.figure}>
      <Group justify="space-between" mb="xs" gap="xs" className="screen-only">
        {drawable && onScale && <ScaleChoice unit={unit} scale={scale} onScale={onScale} />}
        {hasLeftOut && onWithLeftOut && <LeftOutSwitch isOn={withLeftOut} onSwitch={onWithLeftOut} />}
      </Group>
      {drawable && (
        <>
          <div ref={ref} className={styles.canvas} onKeyDown={(event) => moveBetweenPoints(event)}>
            {width > 0 && chart.records.length > 0 && (
              <Drawing {...props} chart={chart} unit={unit} width={width} />
            )}
          </div>
          <DriftLegend chart={chart} />
          <ChartNotes chart={chart} scale={scale} nextDueDate={nextDueDate} />
        </>
      )}
      {props.table(inTable)}
    </figure>
  )
}

/** The chart, with a description of the current record. */
function Drawing({
  chart,
  unit,
  width,
  scale,
  label = t('drift.title'),
  wordsOf = summaryWords,
  hasAdjustments = true,
}: DriftChartProps & { chart: Drawn; unit: string; width: number }) {
  const { workspace } = useWorkspace()
  const [current, setCurrent] = useState<string>()
  const zone = workspace.timezone
  const words = useCallback((record: DriftRecord) => wordsOf(record, zone), [wordsOf, zone])
  const shown = chart.records.find(({ record }) => record.record.id === current)
  return (
    <>
      <DriftDrawing
        label={label}
        chart={chart}
        wordsOf={words}
        width={Math.max(width, WIDTH_MIN)}
        height={HEIGHT}
        scale={scale}
        unit={unit}
        isSigned={hasAdjustments}
        current={current}
        onCurrent={setCurrent}
      />
      {shown && <ChartSummary lines={words(shown.record)} x={shown.x} width={width} />}
    </>
  )
}

/** Returns the chart, computed again only when its data change. */
function useChart(
  { records, nextDueDate, scale, withLeftOut, hasAdjustments = true }: DriftChartProps,
  width: number,
): { unit: string; chart: Drawn } {
  const unit = records.findLast(({ isLeftOut }) => !isLeftOut)?.unit ?? records.at(-1)?.unit ?? ''
  const chart = useMemo(
    () =>
      driftChart({
        records,
        scale,
        unit,
        nextDueAt: nextDueDate === null ? null : Date.parse(nextDueDate),
        withLeftOut,
        hasAdjustments,
        width: Math.max(width, WIDTH_MIN),
        height: HEIGHT,
      }),
    [records, scale, unit, nextDueDate, withLeftOut, hasAdjustments, width],
  )
  return { unit, chart }
}

/** Switches the display of records that do not count. */
function LeftOutSwitch({ isOn, onSwitch }: { isOn: boolean; onSwitch: (isOn: boolean) => void }) {
  return (
    <Switch
      size="sm"
      label={t('drift.withLeftOut')}
      checked={isOn}
      onChange={(event) => onSwitch(event.currentTarget.checked)}
    />
  )
}

/** Notes on the chart: that the projection is an estimate, and which records are not shown. */
function ChartNotes({
  chart,
  scale,
  nextDueDate,
}: {
  chart: Drawn
  scale: DriftScale
  nextDueDate: string | null
}) {
  return (
    <>
      {chart.projection !== null && nextDueDate !== null && (
        <Text size="sm" c="dimmed">
          {t('drift.estimateHint', { date: formatDate(nextDueDate) })}
        </Text>
      )}
      {chart.notShown > 0 && (
        <Text size="sm" c="dimmed">
          {t(scale === 'unit' ? 'drift.otherUnits' : 'drift.withoutLimits', { count: chart.notShown })}
        </Text>
      )}
    </>
  )
}

/** Moves between points with the left and right arrow keys. */
function moveBetweenPoints(event: KeyboardEvent<HTMLDivElement>): void {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }
  const step = steps[event.key]
  if (step === undefined) return
  const points = [...event.currentTarget.querySelectorAll<SVGElement>('[data-point]')]
  const at = points.indexOf(document.activeElement as SVGElement & Element)
  const next = points[at + step]
  if (at === -1 || next === undefined) return
  event.preventDefault()
  next.focus()
}

/** Returns the description of a record for the chart and for screen readers. */
function summaryWords(one: DriftRecord, zone: string): string[] {
  const { record } = one
  const words = [formatDate(dateInZone(record.performed_at!, zone))]
  if (record.result !== null) words.push(tIfKnown(`result.${record.result}`) ?? record.result)
  if (record.as_found_reading) words.push(readingWords('drift.foundAt', record.as_found_reading, one.asFound))
  if (record.as_left_reading) words.push(readingWords('drift.leftAt', record.as_left_reading, one.asLeft))
  if (record.measurement_uncertainty) {
    words.push(t('drift.uncertaintyAt', { uncertainty: record.measurement_uncertainty }))
  }
  const person = recordPersonWords(record)
  if (person !== null) words.push(person)
  return words
}

function readingWords(
  key: 'drift.foundAt' | 'drift.leftAt',
  reading: string,
  value: DriftReading | null,
): string {
  const parts = [t(key, { reading })]
  const percent = value?.percent ?? null
  if (percent !== null)
    parts.push(t('drift.ofTolerance', { percent: withMinus(String(Math.round(percent))) }))
  if (value?.isOutside) parts.push(t('drift.outside'))
  return parts.join(', ')
}
