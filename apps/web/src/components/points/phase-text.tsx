import type { Measurement } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { VerdictWord } from '../calibration-record/verdict-text.tsx'
import { signed } from '../calibration-record/verdict.ts'
import { columnRoom, type ColumnRoom } from '../reading/reading-parts.ts'
import { ReadingText } from '../reading/reading-text.tsx'
import { LimitsText } from './limits-text.tsx'
import { withUnit } from './with-unit.ts'
import type { PhaseFigures } from './point-figures.ts'
import { hasOwnLimits, isJudged, type PointRow } from './point-rows.ts'
import styles from './points.module.css'

/** The readings of a point before or after adjustment, or why there are none. */
export function PhaseText({
  row,
  phase,
  room,
  onPaper = false,
}: {
  row: PointRow
  phase: 'found' | 'left'
  /** Of the column that the figures stand in; null where they stand in none. */
  room: ColumnRoom | null
  /** Whether nobody can unfold what is folded. */
  onPaper?: boolean
}) {
  const figures = row[phase]
  const { unit, point } = row
  if (figures === null) {
    const words = missingWords(point[`as_${phase}`])
    return words === null ? '–' : <span className={styles.aside}>{words}</span>
  }
  return (
    <>
      {room === null ? (
        <WordedFigures figures={figures} unit={unit} />
      ) : (
        <AlignedFigures figures={figures} unit={unit} room={room} />
      )}
      <div>
        <PointVerdictText verdict={figures.verdict} isJudged={isJudged(point)} />
      </div>
      {hasOwnLimits(figures, row) && (
        <div className={styles.aside}>
          {t('point.limits')} <LimitsText limits={figures} unit={unit} />
        </div>
      )}
      {figures.readings.length > 1 && <Repeats figures={figures} unit={unit} onPaper={onPaper} />}
    </>
  )
}

/** Why a phase has nothing to show; null where nothing is said of it. */
export function missingWords(phase: Measurement['as_found']): string | null {
  if (phase?.unchanged) return t('point.unchanged', { reason: phase.unchanged })
  return phase?.not_applicable ? t('point.notMeasured', { reason: phase.not_applicable }) : null
}

interface FiguresProps {
  figures: PhaseFigures
  unit: string
}

/** Mean and deviation below each other, in a column whose head says what they are. */
function AlignedFigures({ figures, unit, room }: FiguresProps & { room: ColumnRoom }) {
  const { deviation, percent } = figures
  return (
    <>
      <div>
        <ReadingText text={meanText(figures, unit)} {...room} />
      </div>
      {deviation !== null && (
        <div className={styles.deviation}>
          <ReadingText text={withUnit(signed(deviation), unit)} {...room} />
          {percent !== null && <span className={styles.beside}>{t('point.percent', { percent })}</span>}
        </div>
      )}
    </>
  )
}

/** The same where no head says what they are. */
function WordedFigures({ figures, unit }: FiguresProps) {
  const { deviation, percent } = figures
  return (
    <>
      <div>{meanText(figures, unit)}</div>
      {deviation !== null && (
        <div>{t('point.deviation', { deviation: withUnit(signed(deviation), unit) })}</div>
      )}
      {percent !== null && <div>{t('drift.ofTolerance', { percent })}</div>}
    </>
  )
}

/** A mean has a unit, and what was observed in place of a number has none. */
function meanText({ mean, readings }: PhaseFigures, unit: string): string {
  return readings.length === 0 ? mean : withUnit(mean, unit)
}

/** The room that the figures of a phase take in their column. */
export function phaseRoom(rows: readonly PointRow[], phase: 'found' | 'left'): ColumnRoom {
  const texts = rows.flatMap(({ [phase]: figures, unit }) =>
    figures === null
      ? []
      : [
          meanText(figures, unit),
          ...(figures.deviation === null ? [] : [withUnit(signed(figures.deviation), unit)]),
        ],
  )
  return columnRoom(texts, false)
}

function PointVerdictText({
  verdict,
  isJudged: judged,
}: Pick<PhaseFigures, 'verdict'> & { isJudged: boolean }) {
  if (verdict === 'not_comparable') {
    return <span className={styles.aside}>{t(judged ? 'point.judged' : 'point.notEvaluated')}</span>
  }
  return <VerdictWord verdict={verdict === 'in' ? 'inside' : 'outside'} />
}

/** Repeated readings as they were sent, which few look at: unfolded on paper alone. */
function Repeats({ figures, unit, onPaper }: FiguresProps & { onPaper: boolean }) {
  const { readings, spread } = figures
  const words = t('point.repeats', {
    count: readings.length,
    deviation: withUnit(spread ?? '–', unit).replace(' ', '\u00a0'),
  })
  const list = readings.join('; ')
  if (onPaper) {
    return (
      <div className={styles.aside}>
        {words}: {list}
      </div>
    )
  }
  return (
    <details className={styles.repeats}>
      <summary>{words}</summary>
      <div>{list}</div>
    </details>
  )
}
