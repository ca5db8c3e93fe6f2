import type { MeasurementCreate } from '@plumbline/contract'
import { seededRandom, type SeededRandom } from '../seeded-random.ts'
import type { DemoPoint } from './demo-procedure.ts'
import type { EnteredProcedure } from './enter-procedures.ts'

/** The deviation of an instrument, as shares of its tolerance. */
export interface Deviation {
  readonly found: number
  /** Null if nothing was adjusted. */
  readonly left: number | null
}

/** Standard deviation of repeated readings, as a share of the tolerance. */
const SPREAD = 0.04

/** Larger than the rounding errors of floating-point numbers. */
const EPSILON = 1e-6

/**
 * Returns the points of a record with the given deviation: one for each point of the procedure, out of tolerance only
 * if the instrument is. The same seed always gives the same readings.
 */
export function measurementsOf(
  { points, pointIds }: EnteredProcedure,
  { found, left }: Deviation,
  seed: string,
): MeasurementCreate[] {
  const randomNumbers = seededRandom(seedOf(seed))
  return points.map((point, index) => ({
    point_id: pointIds[index]!,
    as_found: phaseOf(randomNumbers, point, found),
    ...(left === null ? {} : { as_left: phaseOf(randomNumbers, point, left) }),
  }))
}

/** Returns readings, or the person's decision for a point without numeric limits. */
function phaseOf(
  randomNumbers: SeededRandom,
  point: DemoPoint,
  deviation: number,
): NonNullable<MeasurementCreate['as_found']> {
  if (point.tolerance?.text) return { observed: 'pass', judgement: 'conforms' }
  return { readings: readingsOf(randomNumbers, point, deviation) }
}

/** Returns readings in pairs around one value, so that their mean equals that value exactly. */
function readingsOf(randomNumbers: SeededRandom, point: DemoPoint, deviation: number): string[] {
  const { resolution, halfWidth, repeats = 1 } = point
  const places = resolution.split('.')[1]?.length ?? 0
  const step = Number(resolution)
  const centre = stepsOf(point, deviation)
  const text = (steps: number) => (steps * step).toFixed(places)
  const pairs = Array.from({ length: Math.floor(repeats / 2) }, () => {
    const apart = Math.abs(Math.round((randomNumbers.normal() * SPREAD * halfWidth) / step))
    return [text(centre + apart), text(centre - apart)]
  })
  const middle = repeats % 2 === 1 ? [text(centre)] : []
  return [...pairs.flat(), ...middle]
}

/** Returns the indication at a point, as a multiple of the resolution. */
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

/** Returns the smallest tolerance half width, since a percentage of reading is smaller at smaller readings. */
function leastWidth({ halfWidth, tolerance }: DemoPoint): number {
  return halfWidth * (1 - Number(tolerance?.symmetric?.percent_of_reading ?? 0) / 100)
}

/** FNV-1a: similar texts give very different seeds. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  return hash >>> 0
}
