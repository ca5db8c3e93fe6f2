import type { InstrumentCalibrationRecord } from '@plumbline/contract'

/** What the chart of an instrument shows: a point over its records, the worst point of each, or the single readings. */
export const driftViews = ['point', 'worst', 'readings'] as const
export type DriftView = (typeof driftViews)[number]

type Counted = Pick<
  InstrumentCalibrationRecord,
  'record_type' | 'status' | 'approval_status' | 'is_starting_record' | 'measurement_count'
>

/** Whether a record is in effect, as those are whose points are charted. */
export function isCounting(record: Counted): boolean {
  return (
    record.record_type !== 'void' &&
    record.status === 'current' &&
    record.approval_status === 'approved' &&
    record.is_starting_record !== true
  )
}

/**
 * The view that an address asks for; without one, points where the newest record in effect has some. Without any
 * record in effect that has points there are single readings alone.
 * @param records newest first
 */
export function viewOf(asked: string | undefined, records: readonly Counted[]): DriftView {
  const counting = records.filter(isCounting)
  if (counting.every((record) => (record.measurement_count ?? 0) === 0)) return 'readings'
  const wanted = driftViews.find((view) => view === asked)
  return wanted ?? ((counting[0]!.measurement_count ?? 0) > 0 ? 'point' : 'readings')
}
