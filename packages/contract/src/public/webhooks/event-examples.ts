import { calibrationOperations } from '../calibration-operations.ts'
import { dueOperations } from '../due.ts'
import { exampleFinding } from '../findings/finding-operations.ts'
import { instrumentOperations } from '../instrument-operations.ts'
import { exampleShipment } from '../shipment.ts'
import type { EventType } from './events.ts'

const instrument = instrumentOperations.getInstrument.reply.example
const calibration = calibrationOperations.listCalibrations.reply.example.data[0]!
const [due] = dueOperations.listDue.reply.example.data
const { id, asset_tag, name } = instrument
const ofRecord = { calibration, instrument: { id, asset_tag, name } }

const VOID_REASON = 'The wrong instrument was on the bench.'

/**
 * The `data` of an example of each type of event, which sample deliveries carry: made-up resources with the
 * members of real events.
 */
export const eventExamples: Readonly<Record<EventType, object>> = {
  'calibration.created': ofRecord,
  'calibration.approved': ofRecord,
  'calibration.rejected': {
    ...ofRecord,
    calibration: { ...calibration, approval_status: 'rejected' },
    reason: 'The readings are missing.',
  },
  'calibration.corrected': {
    ...ofRecord,
    calibration: { ...calibration, supersedes_id: calibration.id },
    superseded: { ...calibration, status: 'superseded', superseded_by_id: calibration.id },
  },
  'calibration.voided': {
    ...ofRecord,
    calibration: { ...calibration, status: 'voided', voided_by_id: calibration.id },
    void_record: { ...calibration, record_type: 'void', voids_id: calibration.id, notes: VOID_REASON },
    reason: VOID_REASON,
  },
  'calibration.due_soon': { due },
  'calibration.overdue': { due: { ...due, compliance_status: 'NON_COMPLIANT' } },
  'finding.opened': { finding: exampleFinding, instrument: exampleFinding.instrument },
  'finding.closed': {
    instrument: exampleFinding.instrument,
    finding: {
      ...exampleFinding,
      status: 'closed',
      closed_at: '2026-12-01T14:20:05.120Z',
      closed_by: 'Ingrid Solberg',
      closed_because: 'concluded',
      conclusion: 'No calibration is affected.',
      signature_meaning: 'Assessed and closed',
    },
  },
  'instrument.created': { instrument },
  'instrument.updated': { instrument, changed_fields: ['name'] },
  'instrument.retired': { instrument: { ...instrument, status: 'retired', deleted: true } },
  'instrument.status_changed': { instrument, previous_status: 'out_of_service', reason: 'Back from repair.' },
  'instrument.sent_out': {
    instrument: { ...instrument, status: 'OUT_FOR_CALIBRATION', shipment: exampleShipment },
    reason: null,
  },
  'instrument.received': { instrument, shipment: exampleShipment, reason: null },
}
