import { isDeepStrictEqual } from 'node:util'
import type { InstrumentDetail } from '@plumbline/contract'
import type { OutboxEvent } from '../../platform/outbox/index.ts'

/** What a change emits to subscribers, beside the instrument as it is afterwards (decisions, section 11). */
export type ChangeEvent =
  | { type: 'instrument.created' }
  | { type: 'instrument.retired' }
  | { type: 'instrument.updated'; changedFields: readonly string[] }
  | { type: 'instrument.status_changed'; previousStatus: string | null; reason: string | null }

/** The event of a change that happened at an instant. */
export function instrumentEvent(event: ChangeEvent, instrument: InstrumentDetail, at: string): OutboxEvent {
  return {
    type: event.type,
    siteId: instrument.site_id,
    occurredAt: at,
    data: { instrument, ...particulars(event) },
  }
}

function particulars(event: ChangeEvent): object {
  if (event.type === 'instrument.updated') return { changed_fields: event.changedFields }
  if (event.type !== 'instrument.status_changed') return {}
  return { previous_status: event.previousStatus, reason: event.reason }
}

/** Members of the detail that differ, in its order; the time of the change itself is no field. */
export function changedMembers(before: InstrumentDetail, after: InstrumentDetail): string[] {
  const names = Object.keys(after) as (keyof InstrumentDetail)[]
  return names.filter((name) => name !== 'updated_at' && !isDeepStrictEqual(before[name], after[name]))
}
