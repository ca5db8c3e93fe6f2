import { readDecimal } from '../measurement/decimal-text.ts'
import type { MeasurementCreate } from '../public/measurement.ts'
import type { InstrumentPoint } from '../public/procedures/procedure.ts'
import type { ConditionLimits, ProcedureEnvironment } from '../public/procedures/procedure-environment.ts'
import { compare, type Decimal } from '../tolerance/decimal.ts'
import { normaliseText } from '../tolerance/normalise-text.ts'
import { readQuantity } from '../tolerance/read-quantity.ts'
import { unitOf } from '../tolerance/unit.ts'

/** Conditions that a procedure can limit. */
const conditions = ['temperature', 'humidity'] as const
export type LimitedCondition = (typeof conditions)[number]

/** The deviations of a record from the procedure that it follows. */
export interface Deviations {
  /** Points of the procedure that it does not contain. */
  readonly pointsLeftOut: readonly InstrumentPoint[]
  /** Conditions outside their limits. */
  readonly outside: readonly LimitedCondition[]
}

/** The parts of a record that can deviate from its procedure. */
interface FollowingRecord {
  readonly measurements?: readonly Pick<MeasurementCreate, 'point_id'>[] | null | undefined
  readonly temperature?: string | null | undefined
  readonly humidity?: string | null | undefined
}

/** Whether a record follows the procedure of its instrument: it names at least one of its points. */
export function followsProcedure({ measurements }: FollowingRecord): boolean {
  return (measurements ?? []).some(({ point_id: id }) => id != null)
}

/**
 * Returns the deviations of a record from the procedure that it follows, which it must then state as
 * `deviation_from_procedure`. A condition that is not a single number, or has another unit, cannot be compared and is
 * no deviation. Source: measurements, sections 1 and 2.
 */
export function deviationsOf(
  record: FollowingRecord,
  procedure: {
    readonly points: readonly InstrumentPoint[]
    readonly environment: ProcedureEnvironment | null
  },
): Deviations {
  const named = new Set((record.measurements ?? []).map(({ point_id: id }) => id?.toLowerCase()))
  return {
    pointsLeftOut: procedure.points.filter(({ point_id: id }) => !named.has(id)),
    outside: conditions.filter((name) => isOutside(record[name], procedure.environment?.[name] ?? null)),
  }
}

function isOutside(text: string | null | undefined, limits: ConditionLimits | null): boolean {
  const normalised = normaliseText(text ?? '')
  if (limits === null || normalised === '') return false
  const convention = /\d,\d/.test(normalised) && !normalised.includes('.') ? 'decimal_comma' : 'decimal_point'
  const quantity = readQuantity(normalised, convention)
  if (quantity === null) return false
  if (quantity.unit !== null && quantity.unit !== unitOf(normaliseText(limits.unit))) return false
  return isBelow(quantity.value, limits.lower) || isAbove(quantity.value, limits.upper)
}

function isBelow(value: Decimal, limit: string | null): boolean {
  const bound = limit === null ? null : readDecimal(limit)
  return bound !== null && compare(value, bound) < 0
}

function isAbove(value: Decimal, limit: string | null): boolean {
  const bound = limit === null ? null : readDecimal(limit)
  return bound !== null && compare(value, bound) > 0
}
