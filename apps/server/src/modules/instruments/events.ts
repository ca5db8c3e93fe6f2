import { isDeepStrictEqual } from 'node:util'
import type { InstrumentDetail, Shipment } from '@plumbline/contract'
import type { OutboxEvent } from '../../platform/outbox/index.ts'
import type { InstrumentRow } from './instrument.ts'
import { serializeShipment } from './serialize.ts'

/**
 * The event emitted to subscribers by a change, in addition to the instrument in its new state (decisions, section
 * 11).
 */
export type ChangeEvent =
  | { type: 'instrument.created' }
  | { type: 'instrument.retired' }
  | { type: 'instrument.updated'; changedFields: readonly string[] }
  | { type: 'instrument.status_changed'; previousStatus: string | null; reason: string | null }
  | { type: 'instrument.sent_out'; reason: string | null }
  | { type: 'instrument.received'; shipment: Shipment; reason: string | null }

/** Returns the event of a change that happened at an instant. */
export function instrumentEvent(event: ChangeEvent, instrument: InstrumentDetail, at: string): OutboxEvent {
  return {
    type: event.type,
    siteId: instrument.site_id,
    occurredAt: at,
    data: { instrument, ...particulars(event) },
  }
}

function particulars(event: ChangeEvent): object {
  switch (event.type) {
    case 'instrument.updated':
      return { changed_fields: event.changedFields }
    case 'instrument.status_changed':
      return { previous_status: event.previousStatus, reason: event.reason }
    case 'instrument.sent_out':
      return { reason: event.reason }
    case 'instrument.received':
      return { shipment: event.shipment, reason: event.reason }
    default:
      return {}
  }
}

/**
 * Returns the events that a move to or from OUT_FOR_CALIBRATION emits in addition to the move itself, whatever caused
 * it. A retirement emits only its own event; it does not mean that the instrument came back.
 */
export function shipmentEvents(
  before: Pick<InstrumentRow, 'status' | 'sentOutOn' | 'shipment'>,
  after: Pick<InstrumentRow, 'status'>,
  reason: string | null,
): ChangeEvent[] {
  const [was, is] = [before, after].map(({ status }) => status === 'OUT_FOR_CALIBRATION')
  if (is && !was) return [{ type: 'instrument.sent_out', reason }]
  const shipment = serializeShipment(before)
  if (shipment === null || is || after.status === 'retired') return []
  return [{ type: 'instrument.received', shipment, reason }]
}

/** Returns the members of the detail that differ, in order; the time of the change itself does not count. */
export function changedMembers(before: InstrumentDetail, after: InstrumentDetail): string[] {
  const names = Object.keys(after) as (keyof InstrumentDetail)[]
  return names.filter((name) => name !== 'updated_at' && !isDeepStrictEqual(before[name], after[name]))
}
