import type { EventType } from '@plumbline/contract'
import type { OutboxEvent } from '../../platform/outbox/index.ts'
import type { InstrumentRow } from '../instruments/index.ts'
import { serializeCalibration, serializeMarker } from './serialize.ts'
import type { CalibrationRow, MarkerRow } from './record.ts'

/** What happened to a record, as opposed to its state afterwards (decisions, section 11). */
export type RecordEvent =
  | { type: 'calibration.created' }
  | { type: 'calibration.approved' }
  | { type: 'calibration.rejected'; reason: string }
  | { type: 'calibration.corrected'; superseded: CalibrationRow }
  | { type: 'calibration.voided'; marker: MarkerRow }

/** Events about one record. */
export function recordEvents(
  row: CalibrationRow,
  instrument: InstrumentRow,
  at: string,
  events: readonly RecordEvent[],
): OutboxEvent[] {
  return events.map((event) => calibrationEvent(event, row, instrument, at))
}

function calibrationEvent(
  event: RecordEvent,
  row: CalibrationRow,
  instrument: InstrumentRow,
  at: string,
): OutboxEvent {
  const type: EventType = event.type
  return {
    type,
    siteId: instrument.siteId,
    occurredAt: at,
    data: {
      calibration: serializeCalibration(row),
      ...particulars(event),
      instrument: { id: instrument.instrumentId, asset_tag: instrument.assetTag, name: instrument.name },
    },
  }
}

function particulars(event: RecordEvent): object {
  switch (event.type) {
    case 'calibration.rejected':
      return { reason: event.reason }
    case 'calibration.corrected':
      return { superseded: serializeCalibration(event.superseded) }
    case 'calibration.voided':
      return { void_record: serializeMarker(event.marker), reason: event.marker.notes }
    default:
      return {}
  }
}

/** A correction supersedes only once approved, so both events are emitted. */
export function approvalEvents(row: CalibrationRow, corrected: CalibrationRow | null): RecordEvent[] {
  const approved: RecordEvent = { type: 'calibration.approved' }
  if (!corrected) return [approved]
  const superseded = { ...corrected, supersededById: row.calibrationId }
  return [approved, { type: 'calibration.corrected', superseded }]
}
