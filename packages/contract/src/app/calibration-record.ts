import { Type } from 'typebox'
import { CalibrationRecord } from '../public/calibration.ts'
import { InstrumentSummary } from '../public/instrument.ts'
import { Closed, Nullable } from '../shared/values.ts'

/** A record with its instrument in the current state. */
export const AppCalibrationRecord = Closed(
  { ...CalibrationRecord.properties, instrument: InstrumentSummary },
  { $id: 'AppCalibrationRecord' },
)
export type AppCalibrationRecord = Type.Static<typeof AppCalibrationRecord>

/** A record in the list of one instrument, with the unit of its values. */
export const InstrumentCalibrationRecord = Closed(
  {
    ...CalibrationRecord.properties,
    unit_of_measure: Nullable(
      Type.String({
        description:
          'Unit of the instrument when the record was created; it applies to values without a unit. Null on void markers.',
      }),
    ),
  },
  { $id: 'InstrumentCalibrationRecord' },
)
export type InstrumentCalibrationRecord = Type.Static<typeof InstrumentCalibrationRecord>
