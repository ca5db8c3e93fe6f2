import type { IntervalAdvice } from '@plumbline/contract'
import styles from './interval-advice.module.css'

/** The observed reliability with its confidence limits and the target, from 0 to 100 %, in addition to the text. */
export function ReliabilityBar({ advice }: { advice: IntervalAdvice }) {
  const { confidence, observed_reliability: observed, target_reliability: target } = advice
  if (confidence === null || observed === null) return null
  return (
    <svg viewBox="0 0 100 14" preserveAspectRatio="none" className={styles.bar} aria-hidden="true">
      <rect className={styles.track} y={5} width={100} height={4} />
      <rect
        className={styles.limits}
        x={100 * confidence.lower}
        y={3}
        width={100 * (confidence.upper - confidence.lower)}
        height={8}
      />
      <path className={styles.observed} d={`M${100 * observed} 1V13`} />
      <path className={styles.target} d={`M${100 * target} 0V14`} />
    </svg>
  )
}
