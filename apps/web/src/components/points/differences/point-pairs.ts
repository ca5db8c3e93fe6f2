import type { Measurement } from '@plumbline/contract'
import { pointName } from '../point-name.ts'

/** A point in two records; null for a record without it. */
export type PointPair = readonly [Measurement | null, Measurement | null]

/**
 * Returns the points of a record with those of its replacement, followed by those that only it has. Points are matched by what
 * they measure, or by position if the nominal value was changed.
 */
export function pointPairs(before: readonly Measurement[], after: readonly Measurement[]): PointPair[] {
  const indexByKey = new Map(keysOf(after).map((key, partner) => [key, partner]))
  const taken = new Set<number>()
  const matched = keysOf(before).map((key) => {
    const partner = indexByKey.get(key)
    if (partner !== undefined) taken.add(partner)
    return partner
  })
  const pairs = before.map((old, index): PointPair => {
    const partner = matched[index] ?? (index < after.length && !taken.has(index) ? index : undefined)
    if (partner !== undefined) taken.add(partner)
    return [old, partner === undefined ? null : after[partner]!]
  })
  const added = after.filter((_, partner) => !taken.has(partner)).map((point): PointPair => [null, point])
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
