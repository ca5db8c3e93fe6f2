import type { MeasuredPhase, Measurement } from '../public/measured-point.ts'
import { compare, decimalText, difference, type Decimal } from '../tolerance/decimal.ts'
import { readComputed, readDecimal } from './decimal-text.ts'

/** Two points at one nominal value, approached from below and from above. */
export interface HysteresisPair {
  /** Indexes of the two points in the record. */
  readonly up: number
  readonly down: number
  /**
   * Mean while falling minus mean while rising; null unless both have readings of the phase. At least one phase has
   * them.
   */
  readonly asFound: string | null
  readonly asLeft: string | null
}

type DirectedPoint = Pick<
  Measurement,
  'function' | 'channel' | 'range' | 'nominal' | 'as_found' | 'as_left'
> & { readonly conditions?: Measurement['conditions'] | undefined }

/** Words for the two directions at the end of a channel name: `Up`, `Sensor 1, down`. */
const DIRECTIONS = {
  up: 'up|increasing|rising|ascending|aufwärts|steigend|auf',
  down: 'down|decreasing|falling|descending|abwärts|fallend|ab',
} as const

type Direction = keyof typeof DIRECTIONS

const patterns = Object.entries(DIRECTIONS).map(
  ([direction, words]) =>
    [direction as Direction, new RegExp(`(?:^|[\\s,;:/(–-]+)(?:${words})\\)?$`, 'iu')] as const,
)

/**
 * Returns the hysteresis of a record (DKD-R 6-1, for pressure gauges): pairs of points with one function, range and
 * nominal value whose direction or end of the channel name states that they were rising and falling. Each rising point
 * is paired with the falling one with the same number of such points before it. It is only displayed, and decides
 * nothing.
 */
export function hysteresisOf(points: readonly DirectedPoint[]): readonly HysteresisPair[] {
  const waiting: { index: number; direction: Direction; series: string; nominal: Decimal }[] = []
  const pairs: HysteresisPair[] = []
  for (const [index, point] of points.entries()) {
    const read = directionOf(point)
    if (read === null) continue
    const partner = waiting.findIndex(
      ({ direction, series, nominal }) =>
        direction !== read.direction && series === read.series && compare(nominal, read.nominal) === 0,
    )
    if (partner === -1) {
      waiting.push({ index, ...read })
      continue
    }
    const other = waiting[partner]!.index
    waiting.splice(partner, 1)
    pairs.push(read.direction === 'down' ? pairOf(points, other, index) : pairOf(points, index, other))
  }
  return pairs
    .filter(({ asFound, asLeft }) => asFound !== null || asLeft !== null)
    .toSorted((one, other) => one.up - other.up)
}

/**
 * Returns the direction from which a point was approached, and the key it shares with its counterpart; null if no
 * direction is stated.
 */
function directionOf({ function: measured, channel, range, nominal, conditions }: DirectedPoint) {
  const value = nominal && readDecimal(nominal.value)
  if (!value) return null
  const seriesIn = (name: string) => JSON.stringify([measured, name, range, nominal.unit])
  const name = channel?.trim() ?? ''
  const stated = conditions?.direction
  if (stated) return { direction: stated, series: seriesIn(name), nominal: value }
  const ending = directionEnding(name)
  return ending && { direction: ending.direction, series: seriesIn(ending.before), nominal: value }
}

/** Returns the direction that the end of a channel name states, and the name before it; null if it states none. */
function directionEnding(name: string): { direction: Direction; before: string } | null {
  for (const [direction, pattern] of patterns) {
    if (pattern.test(name)) return { direction, before: name.replace(pattern, '') }
  }
  return null
}

/** Removes the word for a direction at the end of a channel name: `Sensor 1, up` is `Sensor 1`, and `Up` is null. */
export function withoutDirection(channel: string | null): string | null {
  const name = channel?.trim() ?? ''
  return (directionEnding(name)?.before ?? name) || null
}

function pairOf(points: readonly DirectedPoint[], up: number, down: number): HysteresisPair {
  const [rising, falling] = [points[up]!, points[down]!]
  return {
    up,
    down,
    asFound: between(rising.as_found, falling.as_found),
    asLeft: between(rising.as_left, falling.as_left),
  }
}

function between(rising: MeasuredPhase | null, falling: MeasuredPhase | null): string | null {
  if (rising?.mean == null || falling?.mean == null) return null
  const [from, to] = [readComputed(rising.mean), readComputed(falling.mean)]
  const distance = difference(to, from)
  return padded(decimalText(distance), Math.max(from.scale, to.scale))
}

/** Pads a number to as many digits as the means have: 0.10 shows the resolution of the reading. */
function padded(text: string, places: number): string {
  if (places <= 0) return text
  const [whole = '', fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(places, '0')}`
}
