import { Type } from 'typebox'
import { Closed } from '../../shared/values.ts'

/** Every event type that a webhook can carry, with what it means (contract, "Event types"). */
export const eventTypes = {
  'calibration.created': 'A calibration record was appended to the ledger.',
  'calibration.approved': 'A calibration record was approved and counts from now on.',
  'calibration.rejected': 'A calibration record was rejected and will not count.',
  'calibration.corrected': 'An approved correction took the place of an earlier record.',
  'calibration.voided': 'A calibration record was declared invalid.',
  'calibration.due_soon': 'The due date of an instrument came within its warning days.',
  'calibration.overdue': 'The due date of an instrument has passed.',
  'finding.opened': 'A record took effect that found an instrument out of tolerance.',
  'finding.closed': 'A finding was closed.',
  'instrument.created': 'An instrument was entered in the register.',
  'instrument.updated': 'Fields of an instrument changed.',
  'instrument.retired': 'An instrument was retired for good.',
  'instrument.status_changed': 'An instrument moved to another status.',
  'instrument.sent_out': 'An instrument was sent out for calibration.',
  'instrument.received': 'An instrument came back from calibration.',
} as const

/** An event type. */
export type EventType = keyof typeof eventTypes

/** All event types, in the order of the catalogue. */
export const eventTypeNames = Object.keys(eventTypes) as EventType[]

export const EventCatalogEntry = Closed(
  {
    type: Type.String({ description: 'As endpoints subscribe to it.', examples: ['calibration.approved'] }),
    description: Type.String({ description: 'When it fires.' }),
  },
  { $id: 'EventCatalogEntry' },
)
