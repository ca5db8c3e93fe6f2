import type { ActivityEntry } from '@plumbline/contract'
import type { QueryOf } from '../../api/index.ts'
import { addDays, instantInZone } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'

/** State of the activity log in the URL. */
export interface ActivitySearch {
  page?: number | undefined
  /** Id of the one thing that entries are about. */
  subject?: string | undefined
  /** Id of the one instrument that entries are about, with its records and documents. */
  instrument?: string | undefined
  /** Id of the person or key that acted. */
  actor?: string | undefined
  kind?: string | undefined
  /** First and last day, in the workspace's zone. */
  from?: string | undefined
  to?: string | undefined
}

/** The filters as the app API takes them: days become instants of the workspace's zone. */
export function activityFilters(
  { subject, instrument, actor, kind, from, to }: ActivitySearch,
  zone: string,
): QueryOf<'exportActivity'> {
  return {
    subject_id: subject,
    instrument_id: instrument,
    actor_id: actor,
    action: kind,
    from: from && instantInZone(from, '00:00', zone),
    to: to && lastInstantOf(to, zone),
  }
}

/** Instants of the ledger end at milliseconds. */
function lastInstantOf(date: string, zone: string): string {
  return new Date(Date.parse(instantInZone(addDays(date, 1), '00:00', zone)) - 1).toISOString()
}

/** The log as it opens. */
export const noFilters: ActivitySearch = {
  subject: undefined,
  instrument: undefined,
  actor: undefined,
  kind: undefined,
  from: undefined,
  to: undefined,
}

/** What an entry is about, as the log is narrowed to it: a record goes by the tag of its instrument. */
export function subjectName({ type, label }: ActivityEntry['subject']): string {
  const name = label ?? '–'
  return type === 'calibration' ? t('activityLog.recordOf', { name }) : name
}

/** Whether anything narrows the log. */
export function isNarrowed(search: ActivitySearch): boolean {
  return narrowingCount(search) > 0
}

/** Returns how many filters narrow the log. */
export function narrowingCount(search: ActivitySearch): number {
  return Object.keys(noFilters).filter((name) => search[name as keyof ActivitySearch] !== undefined).length
}
