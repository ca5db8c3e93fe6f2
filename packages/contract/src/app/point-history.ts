import { Type } from 'typebox'
import { calibrationResults } from '../shared/calibration-result.ts'
import { defineOperations } from '../shared/operation.ts'
import { Closed, Nullable, OneOf, Text, Timestamp, Uuid } from '../shared/values.ts'
import { pointVerdicts } from '../fields/point-words.ts'
import { exampleMeasurement, Measurement } from '../public/measured-point.ts'

/** Maximum number of records of an instrument, newest first, that its history of points covers. */
export const POINT_HISTORY_RECORDS_MAX = 100

/** Maximum number of points of these records that it covers; a record is covered completely or not at all. */
export const POINT_HISTORY_POINTS_MAX = 20_000

/** Maximum number of points to choose from. */
export const POINT_CHOICES_MAX = 1000

/** The members that name a point of an instrument. */
const named = {
  key: Type.String({ description: 'Key of the point, the same in every record; use it in the query.' }),
  function: Measurement.properties.function,
  channel: Measurement.properties.channel,
  range: Measurement.properties.range,
  nominal: Measurement.properties.nominal,
}

const WorstPoint = Closed(
  {
    ...named,
    percent_of_tolerance: Nullable(
      Type.String({ description: 'Null for a point that is outside a zero-width tolerance.' }),
    ),
    verdict: OneOf(pointVerdicts),
  },
  { $id: 'WorstPoint' },
)
export type WorstPoint = Type.Static<typeof WorstPoint>

const HistoryRecord = Closed(
  {
    calibration_id: Uuid(),
    performed_at: Timestamp(),
    performed_by: Nullable(Type.String()),
    result: OneOf(calibrationResults),
    measurement_count: Type.Integer(),
    points_out: Type.Integer({ description: 'Points whose final phase is out of tolerance.' }),
    worst_found: Nullable(WorstPoint),
    worst_left: Nullable(WorstPoint),
  },
  {
    $id: 'PointHistoryRecord',
    description:
      '`worst_found` is the point with the greatest percent of tolerance as found (the first, if there are several); null if no point can be compared. `worst_left` is the same for the final phases, in a record with as-left readings; null otherwise.',
  },
)
export type PointHistoryRecord = Type.Static<typeof HistoryRecord>

/** The points of an instrument across its records. */
export const PointHistory = Closed(
  {
    records: Type.Array(HistoryRecord, {
      description: `The newest records in effect that have points: at most ${POINT_HISTORY_RECORDS_MAX}, with at most ${POINT_HISTORY_POINTS_MAX} points in total.`,
    }),
    records_total: Type.Integer({ description: 'Number of records in effect that have points.' }),
    points: Type.Array(
      Closed({
        ...named,
        records: Type.Integer({ description: 'Number of records that contain the point.' }),
      }),
      {
        description: `The points of these records, at most ${POINT_CHOICES_MAX}; those of the newest record come first, in its order. Each point is identified as in the newest record that contains it.`,
      },
    ),
    points_total: Type.Integer(),
    chosen: Nullable(
      Closed(
        {
          ...named,
          measurements: Type.Array(Closed({ calibration_id: Uuid(), point: Measurement }), {
            description: 'In the order of the records, as stored there.',
          }),
        },
        { description: 'The requested point; null if there are no points.' },
      ),
    ),
  },
  { $id: 'PointHistory' },
)
export type PointHistory = Type.Static<typeof PointHistory>

const { function: measured, channel, range, nominal } = exampleMeasurement
const example = { key: '019345b6-2f10-7c44-8d21-6b0a9e3f5c30', function: measured, channel, range, nominal }
const calibration = '019345b6-2f10-7c44-8d21-6b0a9e3f5c22'

/** Operations that show how the points of an instrument change from record to record. */
export const pointHistoryOperations = defineOperations({
  getPointHistory: {
    method: 'GET',
    path: '/instruments/{instrument_id}/point-history',
    tag: 'Calibrations',
    summary: 'Read the point history of an instrument',
    description:
      'Covers records in effect: approved, and neither voided nor superseded. Points of different records are matched by the procedure point that they name, as long as its nominal value is unchanged; otherwise by function, channel, range and nominal value. A point that names no procedure point is matched to the procedure point with the same description.',
    scope: 'read',
    params: Closed({ instrument_id: Uuid() }),
    query: Closed({
      point: Type.Optional(
        Text(120, {
          description:
            'Key of the point to return. If it is omitted or not found in any record, the worst as-found point of the newest record is returned.',
        }),
      ),
    }),
    reply: {
      status: 200,
      schema: PointHistory,
      description: 'The records, their points, and the history of one point.',
      example: {
        records: [
          {
            calibration_id: calibration,
            performed_at: '2026-11-20T09:30:00.000Z',
            performed_by: 'Tess Technician',
            result: 'PASS',
            measurement_count: 1,
            points_out: 0,
            worst_found: { ...example, percent_of_tolerance: '21.4262757562', verdict: 'in' },
            worst_left: null,
          },
        ],
        records_total: 1,
        points: [{ ...example, records: 1 }],
        points_total: 1,
        chosen: { ...example, measurements: [{ calibration_id: calibration, point: exampleMeasurement }] },
      },
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
