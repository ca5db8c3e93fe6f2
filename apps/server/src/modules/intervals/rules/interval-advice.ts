import type { AdviceMethod, AdviceReason } from '@plumbline/contract'
import { clopperPearson, type BinomialInterval } from '@plumbline/contract/statistics'
import { likelyFailureRate } from './failure-rate.ts'

/** One interval that ended, or several that are alike, and whether the instrument was in tolerance then. */
export interface EndedInterval {
  readonly inTolerance: boolean
  /** How many they are; one unless it is given. */
  readonly count?: number
  /** Its length, in the unit of the current interval; above 0. */
  readonly length: number
}

/** What advice is computed from. */
export interface AdviceSubject {
  /** The earliest first. */
  readonly events: readonly EndedInterval[]
  /** The share of instruments that shall be in tolerance at the end of an interval, above 0 and below 1. */
  readonly targetReliability: number
  /** In whole days, months or years; null for an instrument without one. */
  readonly currentInterval: number | null
  /** The least and the greatest interval of the workspace, in the same unit. */
  readonly floor?: number | null
  readonly ceiling?: number | null
}

/** What the events of an instrument, or of a group, suggest of its interval. */
export interface IntervalAdvice {
  readonly method: AdviceMethod
  readonly events: number
  readonly inTolerance: number
  /** Null without events. */
  readonly observedReliability: number | null
  readonly confidence: (BinomialInterval & { readonly level: number }) | null
  /** Before it is bounded; null where the interval is kept, and Infinity where nothing failed. */
  readonly computedInterval: number | null
  /** In whole units; the current one where it is kept. */
  readonly suggestedInterval: number | null
  readonly reason: AdviceReason
}

/** Of the confidence limits (measurements, section 5). */
const CONFIDENCE = 0.95

/** Fewer events than this go up and down a staircase: confidence limits would be too wide to say anything. */
const A3_FROM = 6

/** From so many events on a failure rate is fitted to intervals of all lengths. */
const S1_FROM = 30

/** By which a staircase lengthens the interval after an event in tolerance (NCSLI RP-1, method A1). */
const STEP_UP = 1.1

/** No advice changes an interval by more than this factor at once. */
const CHANGE_MAX = 2

/**
 * Returns what the calibrations at the end of each interval suggest. Method A3 changes an interval only where the target lies outside the confidence
 * limits of the observed reliability; S1 likewise, with a failure rate fitted to all lengths; fewer than 6 events move
 * it by a step. Source: measurements, section 5; NCSLI RP-1.
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
 * The last event decides. The step down is as large as steps up make it at the target: with R of all events in
 * tolerance, the interval stays.
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

/** I · ln R / ln R_obs: the interval at whose end the target is met, when failures come at one rate. */
function byObservedShare({ events, targetReliability }: AdviceSubject, current: number): number {
  const { total, inTolerance } = counted(events)
  const observed = inTolerance / total
  return observed === 1 ? Infinity : (current * Math.log(targetReliability)) / Math.log(observed)
}

function byFailureRate({ events, targetReliability }: AdviceSubject): number {
  return -Math.log(targetReliability) / likelyFailureRate(events)
}

const LENGTHENING: readonly AdviceReason[] = ['target_below_confidence', 'last_in_tolerance']

/** What was found in tolerance often enough never shortens the interval, and what was not never lengthens it. */
function directed(computed: number, current: number, reason: AdviceReason): number {
  return LENGTHENING.includes(reason) ? Math.max(computed, current) : Math.min(computed, current)
}

/**
 * Within half and double the current interval and those of the workspace, in whole units, cut. A bound of the workspace
 * that the current interval does not keep holds it where it is.
 */
function bounded(computed: number, current: number, { floor, ceiling }: AdviceSubject): number {
  if (computed === current) return current
  const isLonger = computed > current
  const least = Math.max(current / CHANGE_MAX, Math.min(floor ?? 0, current), 1)
  const greatest = Math.min(current * CHANGE_MAX, Math.max(ceiling ?? Infinity, current))
  const within = Math.min(Math.max(computed, least), greatest)
  return isLonger ? Math.floor(within) : Math.max(Math.floor(within), Math.ceil(least))
}
