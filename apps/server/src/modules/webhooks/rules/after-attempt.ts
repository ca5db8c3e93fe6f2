import type { DeliveryStatus } from '@plumbline/contract'
import { nextAttemptAt } from './retry-schedule.ts'

/** Where a delivery stood when the attempt began. */
export interface AttemptedDelivery {
  /** Attempts made before, over all schedules. */
  readonly attemptCount: number
  /** Attempts made before, since the schedule began. */
  readonly scheduleAttempts: number
  readonly horizonAtMs: number
}

/** What came of the attempt. */
export interface AttemptEnd {
  readonly succeeded: boolean
  readonly endedAtMs: number
  readonly retryAfterMs: number | null
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: number
  /** Seconds before the second, third … attempt; undefined: the usual schedule. */
  readonly delaysSeconds?: readonly number[] | undefined
}

/** Where it stands afterwards; without a next attempt it is resolved. */
export interface DeliveryProgress {
  readonly status: Exclude<DeliveryStatus, 'pending'>
  readonly attemptCount: number
  readonly scheduleAttempts: number
  readonly nextAttemptAtMs: number | null
}

/** Takes a delivery through one attempt (contract, "Webhook delivery status"). */
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

/** Resolved deliveries that were all exhausted, one after another, until their endpoint is disabled. */
const EXHAUSTED_IN_A_ROW_MAX = 5

/** The new count of deliveries that were exhausted one after another; unresolved ones do not matter. */
export function countExhausted(before: number, status: DeliveryStatus): number {
  if (status === 'succeeded') return 0
  return status === 'exhausted' ? before + 1 : before
}

/** Whether an endpoint has failed for so long that it is disabled (decisions, section 11). */
export function isToBeDisabled(exhaustedInARow: number): boolean {
  return exhaustedInARow >= EXHAUSTED_IN_A_ROW_MAX
}
