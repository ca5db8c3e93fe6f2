import { Type } from 'typebox'
import { NominalValue } from '../public/point-values.ts'
import { defineOperations } from '../shared/operation.ts'
import { standardConditions } from '../shared/standard-condition.ts'
import { CalendarDate, Closed, DecimalString, Nullable, OneOf, Timestamp, Uuid } from '../shared/values.ts'

/** The data of an instrument that a record would store if it used the instrument as its standard at a given time. */
export const StandardAtUse = Closed(
  {
    instrument_id: Uuid(),
    condition: OneOf(standardConditions),
    due_date: Nullable(CalendarDate({ description: 'Due date of the calibration in effect at that time.' })),
    certificate_number: Nullable(
      Type.String({ description: 'From the calibration in effect at that time.' }),
    ),
    failure_pending: Type.Boolean({
      description:
        'True if a record performed by then with the result failed or damaged is pending approval. The condition is based only on approved records.',
    }),
    calibrated_with_instrument: Type.Boolean({
      description:
        'True if the calibration in effect at that time was performed with the instrument in `calibrates`: each would be the standard of the other.',
    }),
    uncertainties: Type.Array(
      Closed({
        nominal: Nullable(NominalValue),
        expanded: DecimalString(),
        coverage_factor: DecimalString(),
        unit: Type.String(),
      }),
      {
        description:
          'Uncertainties stated by that calibration, for uncertainty budgets; `nominal` is null if the value applies to the whole standard.',
      },
    ),
  },
  { $id: 'StandardAtUse' },
)
export type StandardAtUse = Type.Static<typeof StandardAtUse>

/** Maximum number of standards in one request. */
export const STANDARDS_AT_USE_MAX = 50

const UUID = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}'

/** Operations that show the state of standards before their use is recorded. */
export const standardAtUseOperations = defineOperations({
  listStandardsAtUse: {
    method: 'GET',
    path: '/standards-at-use',
    tag: 'Calibrations',
    summary: 'Read the state of instruments as reference standards',
    description:
      'The data that a record would store of each: based on the calibration, extensions, status and quarantine at that time. Certificates are the current ones. Instruments that the user cannot access are left out.',
    scope: 'read',
    query: Closed({
      instrument_ids: Type.String({
        pattern: `^${UUID}(,${UUID}){0,${STANDARDS_AT_USE_MAX - 1}}$`,
        description: `Comma-separated IDs, up to ${STANDARDS_AT_USE_MAX}.`,
        examples: ['019345b3-5d07-7e19-b8c4-91a06f2d7e58'],
      }),
      at: Type.Optional(Timestamp({ description: 'When the standards are used. Defaults to now.' })),
      calibrates: Type.Optional(Uuid({ description: 'The instrument to be calibrated with them.' })),
    }),
    reply: {
      status: 200,
      schema: Closed({ data: Type.Array(StandardAtUse) }, { $id: 'StandardsAtUse' }),
      description: 'The state of each standard at that time, in the order of the IDs.',
      example: {
        data: [
          {
            instrument_id: '019345b3-5d07-7e19-b8c4-91a06f2d7e58',
            condition: 'valid',
            due_date: '2027-03-01',
            certificate_number: 'CERT-2026-0117',
            failure_pending: false,
            calibrated_with_instrument: false,
            uncertainties: [{ nominal: null, expanded: '0.4', coverage_factor: '2', unit: 'µm' }],
          },
        ],
      },
    },
    errors: ['VALIDATION_ERROR'],
  },
})
