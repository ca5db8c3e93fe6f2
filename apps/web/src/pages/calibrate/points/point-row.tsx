import { memo } from 'react'
import { t } from '../../../base/messages.ts'
import { Icon } from '../../../components/icons.tsx'
import { DecisionText } from '../../../components/points/decision-text.tsx'
import { LimitsText } from '../../../components/points/limits-text.tsx'
import { withUnit } from '../../../components/points/with-unit.ts'
import { acceptanceOf, phaseFigures } from '../../../components/points/point-figures.ts'
import { toleranceWords } from '../../../components/procedure/tolerance-words.ts'
import type { PointActions } from './point-actions.ts'
import { hasCopiedUncertainty, isMeasured, hasContent, type PointEntry } from './point-entry.ts'
import { PointDetails } from './point-details.tsx'
import type { PointResult } from './point-results.ts'
import { pointName, uncertaintyFault } from './point-words.ts'
import styles from './points.module.css'
import { as } from './table-roles.ts'
import { CellInput, PhaseCells, type CellsProps } from './reading-cells.tsx'

export interface PointProps {
  entry: PointEntry
  result: PointResult
  row: number
  errors: CellsProps['errors']
  isOpen: boolean
  withDecision: boolean
  actions: PointActions
}

/** A point as a row, rendered again only if it has changed. */
export const PointRow = memo(function PointRow(props: PointProps) {
  const { entry, result, row, errors, isOpen, withDecision, actions } = props
  const cells = { entry, result, row, errors, onText: actions.onText }
  return (
    <>
      <tr {...as.row} data-open={isOpen || undefined} data-left-out={!isMeasured(entry) || undefined}>
        <th {...as.rowHead} scope="row">
          <PointHead {...cells} />
        </th>
        <td {...as.cell}>
          <PhaseCells {...cells} phase="found" />
        </td>
        <td {...as.cell}>
          <LeftCells {...props} />
        </td>
        {withDecision && (
          <td {...as.cell}>
            <DecisionText decision={result.measurement?.decision ?? null} withRule={false} />
          </td>
        )}
        <td {...as.cell} className={styles.actions}>
          <MoreButton entry={entry} isOpen={isOpen} onMore={actions.onMore} />
        </td>
      </tr>
      {isOpen && (
        <tr {...as.row} className={styles.wideRow}>
          <td {...as.cell} className={styles.details}>
            <PointDetails entry={entry} actions={actions} />
          </td>
        </tr>
      )}
    </>
  )
})

/** Reached by F2 from any cell of the point, because Tab moves from reading to reading. */
function MoreButton({
  entry,
  isOpen,
  onMore,
}: {
  entry: PointEntry
  isOpen: boolean
  onMore: PointActions['onMore']
}) {
  return (
    <button
      type="button"
      className={styles.more}
      tabIndex={-1}
      aria-expanded={isOpen}
      aria-keyshortcuts="F2"
      title="F2"
      aria-label={t('calibrate.point.moreOf', { point: pointName(entry) })}
      onClick={() => onMore(entry.key)}
    >
      <Icon name="more" size={18} />
    </button>
  )
}

/** Nominal value, limits and uncertainty, as inputs for additional points. */
export function PointHead(cells: CellsProps) {
  const { entry } = cells
  const { nominal, unit, tolerance } = entry.spec
  const isPlain = tolerance === null || tolerance.symmetric?.absolute !== undefined
  const isSingle = tolerance === null || (isPlain && Object.keys(tolerance.symmetric ?? {}).length === 1)
  return (
    <>
      {entry.isOwn ? (
        <div className={styles.own}>
          <CellInput {...cells} column="nominal" label={t('drift.nominal')} />
          <CellInput {...cells} column="unit" label={t('procedure.unit')} />
          {isSingle ? (
            <span className={styles.plusMinus}>
              ± <CellInput {...cells} column="tolerance" label={t('procedure.tolerance')} />
            </span>
          ) : (
            <span className={styles.aside}>{toleranceWords(tolerance, unit)}</span>
          )}
        </div>
      ) : (
        <div>{withUnit(nominal, unit)}</div>
      )}
      <Limits {...cells} />
      <UncertaintyLine {...cells} />
    </>
  )
}

function Limits({ entry, result }: CellsProps) {
  const { limits } = result
  const { tolerance, unit, nominal } = entry.spec
  if (!limits && !tolerance?.text) return null
  const { as_left: left, as_found: found } = result.measurement ?? {}
  const measured = [left, found].find((phase) => phase?.mean != null)
  const figures = measured && phaseFigures(measured, nominal)
  const shown = figures ?? { lower: limits?.lower_limit ?? null, upper: limits?.upper_limit ?? null }
  const accepted = limits && acceptanceOf(limits, nominal)
  if (shown.lower === null && shown.upper === null && !tolerance?.text) return null
  return (
    <div className={styles.aside}>
      <LimitsText limits={shown} tolerance={tolerance} unit={unit} />
      {accepted && (
        <div>
          {t('calibrate.point.accepted')} <LimitsText limits={accepted} unit={unit} />
        </div>
      )}
    </div>
  )
}

function UncertaintyLine({ entry, result }: CellsProps) {
  const { expanded, coverage_factor: factor, unit } = result.measurement?.uncertainty ?? {}
  if (expanded && factor) {
    const value = withUnit(expanded, unit ?? entry.spec.unit)
    return (
      <div className={styles.aside}>
        {`U = ${value} (k = ${factor})`}
        {hasCopiedUncertainty(entry) && <span className={styles.copied}> · {t('calibrate.copiedMark')}</span>}
      </div>
    )
  }
  const fault = isMeasured(entry) ? uncertaintyFault(result.issues) : null
  return fault !== null && <div className={styles.fault}>{fault}</div>
}

/** As left is shown for points that are out of tolerance as found; for others it can be opened. */
export function LeftCells({ entry, result, row, errors, actions }: PointProps) {
  const isOut = result.measurement?.as_found?.verdict === 'out'
  const isStated = hasContent(entry.left)
  if (!isOut && !isStated && !entry.leftOpen) {
    return (
      <button
        type="button"
        className={styles.opener}
        tabIndex={-1}
        aria-keyshortcuts="F8"
        onClick={() => actions.onOpenLeft(entry.key)}
      >
        {t('calibrate.point.openLeft')} <kbd aria-hidden>F8</kbd>
      </button>
    )
  }
  return (
    <>
      <PhaseCells {...{ entry, result, row, errors }} onText={actions.onText} phase="left" />
      {!isStated && result.measurement?.as_found && (
        <button
          type="button"
          className={styles.opener}
          tabIndex={-1}
          aria-keyshortcuts="="
          onClick={() => actions.onSameAsFound(entry.key)}
        >
          {t('calibrate.point.sameAsFound')} <kbd aria-hidden>=</kbd>
        </button>
      )}
    </>
  )
}
