import type { MeasurementCreate } from '@plumbline/contract'
import { chanceFrom, type Chance } from '../chance.ts'
import type { DemoPoint } from './demo-procedure.ts'
import type { EnteredProcedure } from './enter-procedures.ts'

/** How an instrument deviates, as shares of its tolerance. */
export interface Deviation {
  readonly found: number
  /** Null where nothing was adjusted. */
  readonly left: number | null
}

/** Spread of repeated readings, as a share of the tolerance. */
const SPREAD = 0.04

/** Beyond the rounding of binary numbers. */
const EPSILON = 1e-6

/**
 * The points of a record whose instrument deviates in that way: a point for each of the procedure, out of tolerance only
 * where the instrument is. One seed gives the same readings every time.
 */
export function measurementsOf(
  { points, pointIds }: EnteredProcedure,
  { found, left }: Deviation,
  seed: string,
): MeasurementCreate[] {
  const chance = chanceFrom(seedOf(seed))
  return points.map((point, index) => ({
    point_id: pointIds[index]!,
    as_found: phaseOf(chance, point, found),
    ...(left === null ? {} : { as_left: phaseOf(chance, point, left) }),
  }))
}

/** Readings, or what a person said of a point that has no limits in figures. */
function phaseOf(
  chance: Chance,
  point: DemoPoint,
  deviation: number,
): NonNullable<MeasurementCreate['as_found']> {
  if (point.tolerance?.text) return { observed: 'pass', judgement: 'conforms' }
  return { readings: readingsOf(chance, point, deviation) }
}

/** Readings around one value, in pairs, so that their mean is that value to the last digit. */
function readingsOf(chance: Chance, point: DemoPoint, deviation: number): string[] {
  const { resolution, halfWidth, repeats = 1 } = point
  const places = resolution.split('.')[1]?.length ?? 0
  const step = Number(resolution)
  const centre = stepsOf(point, deviation)
  const text = (steps: number) => (steps * step).toFixed(places)
  const pairs = Array.from({ length: Math.floor(repeats / 2) }, () => {
    const apart = Math.abs(Math.round((chance.normal() * SPREAD * halfWidth) / step))
    return [text(centre + apart), text(centre - apart)]
  })
  const middle = repeats % 2 === 1 ? [text(centre)] : []
  return [...pairs.flat(), ...middle]
}

/** What the instrument shows at a point, in steps of its display. */
function stepsOf(point: DemoPoint, deviation: number): number {
  const { nominal, resolution, halfWidth, share, lag = 0 } = point
  const step = Number(resolution)
  const value = Number(nominal.value)
  const steps = Math.round((value + (share * deviation + lag) * halfWidth) / step)
  if (Math.abs(deviation) > 1) return steps
  const width = leastWidth(point)
  const least = Math.ceil((value - width) / step - EPSILON)
  const most = Math.floor((value + width) / step + EPSILON)
  return Math.min(Math.max(steps, least), most)
}

/** A share of the reading is smaller where the reading is. */
function leastWidth({ halfWidth, tolerance }: DemoPoint): number {
  return halfWidth * (1 - Number(tolerance?.symmetric?.percent_of_reading ?? 0) / 100)
}

/** FNV-1a: texts that differ a little give seeds that differ a lot. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  return hash >>> 0
}
