import { gaugeMembers, type GaugeMember } from '../../app/procedures/class-table.ts'
import { readDecimal } from '../../measurement/decimal-text.ts'
import type { ProcedurePointCreate } from '../../public/procedures/procedure.ts'
import { isZero } from '../../tolerance/decimal.ts'
import { classLimits, type ClassLimits, type GaugeClass } from './gauge-class.ts'
import { toleranceOf } from './gauge-block-sets.ts'

/** The workpiece that a limit gauge checks: bores or shafts. */
export const limitGaugeKinds = ['plug', 'ring'] as const
export type LimitGaugeKind = (typeof limitGaugeKinds)[number]

/** A limit gauge with two members, each with its own size. */
export interface LimitGauge {
  readonly kind: LimitGaugeKind
  readonly unit: string
  /** Nominal sizes of the members: the limits of the workpiece, minus the wear allowance. */
  readonly sizes: Readonly<Record<GaugeMember, string>>
  /** The class of both members, or the permitted deviations of each: null if its class does not cover its size. */
  readonly limits: { readonly table: GaugeClass } | Readonly<Record<GaugeMember, ClassLimits | null>>
  /** The note on points whose limits are stated for each member separately. */
  readonly note?: string | null
  /** `20 H7`, `M10 6H`. */
  readonly designation: string | null
  readonly resolution: string | null
  readonly repeats: number
}

/**
 * Returns the points of a limit gauge: one for each member, with its own limits and verdict.
 * @returns the points, and the members whose size the class does not cover
 */
export function limitGaugePoints(gauge: LimitGauge): {
  points: ProcedurePointCreate[]
  unknown: GaugeMember[]
} {
  const unknown: GaugeMember[] = []
  const points = gaugeMembers.flatMap((member): ProcedurePointCreate[] => {
    const nominal = { value: gauge.sizes[member], unit: gauge.unit }
    const limits = limitsOf(gauge, member)
    if (limits === null) {
      unknown.push(member)
      return []
    }
    const { designation: range, resolution, repeats } = gauge
    const note = 'table' in gauge.limits ? gauge.limits.table.name : (gauge.note ?? null)
    return [{ function: member, range, nominal, tolerance: toleranceOf(limits), resolution, repeats, note }]
  })
  return { points, unknown }
}

function limitsOf({ kind, unit, sizes, limits }: LimitGauge, member: GaugeMember): ClassLimits | null {
  if (!('table' in limits)) return limits[member]
  const found = classLimits(limits.table, { value: sizes[member], unit })
  return found && isWidth(found) ? sided(found.upper!, kind, member) : found
}

/** Whether a class only states the width of a tolerance, and not its position: it permits no deviation below. */
function isWidth({ upper, lower }: ClassLimits): boolean {
  const below = lower === null ? null : readDecimal(lower)
  return upper !== null && below !== null && isZero(below)
}

/**
 * Positions the tolerance within the limits of the workpiece: above the size of a GO plug and below that of a NO-GO
 * plug; for rings the reverse (ASME B89.1.5).
 */
function sided(width: string, kind: LimitGaugeKind, member: GaugeMember): ClassLimits {
  const isAbove = (kind === 'plug') === (member === 'GO')
  return isAbove ? { upper: width, lower: '0' } : { upper: '0', lower: width }
}
