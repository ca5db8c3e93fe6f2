import { AppCalibrationRecord } from './calibration-record.ts'
import { calibrationOperations } from '../public/calibration-operations.ts'
import { instrumentOperations } from '../public/instrument-operations.ts'
import { usedForFields } from '../public/traceability/traceability.ts'
import { exampleUsedFor, traceabilityOperations } from '../public/traceability/traceability-operations.ts'
import { defineOperations } from '../shared/operation.ts'
import { PageOf } from '../shared/page.ts'
import { Closed } from '../shared/values.ts'
import type { Type } from 'typebox'

/** An entry of the list with the current state of its instrument. */
export const AppUsedForEntry = Closed(
  { ...usedForFields, calibration: AppCalibrationRecord },
  { $id: 'AppUsedForEntry' },
)
export type AppUsedForEntry = Type.Static<typeof AppUsedForEntry>

const record = calibrationOperations.listCalibrations.reply.example.data[0]!
const instrument = instrumentOperations.listInstruments.reply.example.data[0]

/** Operations on traceability that only the app API has. */
export const appTraceabilityOperations = defineOperations({
  listUsedFor: {
    ...traceabilityOperations.listUsedFor,
    reply: {
      status: 200,
      schema: PageOf(AppUsedForEntry, 'AppUsedForPage'),
      description: 'A page of calibrations, each with its instrument as that is now.',
      example: {
        data: [{ ...exampleUsedFor, calibration: { ...record, instrument } }],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
  },
})
