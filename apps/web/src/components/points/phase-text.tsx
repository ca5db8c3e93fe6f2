import type { Measurement } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { VerdictWord } from '../calibration-record/verdict-text.tsx'
import { signed } from '../calibration-record/verdict.ts'
import { LimitsText } from './limits-text.tsx'
import { withUnit } from './with-unit.ts'
import type { PhaseFigures } from './point-figures.ts'
import { hasOwnLimits, isJudged, type PointRow } from './point-rows.ts'
import styles from './points.module.css'

/** The readings of a point before or after adjustment below each other, or why there are none. */
export function PhaseText({ row, phase }: { row: PointRow; phase: 'found' | 'left' }) {
  const figures = row[phase]
  const { unit, point } = row
  if (figures === null) {
    const words = missingWords(point[`as_${phase}`])
    return words === null ? '–' : <span className={styles.aside}>{words}</span>
  }
  return (
    <>
      <WordedFigures figures={figures} unit={unit} />
      <div>
        <PointVerdictText verdict={figures.verdict} isJudged={isJudged(point)} />
      </div>
      {hasOwnLimits(figures, row) && (
        <div className={styles.aside}>
          {t('point.limits')} <LimitsText limits={figures} unit={unit} />
        </div>
      )}
      {figures.readings.length > 1 && <Repeats figures={figures} unit={unit} />}
    </>
  )
}

/** Returns why a phase has no readings, or null. */
export function missingWords(phase: Measurement['as_found']): string | null {
  if (phase?.unchanged) return t('point.unchanged', { reason: phase.unchanged })
  return phase?.not_applicable ? t('point.notMeasured', { reason: phase.not_applicable }) : null
}

interface FiguresProps {
  figures: PhaseFigures
  unit: string
}

/** Mean and deviation with labels. */
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

/** Returns the mean with its unit, or an observation without one. */
export function meanText({ mean, readings }: PhaseFigures, unit: string): string {
  return readings.length === 0 ? mean : withUnit(mean, unit)
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

/** Returns the number of readings behind a mean, and their standard deviation, in words. */
export function repeatsWords({ readings, spread }: PhaseFigures, unit: string): string {
  return t('point.repeats', {
    count: readings.length,
    deviation: withUnit(spread ?? '–', unit).replace(' ', '\u00a0'),
  })
}

/** Repeated readings as sent, collapsed. */
function Repeats({ figures, unit }: FiguresProps) {
  return (
    <details className={styles.repeats}>
      <summary>{repeatsWords(figures, unit)}</summary>
      <div>{figures.readings.join('; ')}</div>
    </details>
  )
}
