import { Type } from 'typebox'
import { AppCalibrationRecord } from '../calibration-record.ts'
import { appCalibrationOperations } from '../calibration.ts'
import { InstrumentSummary } from '../../public/instrument.ts'
import { defineOperations } from '../../shared/operation.ts'
import { Closed, Nullable } from '../../shared/values.ts'

/** Maximum length of a search text. */
const SEARCH_LENGTH_MAX = 200

/** The results of a search across all kinds of objects, best match first. */
export const Found = Closed(
  {
    instruments: Type.Array(InstrumentSummary),
    calibrations: Type.Array(
      Closed({
        number: Nullable(
          Type.String({
            description:
              'The matching certificate number; null for the last record of a matching instrument.',
          }),
        ),
        calibration: AppCalibrationRecord,
      }),
    ),
  },
  { $id: 'Found' },
)
export type Found = Type.Static<typeof Found>

const [record] = appCalibrationOperations.listCalibrations.reply.example.data

/** Operations that search instruments and records. */
export const searchOperations = defineOperations({
  search: {
    method: 'GET',
    path: '/search',
    tag: 'Workspace',
    summary: 'Search over instruments and records',
    description:
      'Finds instruments by the beginnings of words, and records by the beginning of a stated or issued certificate number; also returns the last records of the first matching instruments. Case-insensitive. Limited to the sites that the user can access.',
    scope: 'read',
    query: Closed({
      q: Type.String({ minLength: 1, maxLength: SEARCH_LENGTH_MAX, examples: ['2026-0047'] }),
    }),
    reply: {
      status: 200,
      schema: Found,
      description: 'The matches.',
      example: {
        instruments: [record.instrument],
        calibrations: [{ number: '2026-004711', calibration: record }],
      },
    },
    errors: ['VALIDATION_ERROR'],
  },
})
