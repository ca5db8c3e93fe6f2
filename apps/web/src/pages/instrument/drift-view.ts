import type { InstrumentCalibrationRecord } from '@plumbline/contract'

/** The content of an instrument's chart: one point over its records, the worst point of each, or single readings. */
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
 * Returns the view in the URL; by default points, if the newest record in effect has any. If no record in effect has points,
 * returns single readings.
 * @param records newest first
 */
export function viewOf(asked: string | undefined, records: readonly Counted[]): DriftView {
  const counting = records.filter(isCounting)
  if (counting.every((record) => (record.measurement_count ?? 0) === 0)) return 'readings'
  const wanted = driftViews.find((view) => view === asked)
  return wanted ?? ((counting[0]!.measurement_count ?? 0) > 0 ? 'point' : 'readings')
}
