import {
  ADVICE_EXCLUDED_MAX,
  type Interval,
  type IntervalAdvice,
  type IntervalUnit,
} from '@plumbline/contract'
import type { WorkspaceSettings } from '../../workspaces/index.ts'
import { intervalAdvice, type EndedInterval } from '../rules/interval-advice.ts'
import { computedUnit, intervalOf, lengthIn, type ComputedUnit } from '../rules/interval-length.ts'
import type { Judged } from './judge-events.ts'

type AdviceSettings = Pick<
  WorkspaceSettings,
  'targetReliabilityPercent' | 'shortestIntervalMonths' | 'longestIntervalMonths'
>

/** The interval columns of a row. */
interface IntervalRow {
  readonly intervalValue: number | null
  readonly intervalUnit: IntervalUnit | null
}

/** Returns the interval of a row; null if it has none. */
export function readInterval({ intervalValue: value, intervalUnit: unit }: IntervalRow): Interval | null {
  return value === null || unit === null ? null : { value, unit }
}

/**
 * Returns the advice that follows from judged records, earliest first, in API form. The length of an event is the
 * interval that the instrument had when it was calibrated.
 */
export function serializeAdvice(
  judged: readonly Judged[],
  current: Interval | null,
  settings: AdviceSettings,
): IntervalAdvice {
  const unit = current ? computedUnit(current) : 'months'
  const targetReliability = settings.targetReliabilityPercent / 100
  const advice = intervalAdvice({
    events: judged.flatMap((one) => endedOf(one, current, unit)),
    targetReliability,
    currentInterval: current && lengthIn(current, unit),
    floor: boundOf(settings.shortestIntervalMonths, unit),
    ceiling: boundOf(settings.longestIntervalMonths, unit),
  })
  const excluded = judged.filter(({ event }) => 'excluded' in event).toReversed()
  return {
    method: advice.method,
    target_reliability: targetReliability,
    events: advice.events,
    in_tolerance: advice.inTolerance,
    observed_reliability: advice.observedReliability,
    confidence: advice.confidence,
    current_interval: current,
    suggested_interval:
      current === null || advice.suggestedInterval === null
        ? null
        : intervalOf(advice.suggestedInterval, current),
    reason: advice.reason,
    excluded: excluded.slice(0, ADVICE_EXCLUDED_MAX).flatMap(excludedOf),
    excluded_count: excluded.length,
  }
}

function endedOf({ row, event }: Judged, current: Interval | null, unit: ComputedUnit): EndedInterval[] {
  if ('excluded' in event) return []
  const interval = readInterval(row) ?? current
  const length = interval === null ? 1 : lengthIn(interval, unit)
  return [{ inTolerance: event.inTolerance, count: row.count, length }]
}

function excludedOf({ row, event }: Judged): IntervalAdvice['excluded'] {
  if (!('excluded' in event) || row.calibrationId === null) return []
  return [{ calibration_id: row.calibrationId, why: event.excluded }]
}

function boundOf(months: number | null, unit: ComputedUnit): number | null {
  return months === null ? null : lengthIn({ value: months, unit: 'months' }, unit)
}
