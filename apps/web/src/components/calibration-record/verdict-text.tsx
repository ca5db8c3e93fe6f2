import type { ToleranceComparison } from '@plumbline/contract/tolerance'
import { withDecimalMark } from '../../base/decimal-mark.ts'
import { t } from '../../base/messages.ts'
import { ReadingText } from '../reading/reading-text.tsx'
import styles from './record-sheet.module.css'
import { signed, whyNotComparable, type JudgedReading } from './verdict.ts'

/**
 * Inside or outside, by symbol and word; or why it cannot be said.
 * @param isAccepted whether the decision rule says the same of a reading inside; else it is not shown as good
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
 * That something lies within its limits or beyond them, by symbol and word.
 * @param percent of its tolerance, which stands in place of the word for the eye alone
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

/** Reading minus nominal value, exact, with its sign and its unit. */
export function DeviationText({
  reading: { comparison, unit },
  whole = 3,
}: {
  reading: JudgedReading
  /** Characters before the decimal mark, the same for all that stand below each other. */
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
