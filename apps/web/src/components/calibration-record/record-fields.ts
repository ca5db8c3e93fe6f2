import {
  calibrationFields,
  shownCalibrationFields,
  type RecordPart,
  type ShownCalibrationField,
} from '@plumbline/contract'
import { t } from '../../base/messages.ts'

/** A field of a record as people read it. */
export interface RecordField {
  readonly name: ShownCalibrationField
  readonly label: string
  /** Its section of the record sheet. */
  readonly part: RecordPart
}

/** Returns all fields of a calibration, in the order of the contract. */
export function recordFields(): RecordField[] {
  return shownCalibrationFields.map((name) => {
    return { name, label: t(`calibrationField.${name}`), part: calibrationFields[name].part }
  })
}
