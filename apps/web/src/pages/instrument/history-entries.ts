import {
  type ActivityEntry,
  type CalibrationRecord,
  type InstrumentCalibrationRecord,
  isFailing,
} from '@plumbline/contract'

/** One event in the history of an instrument. */
export type HistoryEntry =
  | {
      kind: 'calibration'
      key: string
      at: string
      record: InstrumentCalibrationRecord
      corrects: CalibrationRecord | null
    }
  | { kind: 'void'; key: string; at: string; marker: CalibrationRecord; voided: CalibrationRecord | null }
  | { kind: 'change'; key: string; at: string; entry: ActivityEntry }

/** The icon of a calibration in the history; `pending` for records pending approval. */
export type CalibrationSign = 'pending' | 'edit' | 'close' | 'check'

/** The sign of a calibration: a check mark is left to records that count and did not fail. */
export function signOf({ approval_status, supersedes_id, result }: CalibrationRecord): CalibrationSign {
  if (approval_status === 'pending') return 'pending'
  if (approval_status === 'rejected') return 'close'
  if (supersedes_id !== null) return 'edit'
  return isFailing(result) ? 'close' : 'check'
}

/** Entries of one year, newest first. */
export interface HistoryYear {
  year: string
  entries: HistoryEntry[]
}

/**
 * Returns calibrations, voids and changes together, newest first, grouped by calendar year. Of the activity log, only changes
 * of the instrument are included, because calibrations come from the records.
 * @param yearOf returns the calendar year of an instant in the workspace's time zone
 */
export function historyYears(
  records: readonly InstrumentCalibrationRecord[],
  activity: readonly ActivityEntry[],
  yearOf: (instant: string) => string,
): HistoryYear[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  const entries = [
    ...records.map((record) => entryOf(record, byId)).filter((entry) => entry !== null),
    ...activity
      .filter(({ kind }) => kind.startsWith('instrument.'))
      .map((entry): HistoryEntry => ({ kind: 'change', key: `entry-${entry.index}`, at: entry.at, entry })),
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  const years: HistoryYear[] = []
  for (const entry of entries) {
    const year = yearOf(entry.at)
    const last = years.at(-1)
    if (last?.year === year) last.entries.push(entry)
    else years.push({ year, entries: [entry] })
  }
  return years
}

function entryOf(
  record: InstrumentCalibrationRecord,
  byId: ReadonlyMap<string, CalibrationRecord>,
): HistoryEntry | null {
  const { id, performed_at: at } = record
  if (at === null) return null
  const of = (other: string | null) => (other === null ? null : (byId.get(other) ?? null))
  if (record.record_type === 'void')
    return { kind: 'void', key: id, at, marker: record, voided: of(record.voids_id) }
  return { kind: 'calibration', key: id, at, record, corrects: of(record.supersedes_id) }
}
