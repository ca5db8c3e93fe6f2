import {
  calibrationField,
  calibrationFieldNames,
  calibrationMember,
  statedCalibrationFields,
  type CalibrationFieldName,
  type CamelCase,
} from '@plumbline/contract'
import { columnsOf, type RecordedField } from '../ledger/index.ts'
import type { CalibrationDraft } from './record.ts'

type Recorded<Name extends CalibrationFieldName> = {
  readonly [Each in Name as CamelCase<Each>]: RecordedField<Each>
}

/** Recorded fields from the contract's table. Each column has the name of its field. */
function recordedFields<Name extends CalibrationFieldName>(names: readonly Name[]): Recorded<Name> {
  const declared = names.map((name) => {
    const { since = 1 } = calibrationField(name)
    return [calibrationMember(name), { column: name, since }] as const
  })
  return Object.fromEntries(declared) as Recorded<Name> // Each name was declared.
}

/** Columns of the stated fields of a calibration. */
export const statedColumns = columnsOf(recordedFields(statedCalibrationFields))

/** All fields of a calibration, except those that follow from its position in the ledger. */
export const draftFields = {
  calibrationId: 'calibration_id',
  instrumentId: 'instrument_id',
  performedByPersonId: 'performed_by_person_id',
  enteredByPersonId: { column: 'entered_by_person_id', since: 2 },
  ...recordedFields(calibrationFieldNames),
  measurements: { column: 'measurements', since: 3 },
  measurementCount: { column: 'measurement_count', since: 3 },
  pointsOut: { column: 'points_out', since: 3 },
  pointsWithoutFinal: { column: 'points_without_final', since: 6 },
  isStartingRecord: 'is_starting_record',
  correctsId: 'corrects_id',
  correctionReason: 'correction_reason',
  snapshot: 'snapshot',
} as const satisfies Record<keyof CalibrationDraft, string | RecordedField>

/** Columns of all fields of a calibration. */
export const draftColumns = columnsOf(draftFields)
