import type { AdviceMethod, AdviceReason } from '@plumbline/contract'
import { clopperPearson, type BinomialInterval } from '@plumbline/contract/statistics'
import { likelyFailureRate } from './failure-rate.ts'

/** One completed interval, or several equal ones, and whether the instrument was in tolerance at the end. */
export interface EndedInterval {
  readonly inTolerance: boolean
  /** Number of intervals; defaults to 1. */
  readonly count?: number
  /** Length in the unit of the current interval; greater than 0. */
  readonly length: number
}

/** The input of advice. */
export interface AdviceSubject {
  /** Earliest first. */
  readonly events: readonly EndedInterval[]
  /** Target share of instruments that are in tolerance at the end of an interval, between 0 and 1 (both exclusive). */
  readonly targetReliability: number
  /** In whole days, months or years; null if the instrument has none. */
  readonly currentInterval: number | null
  /** Minimum and maximum interval of the workspace, in the same unit. */
  readonly floor?: number | null
  readonly ceiling?: number | null
}

/** The interval advice that follows from the events of an instrument or a group. */
export interface IntervalAdvice {
  readonly method: AdviceMethod
  readonly events: number
  readonly inTolerance: number
  /** Null without events. */
  readonly observedReliability: number | null
  readonly confidence: (BinomialInterval & { readonly level: number }) | null
  /** Before limits are applied; null if the interval is kept, Infinity if nothing failed. */
  readonly computedInterval: number | null
  /** In whole units; equals the current one if it is kept. */
  readonly suggestedInterval: number | null
  readonly reason: AdviceReason
}

/** Level of the confidence limits (measurements, section 5). */
const CONFIDENCE = 0.95

/** With fewer events than this the staircase method is used: confidence limits would be too wide to be meaningful. */
const A3_FROM = 6

/** From this number of events on, a failure rate is fitted to intervals of all lengths. */
const S1_FROM = 30

/** Factor by which the staircase lengthens the interval after an event in tolerance (NCSLI RP-1, method A1). */
const STEP_UP = 1.1

/** Maximum factor by which one piece of advice changes an interval. */
const CHANGE_MAX = 2

/**
 * Returns the interval that the calibrations at the end of each interval suggest. Method A3 changes an interval only if
 * the target is outside the confidence limits of the observed reliability; S1 does the same with a failure rate fitted
 * to all lengths; with fewer than 6 events the interval changes by one step. Source: measurements, section 5; NCSLI
 * RP-1.
 */
export function intervalAdvice(subject: AdviceSubject): IntervalAdvice {
  const { events, currentInterval } = subject
  const { total, inTolerance } = counted(events)
  const observed = {
    events: total,
    inTolerance,
    observedReliability: total === 0 ? null : inTolerance / total,
    confidence: total === 0 ? null : { level: CONFIDENCE, ...clopperPearson(inTolerance, total, CONFIDENCE) },
  }
  const none = { ...observed, method: 'none', computedInterval: null, suggestedInterval: null } as const
  if (currentInterval === null) return { ...none, reason: 'no_interval' }
  if (observed.confidence === null) return { ...none, reason: 'no_events' }
  const { method, computed, reason } =
    total < A3_FROM
      ? staircase(subject, currentInterval)
      : byReliability(subject, currentInterval, observed.confidence)
  return {
    ...observed,
    method,
    computedInterval: computed,
    suggestedInterval:
      computed === null
        ? currentInterval
        : bounded(directed(computed, currentInterval, reason), currentInterval, subject),
    reason,
  }
}

function counted(events: readonly EndedInterval[]): { total: number; inTolerance: number } {
  const sum = (some: readonly EndedInterval[]) => some.reduce((total, { count = 1 }) => total + count, 0)
  return { total: sum(events), inTolerance: sum(events.filter((event) => event.inTolerance)) }
}

interface Step {
  readonly method: AdviceMethod
  readonly computed: number | null
  readonly reason: AdviceReason
}

/**
 * Only the last event counts. The step down balances the steps up at the target: if the share R of events is in
 * tolerance, the interval remains unchanged on average.
 */
function staircase({ events, targetReliability }: AdviceSubject, current: number): Step {
  const isIn = events.at(-1)!.inTolerance
  const down = STEP_UP ** (-targetReliability / (1 - targetReliability))
  return {
    method: 'staircase',
    computed: current * (isIn ? STEP_UP : down),
    reason: isIn ? 'last_in_tolerance' : 'last_out_of_tolerance',
  }
}

function byReliability(subject: AdviceSubject, current: number, limits: BinomialInterval): Step {
  const { events, targetReliability: target } = subject
  const isS1 = counted(events).total >= S1_FROM
  const method = isS1 ? 's1' : 'a3'
  if (limits.lower <= target && target <= limits.upper) {
    return { method, computed: null, reason: 'target_within_confidence' }
  }
  return {
    method,
    computed: isS1 ? byFailureRate(subject) : byObservedShare(subject, current),
    reason: target > limits.upper ? 'target_above_confidence' : 'target_below_confidence',
  }
}

/** I · ln R / ln R_obs: the interval at whose end the target is met, assuming a constant failure rate. */
function byObservedShare({ events, targetReliability }: AdviceSubject, current: number): number {
  const { total, inTolerance } = counted(events)
  const observed = inTolerance / total
  return observed === 1 ? Infinity : (current * Math.log(targetReliability)) / Math.log(observed)
}

function byFailureRate({ events, targetReliability }: AdviceSubject): number {
  return -Math.log(targetReliability) / likelyFailureRate(events)
}

const LENGTHENING: readonly AdviceReason[] = ['target_below_confidence', 'last_in_tolerance']

/** A reliability that meets the target never shortens the interval, and one that misses it never lengthens it. */
function directed(computed: number, current: number, reason: AdviceReason): number {
  return LENGTHENING.includes(reason) ? Math.max(computed, current) : Math.min(computed, current)
}

/**
 * Limits an interval to half and double the current one and to the limits of the workspace, truncated to whole units.
 * If the current interval is already beyond a limit of the workspace, it is never moved further beyond it.
 */
function bounded(computed: number, current: number, { floor, ceiling }: AdviceSubject): number {
  const least = Math.max(current / CHANGE_MAX, Math.min(floor ?? -Infinity, current))
  const greatest = Math.min(current * CHANGE_MAX, Math.max(ceiling ?? Infinity, current))
  return Math.max(Math.floor(Math.min(computed, greatest)), Math.ceil(least))
}
