import { Type } from 'typebox'
import { AppCalibrationRecord } from '../calibration-record.ts'
import { appCalibrationOperations } from '../calibration.ts'
import { InstrumentSummary } from '../../public/instrument.ts'
import { defineOperations } from '../../shared/operation.ts'
import { Closed, Nullable } from '../../shared/values.ts'

/** Longest text to search for. */
const SEARCH_LENGTH_MAX = 200

/** What a search over everything found, best first. */
export const Found = Closed(
  {
    instruments: Type.Array(InstrumentSummary),
    calibrations: Type.Array(
      Closed({
        number: Nullable(
          Type.String({
            description:
              'The certificate number that begins so; null for the last record of a found instrument.',
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

/** Search over instruments and records. */
export const searchOperations = defineOperations({
  search: {
    method: 'GET',
    path: '/search',
    tag: 'Workspace',
    summary: 'Search over instruments and records',
    description:
      'Instruments by beginnings of words, records by the beginning of a certificate number, stated or issued, and the last records of the instruments found first. Case does not matter. Of the sites that the person reaches.',
    scope: 'read',
    query: Closed({
      q: Type.String({ minLength: 1, maxLength: SEARCH_LENGTH_MAX, examples: ['2026-0047'] }),
    }),
    reply: {
      status: 200,
      schema: Found,
      description: 'What was found.',
      example: {
        instruments: [record.instrument],
        calibrations: [{ number: '2026-004711', calibration: record }],
      },
    },
    errors: ['VALIDATION_ERROR'],
  },
})
