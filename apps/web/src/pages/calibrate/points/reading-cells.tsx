import type { MeasuredPhase } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import { signed } from '../../../components/calibration-record/verdict.ts'
import { withUnit } from '../../../components/points/with-unit.ts'
import { phaseFigures } from '../../../components/points/point-figures.ts'
import { VerdictMark } from '../measurement.tsx'
import { cellText, type CellColumn } from './pasted-block.ts'
import { keysOfJudged, wordOfKey } from './observed-keys.ts'
import { isRead, type Phase, type PointEntry } from './point-entry.ts'
import type { PointResult } from './point-results.ts'
import { pointName } from './point-words.ts'
import styles from './points.module.css'

/** Returns the ID of a cell's input, for links from the error summary. */
export function cellId(key: string, column: CellColumn): string {
  return `point-${key}-${column.replace('.', '-')}`
}

/** Properties of the cells of a point. */
export interface CellsProps {
  entry: PointEntry
  result: PointResult
  /** Index of the point in the form. */
  row: number
  /** Errors of the server, by ID of the cell's element. */
  errors: Readonly<Record<string, string>>
  onText: (key: string, column: CellColumn, text: string) => void
}

/** A cell: a number or a unit as typed. */
export function CellInput({
  entry,
  row,
  column,
  label,
  errors,
  describedBy,
  onText,
}: Omit<CellsProps, 'result'> & { column: CellColumn; label: string; describedBy?: string }) {
  const id = cellId(entry.key, column)
  const error = errors[id]
  return (
    <input
      id={id}
      className={styles.cell}
      data-row={row}
      data-cell={column}
      aria-label={label}
      aria-invalid={error !== undefined || undefined}
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      {...(column !== 'unit' && { inputMode: 'decimal' as const })}
      title={error}
      autoComplete="off"
      enterKeyHint="next"
      spellCheck={false}
      maxLength={column === 'unit' ? 40 : 80}
      value={cellText(entry, column)}
      onChange={(event) => onText(entry.key, column, event.currentTarget.value)}
    />
  )
}

/** The readings of a phase with their result, or the reason for not measuring. */
export function PhaseCells({ phase, ...cells }: CellsProps & { phase: Phase }) {
  const { entry, result } = cells
  const { reason } = entry[phase]
  const verdictId = `point-${entry.key}-${phase}-verdict`
  const unchanged = entry[phase].kept?.unchanged
  if (reason !== '') return <span className={styles.aside}>{t('point.notMeasured', { reason })}</span>
  if (unchanged && !isRead(entry[phase])) {
    return <span className={styles.aside}>{t('point.unchanged', { reason: unchanged })}</span>
  }
  const count = Math.max(entry.spec.repeats, entry[phase].readings.length)
  const measured = result.measurement?.[`as_${phase}`] ?? null
  return (
    <div className={styles.phase}>
      <div className={styles.readings} data-repeated={count > 1 || undefined}>
        {Array.from({ length: count }, (_, index) => (
          <CellInput
            key={index}
            {...cells}
            column={`${phase}.${index}`}
            label={readingLabel(entry, phase, index, count)}
            describedBy={verdictId}
          />
        ))}
      </div>
      <JudgedWords {...cells} phase={phase} />
      <div id={verdictId} className={styles.verdict}>
        <Fault result={result} phase={phase} />
        {measured && <PhaseVerdict phase={measured} entry={entry} />}
      </div>
    </div>
  )
}

/** The two words for a point that a person assesses as buttons, for devices without a keyboard. */
function JudgedWords({ entry, phase, onText }: CellsProps & { phase: Phase }) {
  const { function: measured, tolerance } = entry.spec
  const text = tolerance?.text ?? ''
  if (text === '' || isRead(entry[phase])) return null
  return (
    <div className={styles.words}>
      {keysOfJudged({ function: measured, text }).map((key) => (
        <button
          key={key}
          type="button"
          className={styles.opener}
          tabIndex={-1}
          aria-keyshortcuts={key}
          onClick={() => onText(entry.key, `${phase}.0`, wordOfKey(key)!)}
        >
          {wordOfKey(key)} <kbd aria-hidden>{key.toUpperCase()}</kbd>
        </button>
      ))}
    </div>
  )
}

function readingLabel(entry: PointEntry, phase: Phase, index: number, count: number): string {
  const name = pointName(entry)
  const column = t(phase === 'found' ? 'drift.asFound' : 'drift.asLeft')
  return count === 1
    ? t('calibrate.point.reading', { point: name, column })
    : t('calibrate.point.repeat', { point: name, column, number: index + 1 })
}

/** The message that a reading is not a number. */
function Fault({ result, phase }: { result: PointResult; phase: Phase }) {
  const isFaulty = result.issues.some(({ path }) => path[0] === `as_${phase}`)
  return isFaulty && <span className={styles.fault}>{t('calibrate.point.noNumber')}</span>
}

/** Deviation, percentage of tolerance and verdict, preceded by mean and standard deviation of repeated readings. */
function PhaseVerdict({ phase, entry }: { phase: MeasuredPhase; entry: PointEntry }) {
  const { unit, nominal } = entry.spec
  const { mean, spread, deviation, percent, verdict } = phaseFigures(phase, nominal)
  return (
    <>
      {spread !== null && (
        <span className={styles.mean}>
          {t('calibrate.point.mean', { mean: withUnit(mean, unit), deviation: withUnit(spread, unit) })}
        </span>
      )}
      {deviation !== null && <span className={styles.deviation}>{withUnit(signed(deviation), unit)}</span>}
      {percent !== null && <span className={styles.percent}>{t('point.percent', { percent })}</span>}
      {verdict === 'not_comparable' ? (
        <span className={styles.aside}>
          {t(entry.spec.tolerance?.text ? 'calibrate.point.judge' : 'point.notEvaluated')}
        </span>
      ) : (
        <VerdictMark verdict={verdict === 'in' ? 'inside' : 'outside'} />
      )}
    </>
  )
}
