import { Type } from 'typebox'
import { instrumentParams } from '../public/instrument-operations.ts'
import { NominalValue } from '../public/point-values.ts'
import { defineOperations } from '../shared/operation.ts'
import { standardConditions } from '../shared/standard-condition.ts'
import { CalendarDate, Closed, DecimalString, Nullable, OneOf, Timestamp, Uuid } from '../shared/values.ts'

/** What a record that used an instrument as its standard at a time would freeze of it. */
export const StandardAtUse = Closed(
  {
    instrument_id: Uuid(),
    condition: OneOf(standardConditions),
    due_date: Nullable(CalendarDate({ description: 'Last day on which the calibration of then was good.' })),
    certificate_number: Nullable(Type.String({ description: 'Of the calibration that counted then.' })),
    failure_pending: Type.Boolean({
      description:
        'A record that finds it failed or damaged, performed by then, is pending approval. The condition follows from approved records alone.',
    }),
    calibrated_with_instrument: Type.Boolean({
      description:
        'The calibration that counted then was made with the instrument of `calibrates`: each would be the standard of the other.',
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
          'What that calibration states, for uncertainty budgets; `nominal` is null where it holds for all of the standard.',
      },
    ),
  },
  { $id: 'StandardAtUse' },
)
export type StandardAtUse = Type.Static<typeof StandardAtUse>

/** What people are told of a standard before they record its use. */
export const standardAtUseOperations = defineOperations({
  getStandardAtUse: {
    method: 'GET',
    path: '/instruments/{instrument_id}/standard-at-use',
    tag: 'Calibrations',
    summary: 'Read what a record would freeze of an instrument as its standard',
    description:
      'By the calibration, the extensions, the status and the quarantine of that time. Certificates are those in effect now.',
    scope: 'read',
    params: instrumentParams,
    query: Closed({
      at: Type.Optional(Timestamp({ description: 'When the standard is used. Defaults to now.' })),
      calibrates: Type.Optional(Uuid({ description: 'The instrument that is calibrated with it.' })),
    }),
    reply: {
      status: 200,
      schema: StandardAtUse,
      description: 'The state of the standard at that time.',
      example: {
        instrument_id: '019345b3-5d07-7e19-b8c4-91a06f2d7e58',
        condition: 'valid',
        due_date: '2027-03-01',
        certificate_number: 'CERT-2026-0117',
        failure_pending: false,
        calibrated_with_instrument: false,
        uncertainties: [{ nominal: null, expanded: '0.4', coverage_factor: '2', unit: 'µm' }],
      },
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
