import { Type, type Static, type TSchema } from 'typebox'
import { CalibrationRecord } from '../calibration.ts'
import { DueInstrument } from '../due.ts'
import { eventTypes, type EventType } from './events.ts'
import { Finding } from '../findings/finding.ts'
import { InstrumentDetail } from '../instrument.ts'
import { Shipment } from '../shipment.ts'
import { Closed, Nullable, OneOf, Timestamp, Uuid } from '../../shared/values.ts'

/** The members of a record's instrument by which a receiver can identify it. */
export const EventInstrument = Closed(
  {
    id: Uuid({ description: 'ID of the instrument.' }),
    asset_tag: Nullable(Type.String({ description: 'Its asset tag.' })),
    name: Nullable(Type.String({ description: 'Its name.' })),
  },
  { $id: 'EventInstrument', description: 'The instrument, with its human-readable identifiers.' },
)

/** A record and its instrument after the event. */
const ofRecord = { calibration: CalibrationRecord, instrument: EventInstrument }
const reason = Type.String({ description: 'As stated by the person.' })
const remark = Nullable(Type.String({ description: 'As stated by the person; null if none was given.' }))

/** The content of `data` of an event, by type (decisions, section 11). */
export const eventData = {
  'calibration.created': Closed(ofRecord),
  'calibration.approved': Closed(ofRecord),
  'calibration.rejected': Closed({ ...ofRecord, reason }),
  'calibration.corrected': Closed({ ...ofRecord, superseded: CalibrationRecord }),
  'calibration.voided': Closed({ ...ofRecord, void_record: CalibrationRecord, reason }),
  'calibration.due_soon': Closed({ due: DueInstrument }),
  'calibration.overdue': Closed({ due: DueInstrument }),
  'finding.opened': Closed({ finding: Finding, instrument: EventInstrument }),
  'finding.closed': Closed({ finding: Finding, instrument: EventInstrument }),
  'instrument.created': Closed({ instrument: InstrumentDetail }),
  'instrument.updated': Closed({
    instrument: InstrumentDetail,
    changed_fields: Type.Array(Type.String(), { description: 'Members of `instrument` that changed.' }),
  }),
  'instrument.retired': Closed({ instrument: InstrumentDetail }),
  'instrument.status_changed': Closed({
    instrument: InstrumentDetail,
    previous_status: Nullable(Type.String({ description: 'The previous status.' })),
    reason: Nullable(Type.String({ description: 'As stated by the person; null if none was required.' })),
  }),
  'instrument.sent_out': Closed({ instrument: InstrumentDetail, reason: remark }),
  'instrument.received': Closed({
    instrument: InstrumentDetail,
    shipment: Shipment,
    reason: remark,
  }),
} as const satisfies Record<EventType, TSchema>

/** The `data` of each type of event. */
export type EventData = { [Type in EventType]: Static<(typeof eventData)[Type]> }

/** The body of a delivery: the envelope with the data of one type of event. */
export function eventEnvelope(type: EventType): TSchema {
  return Closed(
    {
      id: Uuid({ description: 'The same in every delivery of this event. Use it for deduplication.' }),
      type: OneOf([type], { description: eventTypes[type] }),
      created_at: Timestamp({
        description: 'When the event occurred. Deliveries can arrive in a different order.',
      }),
      data: {
        ...eventData[type],
        description: 'The affected object, as the API returns it after the change.',
      },
    },
    { $id: nameOf(type), description: eventTypes[type] },
  )
}

/** `calibration.due_soon` is CalibrationDueSoonEvent. */
function nameOf(type: EventType): string {
  const words = type.split(/[._]/).map((word) => word[0]!.toUpperCase() + word.slice(1))
  return `${words.join('')}Event`
}
