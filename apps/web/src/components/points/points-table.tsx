import type { Measurement } from '@plumbline/contract'
import { memo, useMemo, type ReactNode } from 'react'
import { t } from '../../base/messages.ts'
import { sharedRule } from './point-figures.ts'
import { lineRooms, PointLine, type LineLayout } from './point-line.tsx'
import { columnsOf, pointGroups, type PointGroup } from './point-rows.ts'
import { headUnits, sharedCoverage, type HeadUnits } from './point-units.ts'
import styles from './points.module.css'

/** Properties of a table of points. */
export interface PointsProps {
  /** All of a record. */
  measurements: readonly Measurement[]
  /** How many of them are shown; all by default. */
  shown?: number
  /** Whether decisions name their rules, as those of the record follow several. */
  withRules: boolean
  /** Whether all that there is to say of each point is shown. */
  withFacts?: boolean
}

/** The points of a record, one per row, with as found and as left. */
export const PointsTable = memo(function PointsTable({
  measurements,
  shown = measurements.length,
  withRules,
  withFacts = false,
  isClose = false,
}: PointsProps & {
  /** Whether there is little room. */
  isClose?: boolean
}) {
  const { layout, coverage } = useMemo(
    () => layoutOf(measurements, { columns: columnsOf(measurements), withRules, onPaper: false, isClose }),
    [measurements, withRules, isClose],
  )
  const units = useMemo(() => headUnits(measurements), [measurements])
  const groups = useMemo(() => pointGroups(measurements.slice(0, shown)), [measurements, shown])
  return (
    <Framed isClose={isClose}>
      <thead>
        <Heads layout={layout} unit={units.table} coverage={coverage} />
      </thead>
      {groups.map((group) => (
        <GroupBody key={group.key} group={group} units={units} layout={layout} startsOpen={withFacts} />
      ))}
    </Framed>
  )
})

/** Minimum average number of points per group for which each group is a separate table when printed. */
const OWN_TABLE_MIN = 2

/**
 * The same on paper, with all that the lines leave out. Browsers repeat the head of a table on each sheet, so each
 * group is one, with its name in the head, unless the groups change with nearly every point.
 */
export function PrintedPoints({ measurements }: { measurements: readonly Measurement[] }) {
  const groups = pointGroups(measurements)
  const of = {
    columns: columnsOf(measurements),
    withRules: sharedRule(measurements) === null,
    onPaper: true,
    isClose: false,
  }
  if (measurements.length < groups.length * OWN_TABLE_MIN) {
    return <PrintedTable measurements={measurements} of={of} />
  }
  return groups.map(({ key, rows }) => (
    <PrintedTable key={key} measurements={rows.map(({ point }) => point)} of={of} />
  ))
}

/** The parts of the layout that are the same in all tables of a record. */
type RecordLayout = Pick<LineLayout, 'columns' | 'withRules' | 'onPaper' | 'isClose'>

function PrintedTable({ measurements, of }: { measurements: readonly Measurement[]; of: RecordLayout }) {
  const { layout, coverage } = layoutOf(measurements, of)
  const units = headUnits(measurements)
  const groups = pointGroups(measurements)
  const only = groups.length === 1 ? groups[0]!.name : ''
  return (
    <Framed onPaper group={only}>
      <thead>
        {only !== '' && <GroupHead name={only} unit="" width={layout.width} scope="colgroup" />}
        <Heads layout={layout} unit={units.table} coverage={coverage} />
      </thead>
      {groups.map((group) => (
        <GroupBody
          key={group.key}
          group={group}
          units={units}
          layout={layout}
          withHead={only === ''}
          startsOpen
        />
      ))}
    </Framed>
  )
}

function GroupBody({
  group,
  units,
  layout,
  withHead = true,
  startsOpen,
}: {
  group: PointGroup
  units: HeadUnits
  layout: LineLayout
  withHead?: boolean
  startsOpen: boolean
}) {
  const unit = units.groups.get(group.key) ?? ''
  return (
    <tbody>
      {withHead && group.name !== '' && <GroupHead name={group.name} unit={unit} width={layout.width} />}
      <Lines
        group={group}
        unitInHead={units.table !== '' || unit !== ''}
        layout={layout}
        startsOpen={startsOpen}
      />
    </tbody>
  )
}

function layoutOf(measurements: readonly Measurement[], of: RecordLayout) {
  const coverage = sharedCoverage(measurements)
  const { onPaper, isClose } = of
  const { found, left, uncertainty, decision } = of.columns
  const layout: LineLayout = {
    ...of,
    width:
      2 + 3 * (Number(found) + Number(left)) + Number(uncertainty) + Number(decision) + (onPaper ? 0 : 1),
    coverageInHead: coverage !== null,
    withFacts: !onPaper,
    withCoverage: isClose && coverage === null,
  }
  return { layout, coverage }
}

/** A named table. When printed, nothing scrolls, so the table is not focusable. */
function Framed({
  onPaper = false,
  isClose = false,
  group = '',
  children,
}: {
  onPaper?: boolean
  isClose?: boolean
  group?: string
  children: ReactNode
}) {
  const caption = [t('point.caption'), group].filter(Boolean).join(' · ')
  const scrolls = onPaper ? {} : { tabIndex: 0, role: 'group', 'aria-label': caption }
  return (
    <div className={styles.scroll} {...scrolls}>
      <table className={styles.table} data-paper={onPaper || undefined} data-close={isClose || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        {children}
      </table>
    </div>
  )
}

function GroupHead({
  name,
  unit,
  width,
  scope = 'rowgroup',
}: {
  name: string
  unit: string
  width: number
  scope?: 'rowgroup' | 'colgroup'
}) {
  return (
    <tr className={styles.group}>
      <th scope={scope} colSpan={width}>
        {unit === '' ? name : t('point.groupUnit', { group: name, unit })}
      </th>
    </tr>
  )
}

/** The symbol of an expanded uncertainty (JCGM 100, 6.2.1), where its word has no room. */
const SYMBOL = 'U'

/** Returns a heading with the unit of its column. */
function withHeadUnit(head: string, unit: string): string {
  return unit === '' ? head : t('point.headUnit', { head, unit })
}

function Heads({
  layout: { columns, onPaper, isClose },
  unit,
  coverage,
}: {
  layout: LineLayout
  unit: string
  coverage: string | null
}) {
  const phases = (['found', 'left'] as const).filter((phase) => columns[phase])
  return (
    <>
      <tr>
        <th scope="col" rowSpan={2}>
          {withHeadUnit(t('drift.nominal'), unit)}
        </th>
        <th scope="col" rowSpan={2}>
          {withHeadUnit(t('point.limits'), unit)}
        </th>
        {phases.map((phase) => (
          <th key={phase} scope="colgroup" colSpan={3}>
            {t(`calibrationField.as_${phase}_reading`)}
          </th>
        ))}
        {columns.uncertainty && (
          <th scope="col" rowSpan={2}>
            {withHeadUnit(isClose ? SYMBOL : t('drift.uncertainty'), unit)}
            {isClose && <span className="visually-hidden"> ({t('drift.uncertainty')})</span>}
            {coverage !== null && <div>{coverage}</div>}
          </th>
        )}
        {columns.decision && (
          <th scope="col" rowSpan={2}>
            {t('point.decision')}
          </th>
        )}
        {!onPaper && <td rowSpan={2} />}
      </tr>
      <tr>
        {phases.map((phase) => (
          <PhaseHeads key={phase} unit={unit} />
        ))}
      </tr>
    </>
  )
}

function PhaseHeads({ unit }: { unit: string }) {
  return (
    <>
      <th scope="col">{withHeadUnit(t('sheet.reading'), unit)}</th>
      <th scope="col">{withHeadUnit(t('drift.deviation'), unit)}</th>
      <th scope="col">{t('point.percentOfTolerance')}</th>
    </>
  )
}

function Lines({
  group: { rows },
  unitInHead,
  layout,
  startsOpen,
}: {
  group: PointGroup
  unitInHead: boolean
  layout: LineLayout
  startsOpen: boolean
}) {
  const rooms = useMemo(() => lineRooms(rows, unitInHead), [rows, unitInHead])
  return rows.map((row) => (
    <PointLine
      key={`${row.key} ${startsOpen}`}
      row={row}
      rooms={rooms}
      unitInHead={unitInHead}
      layout={layout}
      startsOpen={startsOpen}
    />
  ))
}
