import type { ToleranceComparison } from '@plumbline/contract/tolerance'
import { withDecimalMark } from '../../base/decimal-mark.ts'
import { t } from '../../base/messages.ts'
import { ReadingText } from '../reading/reading-text.tsx'
import styles from './record-sheet.module.css'
import { signed, whyNotComparable, type JudgedReading } from './verdict.ts'

/**
 * Shows whether a reading is within tolerance, by symbol and word, or why this cannot be determined.
 * @param isAccepted whether the decision rule also accepts a reading within tolerance; otherwise it is not shown as good
 */
export function VerdictText({
  comparison,
  isAccepted = true,
}: {
  comparison: ToleranceComparison
  isAccepted?: boolean
}) {
  const { verdict, reason } = comparison
  if (verdict === 'inside' && !isAccepted) return <span>{t('verdict.inside')}</span>
  if (verdict === 'inside' || verdict === 'outside') return <VerdictWord verdict={verdict} />
  const isRead = reason !== null && reason.token !== 'no_reading'
  return (
    <span className={styles.undecided}>{isRead ? whyNotComparable(reason) : t('verdict.no_reading')}</span>
  )
}

/**
 * Shows whether something is within its limits, by symbol and word.
 * @param percent percentage of the tolerance, shown instead of the word; screen readers get the word
 */
export function VerdictWord({
  verdict,
  percent = null,
}: {
  verdict: 'inside' | 'outside'
  percent?: number | null
}) {
  const word = t(verdict === 'inside' ? 'verdict.inside' : 'verdict.outside')
  return (
    <span className={styles[verdict]}>
      {verdict === 'inside' ? '●' : '✕'}{' '}
      {percent === null ? (
        word
      ) : (
        <>
          <span className="visually-hidden">{word} </span>
          {t('point.percent', { percent })}
        </>
      )}
    </span>
  )
}

/** Shows the exact deviation from the nominal value with sign and unit. */
export function DeviationText({
  reading: { comparison, unit },
  whole = 3,
}: {
  reading: JudgedReading
  /** Number of characters before the decimal mark, to align values below each other. */
  whole?: number
}) {
  const { deviation } = comparison
  return (
    <ReadingText
      text={deviation === null ? null : `${withDecimalMark(signed(deviation))} ${unit}`.trim()}
      whole={whole}
    />
  )
}
