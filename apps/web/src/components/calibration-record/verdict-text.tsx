import { t, type MessageKey } from '../../messages.ts'
import type { ToleranceComparison } from '../../tolerance.ts'
import styles from './record-sheet.module.css'
import { signed } from './verdict.ts'

/** Inside or outside, by symbol and word; or why it cannot be said. */
export function VerdictText({ comparison }: { comparison: ToleranceComparison }) {
  const { verdict, reason } = comparison
  if (verdict === 'inside') return <span className={styles.inside}>● {t('verdict.inside')}</span>
  if (verdict === 'outside') return <span className={styles.outside}>✕ {t('verdict.outside')}</span>
  return (
    <span className={styles.undecided}>
      {reason === null ? t('verdict.notComparable') : t(`verdict.${reason.token}` satisfies MessageKey)}
    </span>
  )
}

/** Reading minus nominal value, exact and with its sign. */
export function DeviationText({ comparison }: { comparison: ToleranceComparison }) {
  return <>{comparison.deviation === null ? '–' : signed(comparison.deviation)}</>
}
