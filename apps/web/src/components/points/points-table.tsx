import type { Measurement } from '@plumbline/contract'
import { Fragment, memo } from 'react'
import { t } from '../../base/messages.ts'
import type { ColumnRoom } from '../reading/reading-parts.ts'
import { DecisionText } from './decision-text.tsx'
import { LimitsText } from './limits-text.tsx'
import { PhaseText, phaseRoom } from './phase-text.tsx'
import { hasFacts, PointFacts } from './point-facts.tsx'
import { sharedRule } from './point-figures.ts'
import { NominalText, remarksOf, UncertaintyText } from './point-details.tsx'
import {
  columnsOf,
  hasLimits,
  limitsOf,
  pointElementId,
  pointGroups,
  type PointColumns,
  type PointGroup,
  type PointRow,
} from './point-rows.ts'
import styles from './points.module.css'

/** Points as they are shown below each other. */
export interface PointsProps {
  /** All of a record. */
  measurements: readonly Measurement[]
  /** How many of them are shown; all by default. */
  shown?: number
  /** Whether test uncertainty ratio, probabilities and standard of each point are shown. */
  withFacts?: boolean
}

/** The points of a record below each other, as found beside as left. */
export const PointsTable = memo(function PointsTable({
  measurements,
  shown = measurements.length,
  withFacts = false,
  onPaper = false,
}: PointsProps & { onPaper?: boolean }) {
  const columns = columnsOf(measurements)
  const withRules = sharedRule(measurements) === null
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('point.caption')}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('point.caption')}</caption>
        <Heads columns={columns} />
        {pointGroups(measurements.slice(0, shown)).map((group) => (
          <GroupRows
            key={group.key}
            group={group}
            columns={columns}
            withRules={withRules}
            withFacts={withFacts}
            onPaper={onPaper}
          />
        ))}
      </table>
    </div>
  )
})

function Heads({ columns }: { columns: PointColumns }) {
  const below = `${t('drift.deviation')}, ${t('point.percentOfTolerance')}`
  return (
    <thead>
      <tr>
        <Head first={t('drift.nominal')} second={t('point.limits')} />
        {columns.found && <Head first={t('calibrationField.as_found_reading')} second={below} />}
        {columns.left && <Head first={t('calibrationField.as_left_reading')} second={below} />}
        {columns.uncertainty && <Head first={t('drift.uncertainty')} />}
        {columns.decision && <Head first={t('point.decision')} />}
      </tr>
    </thead>
  )
}

/** The head of a column whose cells have several lines. */
function Head({ first, second }: { first: string; second?: string }) {
  return (
    <th scope="col">
      {first}
      {second !== undefined && <div>{second}</div>}
    </th>
  )
}

interface GroupProps {
  group: PointGroup
  columns: PointColumns
  /** Whether each decision names its rule, as they follow several. */
  withRules: boolean
  withFacts: boolean
  onPaper: boolean
}

function GroupRows({ group: { name, rows }, ...laidOut }: GroupProps) {
  const rooms = { found: phaseRoom(rows, 'found'), left: phaseRoom(rows, 'left') }
  const width = Object.values(laidOut.columns).filter(Boolean).length + 1
  return (
    <tbody>
      {name !== '' && (
        <tr className={styles.group}>
          <th scope="rowgroup" colSpan={width}>
            {name}
          </th>
        </tr>
      )}
      {rows.map((row) => {
        const remarks = remarksOf(row.point)
        const withFacts = laidOut.withFacts && hasFacts(row.point)
        return (
          <Fragment key={row.key}>
            <tr data-remarked={remarks !== null || withFacts || undefined}>
              <PointCells row={row} rooms={rooms} {...laidOut} />
            </tr>
            {remarks !== null && (
              <tr data-remarked={withFacts || undefined}>
                <td colSpan={width} className={styles.remarks}>
                  {remarks}
                </td>
              </tr>
            )}
            {withFacts && (
              <tr>
                <td colSpan={width} className={styles.remarks}>
                  <PointFacts point={row.point} />
                </td>
              </tr>
            )}
          </Fragment>
        )
      })}
    </tbody>
  )
}

interface CellsProps extends Omit<GroupProps, 'group' | 'withFacts'> {
  row: PointRow
  rooms: Readonly<Record<'found' | 'left', ColumnRoom>>
}

function PointCells({ row, rooms, columns, withRules, onPaper }: CellsProps) {
  const { tolerance, decision } = row.point
  return (
    <>
      <th scope="row" {...(!onPaper && { id: pointElementId(row.key), tabIndex: -1 })}>
        <NominalText row={row} />
        {hasLimits(row) && (
          <div className={styles.aside}>
            <LimitsText limits={limitsOf(row)} tolerance={tolerance} unit={row.unit} />
          </div>
        )}
      </th>
      {(['found', 'left'] as const).map(
        (phase) =>
          columns[phase] && (
            <td key={phase}>
              <PhaseText row={row} phase={phase} room={rooms[phase]} onPaper={onPaper} />
            </td>
          ),
      )}
      {columns.uncertainty && (
        <td>
          <UncertaintyText row={row} />
        </td>
      )}
      {columns.decision && (
        <td>
          <DecisionText decision={decision} withRule={withRules} />
        </td>
      )}
    </>
  )
}
