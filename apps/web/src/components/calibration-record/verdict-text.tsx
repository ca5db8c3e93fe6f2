import { t } from '../../messages.ts'
import type { ToleranceComparison } from '../../tolerance.ts'
import styles from './record-sheet.module.css'
import { signed, whyNotComparable } from './verdict.ts'

/** Inside or outside, by symbol and word; or why it cannot be said. */
export function VerdictText({ comparison }: { comparison: ToleranceComparison }) {
  const { verdict, reason } = comparison
  if (verdict === 'inside') return <span className={styles.inside}>● {t('verdict.inside')}</span>
  if (verdict === 'outside') return <span className={styles.outside}>✕ {t('verdict.outside')}</span>
  const isRead = reason !== null && reason.token !== 'no_reading'
  return (
    <span className={styles.undecided}>{isRead ? whyNotComparable(reason) : t('verdict.no_reading')}</span>
  )
}

/** Reading minus nominal value, exact and with its sign. */
export function DeviationText({ comparison }: { comparison: ToleranceComparison }) {
  return <>{comparison.deviation === null ? '–' : signed(comparison.deviation)}</>
}
