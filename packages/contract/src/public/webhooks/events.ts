import { Type } from 'typebox'
import { Closed } from '../../shared/values.ts'

/** Every event type that a webhook can deliver, with its meaning (contract, "Event types"). */
export const eventTypes = {
  'calibration.created': 'A calibration record was appended to the ledger.',
  'calibration.approved': 'A calibration record was approved and took effect.',
  'calibration.rejected': 'A calibration record was rejected and does not take effect.',
  'calibration.corrected': 'An approved correction replaced an earlier record.',
  'calibration.voided': 'A calibration record was declared invalid.',
  'calibration.due_soon': 'An instrument entered its warning period before the due date.',
  'calibration.overdue': 'The due date of an instrument has passed.',
  'finding.opened': 'A record took effect that found an instrument out of tolerance.',
  'finding.closed': 'A finding was closed.',
  'instrument.created': 'An instrument was added to the register.',
  'instrument.updated': 'Fields of an instrument changed.',
  'instrument.retired': 'An instrument was permanently retired.',
  'instrument.status_changed': 'The service status of an instrument changed.',
  'instrument.sent_out': 'An instrument was sent out for calibration.',
  'instrument.received': 'An instrument came back from calibration.',
} as const

/** An event type. */
export type EventType = keyof typeof eventTypes

/** All event types, in the order of the catalogue. */
export const eventTypeNames = Object.keys(eventTypes) as EventType[]

export const EventCatalogEntry = Closed(
  {
    type: Type.String({
      description: 'Name by which endpoints subscribe to the event type.',
      examples: ['calibration.approved'],
    }),
    description: Type.String({ description: 'When the event occurs.' }),
  },
  { $id: 'EventCatalogEntry', description: 'A type of event.' },
)
