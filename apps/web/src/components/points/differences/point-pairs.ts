import type { Measurement } from '@plumbline/contract'
import { pointName } from '../point-name.ts'

/** A point in two records; null where a record does not have it. */
export type PointPair = readonly [Measurement | null, Measurement | null]

/**
 * The points of a record beside those of the one that takes its place, then those that it alone has. Points belong together
 * by what they measure, else, where a nominal value itself was changed, by their place.
 */
export function pointPairs(before: readonly Measurement[], after: readonly Measurement[]): PointPair[] {
  const places = new Map(keysOf(after).map((key, place) => [key, place]))
  const taken = new Set<number>()
  const matched = keysOf(before).map((key) => {
    const place = places.get(key)
    if (place !== undefined) taken.add(place)
    return place
  })
  const pairs = before.map((old, index): PointPair => {
    const place = matched[index] ?? (index < after.length && !taken.has(index) ? index : undefined)
    if (place !== undefined) taken.add(place)
    return [old, place === undefined ? null : after[place]!]
  })
  const added = after.filter((_, place) => !taken.has(place)).map((point): PointPair => [null, point])
  return [...pairs, ...added]
}

/** What each point measures; of several alike each has a number. */
function keysOf(points: readonly Measurement[]): string[] {
  const seen = new Map<string, number>()
  return points.map((point) => {
    const key = pointName(point)
    const number = (seen.get(key) ?? 0) + 1
    seen.set(key, number)
    return `${key} ${number}`
  })
}
