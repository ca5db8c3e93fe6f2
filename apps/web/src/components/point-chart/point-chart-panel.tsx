import { Group, NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Measurement } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { ChartLegend, sharedEntries } from '../chart/chart-legend.tsx'
import styles from '../chart/chart.module.css'
import { type DeviationScale, ScaleChoice } from '../chart/scale-choice.tsx'
import { Panel } from '../panel.tsx'
import { percentShown } from '../points/point-figures.ts'
import { withUnit } from '../points/with-unit.ts'
import { useWidth } from '../use-width.ts'
import { type ChartGroup, chartGroups, type ChartPoint, worstGroup } from './chart-groups.ts'
import { PointCanvas } from './point-canvas.tsx'
import { type PointChart, pointChart } from './point-geometry.ts'

const HEIGHT = 300
const WIDTH_MIN = 280

/** A chart of the deviations of the points of a record; nothing if none can be drawn. */
export default function PointChartPanel({ measurements }: { measurements: readonly Measurement[] }) {
  const groups = useMemo(() => chartGroups(measurements), [measurements])
  const [key, setKey] = useState<string>()
  const group = groups.find((one) => one.key === key) ?? worstGroup(groups)
  if (group === undefined) return null
  const drawn = groups.reduce((sum, { points }) => sum + points.length, 0)
  return (
    <Panel title={t('chart.title')}>
      <figure className={styles.figure}>
        {groups.length > 1 && (
          <NativeSelect
            className="screen-only"
            mb="sm"
            maw={420}
            label={t('chart.group')}
            value={group.key}
            onChange={(event) => setKey(event.currentTarget.value)}
            data={groups.map((one) => ({ value: one.key, label: nameOf(one) }))}
          />
        )}
        {groups.length > 1 && <p className={`${styles.words} ${styles.printed}`}>{nameOf(group)}</p>}
        <GroupChart key={group.key} group={group} measurements={measurements} />
        {drawn < measurements.length && (
          <p className={styles.words}>{t('chart.notDrawn', { count: measurements.length - drawn })}</p>
        )}
      </figure>
    </Panel>
  )
}

/** Returns the name of a group, or its unit if it has no name. */
function nameOf({ name, unit }: ChartGroup): string {
  return [name || t('chart.unnamed'), unit].filter(Boolean).join(', ')
}

function GroupChart({ group, measurements }: { group: ChartGroup; measurements: readonly Measurement[] }) {
  const [ref, room] = useWidth()
  const [wanted, setScale] = useState<DeviationScale>('unit')
  const hasPercent = group.points.some(({ percentLimits }) => percentLimits !== null)
  const scale = hasPercent ? wanted : 'unit'
  const width = Math.max(room, WIDTH_MIN)
  const chart = useMemo(
    () => pointChart({ points: group.points, scale, width, height: HEIGHT }),
    [group, scale, width],
  )
  return (
    <>
      {hasPercent && (
        <Group mb="xs" className="screen-only">
          <ScaleChoice unit={group.unit} scale={scale} onScale={setScale} />
        </Group>
      )}
      <div ref={ref} className={styles.canvas}>
        {room > 0 && chart && (
          <PointCanvas
            chart={chart}
            measurements={measurements}
            label={t('chart.of', { points: nameOf(group) })}
            scale={scale}
            unit={group.unit}
            width={width}
            height={HEIGHT}
            room={room}
          />
        )}
      </div>
      {chart && <Legend chart={chart} />}
      <Words group={group} chart={chart} />
    </>
  )
}

function Legend({ chart: { points, limits } }: { chart: PointChart }) {
  const marks = points.flatMap((point) => point.marks)
  return (
    <ChartLegend
      entries={sharedEntries({
        found: marks.some(({ kind }) => kind === 'found'),
        left: marks.some(({ kind }) => kind === 'left'),
        outside: marks.some(({ isOutside }) => isOutside),
        adjusted: points.some((point) => point.marks.length === 2 && point.marks[0]!.y !== point.marks[1]!.y),
        limits: limits.length > 0,
        bars: marks.some(({ bar }) => bar !== null),
      })}
    />
  )
}

/** A sentence on what the chart shows and what it omits. */
function Words({ group, chart }: { group: ChartGroup; chart: PointChart | null }) {
  const hidden = chart === null ? group.points.length : chart.notShown
  return (
    <>
      <p className={styles.words}>{groupSummary(group)}</p>
      <p className={`${styles.words} screen-only`}>
        {[
          t('chart.nominalAxis', { unit: group.unit }),
          chart?.x.isLogarithmic && t('chart.logarithmic'),
          t('chart.keys'),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {hidden > 0 && <p className={styles.words}>{t('chart.withoutPercent', { count: hidden })}</p>}
    </>
  )
}

/** Returns a summary of a chart: the number of points out of tolerance, and the largest deviation as found. */
function groupSummary({ points, unit }: ChartGroup): string {
  const out = (kind: 'found' | 'left') => points.filter((point) => point[kind]?.isOutside).length
  const hasLeft = points.some(({ left }) => left !== null)
  const without = points.filter(({ limits }) => limits === null).length
  return [
    t('chart.summary', { count: points.length, out: out('found') }),
    hasLeft && t('chart.summaryLeft', { out: out('left') }),
    worstWords(points, unit),
    without > 0 && t('chart.withoutLimits', { count: without }),
  ]
    .filter(Boolean)
    .join(' ')
}

function worstWords(points: readonly ChartPoint[], unit: string): string | null {
  let worst: { percent: number; nominal: string } | undefined
  for (const { found, nominalText: nominal } of points) {
    const percent = found?.percent ?? null
    if (percent === null || (worst !== undefined && Math.abs(percent) <= worst.percent)) continue
    worst = { percent: Math.abs(percent), nominal }
  }
  if (worst === undefined) return null
  return t('chart.worst', {
    percent: percentShown(String(worst.percent)),
    nominal: withUnit(worst.nominal, unit),
  })
}
