import { Button, Group } from '@mantine/core'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { CalibrationRecordWithMeasurements, Measurement } from '@plumbline/contract'
import { isMeasuredPhase } from '@plumbline/contract/measurement'
import { t } from '../../base/messages.ts'
import { Panel } from '../panel.tsx'
import { useWidth } from '../use-width.ts'
import { HysteresisTable } from './hysteresis-table.tsx'
import { hasDetails } from './line-details.tsx'
import { PointCards } from './point-cards.tsx'
import { hasFacts } from './point-facts.tsx'
import { sharedRule } from './point-figures.ts'
import { columnsOf, type PointColumns, pointElementId, pointGroups } from './point-rows.ts'
import { PointsHead } from './points-head.tsx'
import { PointsTable } from './points-table.tsx'
import styles from './points.module.css'

/** Which points of a record are shown. */
const pointFilters = ['all', 'out', 'near'] as const

/** Percentage of the tolerance from which a deviation is considered near the limit. */
const NEAR_PERCENT = 80

/** Number of points shown by default: more would take too long to render. */
const SHOWN_AT_ONCE = 100

/** Number of points rendered first, which fill a window. The others follow immediately. */
const SHOWN_FIRST = 20

/**
 * Pixels that the columns of a table of points take, in German as the longest language: set with room, and closely.
 * Still less room shows cards.
 */
const WIDTHS_MIN = {
  roomy: { both: 790, one: 560, uncertainty: 165, decision: 155 },
  close: { both: 740, one: 520, uncertainty: 60, decision: 150 },
}

function tableWidthMin(set: keyof typeof WIDTHS_MIN, columns: PointColumns): number {
  const { both, one, uncertainty, decision } = WIDTHS_MIN[set]
  const phases = columns.found && columns.left ? both : one
  return phases + (columns.uncertainty ? uncertainty : 0) + (columns.decision ? decision : 0)
}

/**
 * The points of a record, the first hundred until the user opens all; nothing for a record without points.
 * @param outFirst whether only out-of-tolerance points are shown at first, if there are any
 */
export function PointsPanel({
  record,
  outFirst = false,
}: {
  record: CalibrationRecordWithMeasurements
  outFirst?: boolean
}) {
  const all = record.measurements
  const [filter, setFilter] = useState<PointFilter>(() => (outFirst && all.some(isOut) ? 'out' : 'all'))
  const measurements = useMemo(() => filteredPoints(all, filter), [all, filter])
  const [showsAll, setShowsAll] = useState(false)
  const [withFacts, setWithFacts] = useState(false)
  const [ref, width] = useWidth()
  const shown = Math.min(measurements.length, showsAll ? Infinity : SHOWN_AT_ONCE)
  const drawn = useDeferredValue(shown, Math.min(shown, SHOWN_FIRST))
  const jump = useJump(drawn)
  const columns = useMemo(() => columnsOf(all), [all])
  const rows = useMemo(() => pointGroups(measurements).flatMap((group) => group.rows), [measurements])
  const withRules = useMemo(() => sharedRule(all) === null, [all])
  if (all.length === 0) return null
  const isTable = width >= tableWidthMin('close', columns)
  const points = { measurements, shown: drawn, withRules, withFacts }
  return (
    <Panel title={t('point.title')}>
      <PointsHead record={record} />
      {rows.some((row) =>
        isTable ? hasDetails(row, { withFacts: true, withCoverage: false }) : hasFacts(row.point),
      ) && <DetailsButton isShown={withFacts} onClick={() => setWithFacts(!withFacts)} />}
      <Filters
        points={all}
        filter={filter}
        onFilter={setFilter}
        onJump={(index) => {
          setFilter('all')
          if (index >= SHOWN_AT_ONCE) setShowsAll(true)
          jump(index)
        }}
      />
      <div ref={ref}>
        {isTable && (
          <PointsTable key={filter} {...points} isClose={width < tableWidthMin('roomy', columns)} />
        )}
        {width > 0 && !isTable && <PointCards key={filter} {...points} />}
      </div>
      {shown < measurements.length && (
        <Button variant="default" mt="sm" onClick={() => setShowsAll(true)}>
          {t('point.showAll', { count: measurements.length })}
        </Button>
      )}
      <HysteresisTable measurements={all} />
    </Panel>
  )
}

/** Shows all that there is to say of each point, and hides it again. */
function DetailsButton({ isShown, onClick }: { isShown: boolean; onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-md"
      mb="xs"
      className={styles.factsButton}
      aria-expanded={isShown}
      onClick={onClick}
    >
      {t(isShown ? 'point.hideDetails' : 'point.showDetails')}
    </Button>
  )
}

/** Minimum number of points for which filters are offered. */
const FILTERED_MIN = 2

/** Filters for points that need attention; nothing if there are none. */
function Filters({
  points,
  filter,
  onFilter,
  onJump,
}: {
  points: readonly Measurement[]
  filter: PointFilter
  onFilter: (filter: PointFilter) => void
  /** Goes to the point of an index, among all of them. */
  onJump: (index: number) => void
}) {
  const counts = { all: points.length, out: 0, near: 0 }
  for (const name of ['out', 'near'] as const) counts[name] = filteredPoints(points, name).length
  const firstOut = points.findIndex(isOut)
  if (points.length < FILTERED_MIN || (counts.out === 0 && counts.near === 0)) return null
  return (
    <Group gap="xs" mb="xs" role="group" aria-label={t('point.filter')} className={styles.factsButton}>
      {pointFilters.map((name) => (
        <Button
          key={name}
          variant={filter === name ? 'light' : 'subtle'}
          size="compact-md"
          aria-pressed={filter === name}
          disabled={counts[name] === 0}
          onClick={() => onFilter(name)}
        >
          {t(`point.filter.${name}`, { count: counts[name] })}
        </Button>
      ))}
      {firstOut >= 0 && (
        <Button variant="subtle" size="compact-md" onClick={() => onJump(firstOut)}>
          {t('point.jumpToOut')}
        </Button>
      )}
    </Group>
  )
}

/** Returns the function that moves to a point once its row is rendered. */
function useJump(drawn: number): (index: number) => void {
  const [wanted, setWanted] = useState<{ readonly index: number } | null>(null)
  const reached = useRef<typeof wanted>(null)
  useEffect(() => {
    if (wanted === null || wanted === reached.current) return
    const row = document.getElementById(pointElementId(wanted.index))
    if (row === null) return
    reached.current = wanted
    row.scrollIntoView({ block: 'center' })
    row.focus({ preventScroll: true })
  }, [wanted, drawn])
  return (index) => setWanted({ index })
}

type PointFilter = (typeof pointFilters)[number]

/** The points of a filter: out of tolerance as found or as left, or within it and near a limit. */
function filteredPoints(points: readonly Measurement[], filter: PointFilter): readonly Measurement[] {
  if (filter === 'all') return points
  return points.filter((point) => (filter === 'out' ? isOut(point) : !isOut(point) && isNear(point)))
}

/** Whether a point was out of tolerance as found or as left. */
function isOut({ as_found: found, as_left: left }: Measurement): boolean {
  return found?.verdict === 'out' || left?.verdict === 'out'
}

function isNear({ as_found: found, as_left: left }: Measurement): boolean {
  return [found, left].some(
    (phase) => isMeasuredPhase(phase) && Number(phase.percent_of_tolerance ?? 0) >= NEAR_PERCENT,
  )
}
