import type { DeliveryStatus } from '@plumbline/contract'
import { nextAttemptAt } from './retry-schedule.ts'

/** The state of a delivery when the attempt started. */
export interface AttemptedDelivery {
  /** Earlier attempts, over all schedules. */
  readonly attemptCount: number
  /** Earlier attempts since the schedule started. */
  readonly scheduleAttempts: number
  readonly horizonAtMs: number
}

/** The outcome of the attempt. */
export interface AttemptEnd {
  readonly succeeded: boolean
  readonly endedAtMs: number
  readonly retryAfterMs: number | null
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: number
  /** Seconds before the second, third … attempt; undefined: the default schedule. */
  readonly delaysSeconds?: readonly number[] | undefined
}

/** The state of a delivery afterwards; without a next attempt it is resolved. */
export interface DeliveryProgress {
  readonly status: Exclude<DeliveryStatus, 'pending'>
  readonly attemptCount: number
  readonly scheduleAttempts: number
  readonly nextAttemptAtMs: number | null
}

/** Returns the state of a delivery after an attempt (contract, "Webhook delivery status"). */
export function afterAttempt(delivery: AttemptedDelivery, end: AttemptEnd): DeliveryProgress {
  const scheduleAttempts = delivery.scheduleAttempts + 1
  const made = { attemptCount: delivery.attemptCount + 1, scheduleAttempts }
  if (end.succeeded) return { status: 'succeeded', nextAttemptAtMs: null, ...made }
  const nextAttemptAtMs = nextAttemptAt({
    attemptsMade: scheduleAttempts,
    failedAtMs: end.endedAtMs,
    horizonAtMs: delivery.horizonAtMs,
    random: end.random,
    retryAfterMs: end.retryAfterMs,
    ...(end.delaysSeconds && { delaysSeconds: end.delaysSeconds }),
  })
  return { status: nextAttemptAtMs === null ? 'exhausted' : 'failed', nextAttemptAtMs, ...made }
}

/** Number of deliveries exhausted in a row after which their endpoint is disabled. */
const EXHAUSTED_IN_A_ROW_MAX = 5

/** Returns the new number of deliveries exhausted in a row; unresolved ones do not count. */
export function countExhausted(before: number, status: DeliveryStatus): number {
  if (status === 'succeeded') return 0
  return status === 'exhausted' ? before + 1 : before
}

/** Whether an endpoint has failed so often that it is disabled (decisions, section 11). */
export function isToBeDisabled(exhaustedInARow: number): boolean {
  return exhaustedInARow >= EXHAUSTED_IN_A_ROW_MAX
}
