import { Type, type TOptional, type TSchema } from 'typebox'
import { phaseFields, pointFields } from '../fields/point.ts'
import { Closed, DecimalString } from '../shared/values.ts'
import { statedSchemas } from './point-schemas.ts'

/** Maximum number of points in a record or an evaluation request. */
export const MEASUREMENTS_MAX = 500

/** Points of an evaluation that count as one request in the rate limit. */
export const POINTS_COUNTED = 50

/** Repeated readings of one phase of a point. */
export const READINGS_MAX = 100

const readings = Type.Array(DecimalString(), { minItems: 1, maxItems: READINGS_MAX })

/** A phase in a request: readings, an observation, or the reason why there is neither. */
export const PhaseCreate = Closed(statedSchemas(phaseFields, { readings }), {
  $id: 'PhaseCreate',
  description: 'What was measured or observed in one phase, as found or as left.',
})
export type PhaseCreate = Type.Static<typeof PhaseCreate>

/** One point of a calibration as a request states it. */
export const MeasurementCreate = Closed(statedSchemas(pointFields, { phase: PhaseCreate }), {
  $id: 'MeasurementCreate',
  description: 'A point of a calibration as a request states it.',
})
export type MeasurementCreate = Type.Static<typeof MeasurementCreate>

/** The points of one request, in their order. */
export const MeasurementList = Type.Array(MeasurementCreate, {
  minItems: 1,
  maxItems: MEASUREMENTS_MAX,
  description: 'Points to evaluate, in order.',
})

/** The same members, all optional in requests. */
export function leftOut<Members extends Record<string, TSchema>>(members: Members) {
  const entries = Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)])
  return Object.fromEntries(entries) as { [Name in keyof Members]: TOptional<Members[Name]> }
}
