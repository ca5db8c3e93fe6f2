import type { ReactNode } from 'react'
import { formatPercent } from '../../base/formats.ts'
import styles from './reports.module.css'

/** Counts of a group with the limits of its rate. */
export interface Rate {
  readonly calibrations: number
  readonly in_tolerance: number
  readonly rate_lower: number
  readonly rate_upper: number
}

/** The share that was in tolerance, in words. */
export function rateOf({ in_tolerance: inTolerance, calibrations }: Rate): string {
  return formatPercent(inTolerance / calibrations)
}

/** Its limits of confidence, in words. */
export function limitsOf({ rate_lower: lower, rate_upper: upper }: Rate): string {
  return `${formatPercent(lower)} – ${formatPercent(upper)}`
}

/** The rate with its limits below it, because a separate column would not fit on a phone. */
export function RateWithLimits({ rate, children }: { rate: Rate; children: ReactNode }) {
  return (
    <>
      {children}
      <div className={styles.limits}>{limitsOf(rate)}</div>
    </>
  )
}
