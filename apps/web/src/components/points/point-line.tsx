import { memo, useState } from 'react'
import { t } from '../../base/messages.ts'
import { signed } from '../calibration-record/verdict.ts'
import { VerdictWord } from '../calibration-record/verdict-text.tsx'
import { columnRoom, type ColumnRoom } from '../reading/reading-parts.ts'
import { ReadingText } from '../reading/reading-text.tsx'
import { DecisionText } from './decision-text.tsx'
import { LimitsText } from './limits-text.tsx'
import { hasDetails, LineDetails, type DetailsShown } from './line-details.tsx'
import { meanText, missingWords } from './phase-text.tsx'
import { NominalText, remarksOf, UncertaintyFigure } from './point-details.tsx'
import { recordedName, settingName } from './recorded-name.ts'
import {
  hasNumericLimits,
  hasOwnLimits,
  isJudged,
  limitsOf,
  pointElementId,
  type PointColumns,
  type PointRow,
} from './point-rows.ts'
import { expandedBy } from './point-units.ts'
import styles from './points.module.css'
import { withUnit } from './with-unit.ts'

/** The layout shared by all rows of a table. */
export interface LineLayout extends DetailsShown {
  /** Whether the head of the column of uncertainties says what all are expanded by. */
  readonly coverageInHead: boolean
  readonly columns: PointColumns
  /** How many columns that makes. */
  readonly width: number
  /** Whether each decision names its rule, as they follow several. */
  readonly withRules: boolean
  /** Whether the table is printed, so that nothing can be expanded. */
  readonly onPaper: boolean
  /** Whether there is little room: what an uncertainty is expanded by is then among the details. */
  readonly isClose: boolean
}

/** The room that the figures of each column of a group take. */
export type LineRooms = Readonly<Record<'found' | 'left', Readonly<Record<'mean' | 'deviation', ColumnRoom>>>>

/** Returns the column widths of a group whose unit is in the heading, or in each cell. */
export function lineRooms(rows: readonly PointRow[], unitInHead: boolean): LineRooms {
  const shared = unitInHead ? (rows[0]?.unit ?? '') : ''
  const room = (phase: 'found' | 'left') => {
    const figures = rows.flatMap(({ [phase]: of, unit }) => (of === null ? [] : [{ of, unit }]))
    const deviations = figures.map(({ of, unit }) => of.deviation && withUnit(signed(of.deviation), unit))
    return {
      mean: columnRoom(
        figures.map(({ of, unit }) => (of.readings.length === 0 ? null : meanText(of, unit))),
        unitInHead,
        shared,
      ),
      deviation: columnRoom(deviations, unitInHead, shared),
    }
  }
  return { found: room('found'), left: room('left') }
}

/** A point as a row, with expandable details below. */
export const PointLine = memo(function PointLine({
  row,
  rooms,
  unitInHead,
  layout,
  startsOpen,
}: {
  row: PointRow
  rooms: LineRooms
  unitInHead: boolean
  layout: LineLayout
  startsOpen: boolean
}) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  const { columns, width, onPaper } = layout
  const hasMore = hasDetails(row, layout)
  const opened = hasMore && isOpen
  return (
    <>
      <tr className={styles.line} data-remarked={opened || undefined}>
        <th scope="row" {...(!onPaper && { id: pointElementId(row.key), tabIndex: -1 })}>
          <NominalText row={row} hideUnit={unitInHead} />
          <Setting row={row} />
        </th>
        <td>
          <LineLimits row={row} unit={unitInHead ? '' : row.unit} />
        </td>
        {columns.found && <PhaseCells row={row} phase="found" room={rooms.found} />}
        {columns.left && <PhaseCells row={row} phase="left" room={rooms.left} />}
        {columns.uncertainty && (
          <td>
            <UncertaintyFigure row={row} unitInHead={unitInHead ? row.unit : null} />
            {!layout.coverageInHead && !layout.isClose && <ExpandedBy row={row} />}
          </td>
        )}
        {columns.decision && (
          <td>
            <DecisionText decision={row.point.decision} withRule={layout.withRules} />
          </td>
        )}
        {!onPaper && (
          <td className={styles.unfold}>
            {hasMore && (
              <Unfold row={row} isOpen={isOpen} isClose={layout.isClose} onClick={() => setIsOpen(!isOpen)} />
            )}
          </td>
        )}
      </tr>
      {opened && (
        <tr>
          <td colSpan={width} className={styles.remarks}>
            <LineDetails row={row} shown={layout} />
          </td>
        </tr>
      )}
    </>
  )
})

/**
 * The limits of a point, or its tolerance as text, truncated if necessary. If as found was assessed with other limits, these
 * are shown, too.
 */
function LineLimits({ row, unit }: { row: PointRow; unit: string }) {
  const limits = limitsOf(row)
  const { found } = row
  return (
    <>
      <span className={hasNumericLimits(limits) ? undefined : styles.cut}>
        <LimitsText limits={limits} tolerance={row.point.tolerance} unit={unit} />
      </span>
      {found !== null && hasOwnLimits(found, row) && (
        <div className={styles.aside}>
          {t('calibrationField.as_found_reading')}: <LimitsText limits={found} unit={unit} />
        </div>
      )}
    </>
  )
}

/** Direction and position of a point, which may be its only difference from another point. */
function Setting({ row }: { row: PointRow }) {
  const name = settingName(row.point)
  return name !== '' && <span className={`${styles.aside} ${styles.setting}`}> {name}</span>
}

/** The coverage of an uncertainty, if the points of a table differ in it. */
function ExpandedBy({ row }: { row: PointRow }) {
  const { uncertainty } = row.point
  const by = uncertainty ? expandedBy(uncertainty) : ''
  return by !== '' && <span className={styles.aside}> ({by})</span>
}

/** Symbol for a remark if there is no space for the word; the button's accessible name has it. */
const REMARKED = '✎'

/** The button that expands a row, which indicates a remark. */
function Unfold({
  row: { point },
  isOpen,
  isClose,
  onClick,
}: {
  row: PointRow
  isOpen: boolean
  isClose: boolean
  onClick: () => void
}) {
  const isRemarked = remarksOf(point) !== null
  const label = t(isRemarked ? 'point.noteOn' : 'point.detailsOf', { point: recordedName(point) })
  return (
    <button type="button" aria-expanded={isOpen} aria-label={label} onClick={onClick}>
      {isRemarked && (isClose ? REMARKED : t('point.note'))}
    </button>
  )
}

/** Reading, deviation and verdict of a phase, or the reason for not measuring. */
function PhaseCells({
  row,
  phase,
  room,
}: {
  row: PointRow
  phase: 'found' | 'left'
  room: LineRooms['found']
}) {
  const figures = row[phase]
  const { unit, point } = row
  if (figures === null) {
    const words = missingWords(point[`as_${phase}`])
    return (
      <td colSpan={3}>
        {words === null ? '–' : <span className={`${styles.aside} ${styles.cut}`}>{words}</span>}
      </td>
    )
  }
  const { deviation, verdict, percent } = figures
  return (
    <>
      <td>
        {figures.readings.length === 0 ? (
          <span className={styles.words}>{figures.mean}</span>
        ) : (
          <ReadingText text={meanText(figures, unit)} {...room.mean} />
        )}
      </td>
      <td>
        {deviation !== null && <ReadingText text={withUnit(signed(deviation), unit)} {...room.deviation} />}
      </td>
      <td>
        {verdict === 'not_comparable' ? (
          <span className={`${styles.aside} ${styles.words}`}>
            {t(isJudged(point) ? 'point.judged' : 'point.notEvaluated')}
          </span>
        ) : (
          <VerdictWord verdict={verdict === 'in' ? 'inside' : 'outside'} percent={percent} />
        )}
      </td>
    </>
  )
}
