import { Group, SegmentedControl, Switch, Text } from '@mantine/core'
import { useMemo, useState, type KeyboardEvent } from 'react'
import type { InstrumentCalibrationRecord } from '@plumbline/contract'
import { formatDate } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import { useWidth } from '../../../components/use-width.ts'
import styles from './drift-chart.module.css'
import { driftChart, type DriftChart as Drawn } from './drift-geometry.ts'
import { DriftDrawing } from './drift-drawing.tsx'
import { DriftLegend } from './drift-legend.tsx'
import { canBeDrawn, driftRecords, type DriftRecord } from './drift-records.ts'
import type { DriftScale } from './drift-scale.ts'
import { DriftSummary } from './drift-summary.tsx'
import { DriftTable } from './drift-table.tsx'

const HEIGHT = 300
const WIDTH_MIN = 320

interface DriftChartProps {
  records: readonly InstrumentCalibrationRecord[]
  /** The date (YYYY-MM-DD) that the estimate leads to. */
  nextDueDate: string | null
  scale: DriftScale
  withLeftOut: boolean
  onScale: (scale: DriftScale) => void
  onWithLeftOut: (shown: boolean) => void
}

/** How far an instrument drifts between calibrations, as a drawing and as a table; the table alone without numbers. */
export function DriftChart(props: DriftChartProps) {
  const { scale, withLeftOut, nextDueDate, onScale, onWithLeftOut } = props
  const [ref, width] = useWidth()
  const [current, setCurrent] = useState<string>()
  const { all, unit, chart } = useChart(props, width)
  const inTable = all.filter(({ isLeftOut }) => withLeftOut || !isLeftOut)
  if (all.length === 0) return null
  const hasLeftOut = all.some(({ isLeftOut }) => isLeftOut)
  const drawable = canBeDrawn(inTable)
  const shown = chart.records.find(({ record }) => record.record.id === current)
  return (
    <figure className={styles.figure}>
      <Group justify="space-between" mb="xs" gap="xs" className="screen-only">
        {drawable && <ScaleChoice unit={unit} scale={scale} onScale={onScale} />}
        {hasLeftOut && <LeftOutSwitch isOn={withLeftOut} onSwitch={onWithLeftOut} />}
      </Group>
      {drawable && (
        <>
          <div ref={ref} className={styles.canvas} onKeyDown={(event) => moveBetweenPoints(event)}>
            {width > 0 && chart.records.length > 0 && (
              <DriftDrawing
                chart={chart}
                width={Math.max(width, WIDTH_MIN)}
                height={HEIGHT}
                scale={scale}
                unit={unit}
                current={current}
                onCurrent={setCurrent}
              />
            )}
            {shown && <DriftSummary shown={shown} width={width} />}
          </div>
          <DriftLegend chart={chart} />
          <WorkNotifications chart={chart} scale={scale} nextDueDate={nextDueDate} />
        </>
      )}
      <DriftTable records={inTable} />
    </figure>
  )
}

/** What is drawn, computed again only when something of it changes. */
function useChart(
  { records, nextDueDate, scale, withLeftOut }: DriftChartProps,
  width: number,
): { all: DriftRecord[]; unit: string; chart: Drawn } {
  const all = useMemo(() => driftRecords(records), [records])
  const unit = all.findLast(({ isLeftOut }) => !isLeftOut)?.unit ?? all.at(-1)?.unit ?? ''
  const chart = useMemo(
    () =>
      driftChart({
        records: all,
        scale,
        unit,
        nextDueAt: nextDueDate === null ? null : Date.parse(nextDueDate),
        withLeftOut,
        width: Math.max(width, WIDTH_MIN),
        height: HEIGHT,
      }),
    [all, scale, unit, nextDueDate, withLeftOut, width],
  )
  return { all, unit, chart }
}

function ScaleChoice({
  unit,
  scale,
  onScale,
}: {
  unit: string
  scale: DriftScale
  onScale: (scale: DriftScale) => void
}) {
  return (
    <SegmentedControl
      size="xs"
      value={scale}
      onChange={(value) => onScale(value)}
      aria-label={t('drift.scale')}
      data={[
        { value: 'unit', label: unit === '' ? t('drift.deviation') : t('drift.inUnit', { unit }) },
        { value: 'percent', label: t('drift.inPercent') },
      ]}
    />
  )
}

/** Draws records that do not count, too. */
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

/** What the drawing cannot say itself: that its estimate is one, and which records it lacks. */
function WorkNotifications({
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

/** Left and right lead from point to point. */
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
