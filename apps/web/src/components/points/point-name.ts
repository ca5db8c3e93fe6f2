import type { Measurement } from '@plumbline/contract'
import { withUnit } from './with-unit.ts'
import { groupName } from './point-rows.ts'

/** Returns the name of a point: `DC voltage · 10 V · 5.000 V`. */
export function pointName(point: Pick<Measurement, 'function' | 'channel' | 'range' | 'nominal'>): string {
  return [groupName(point), nominalName(point)].filter(Boolean).join(' · ')
}

/** The nominal value of a point with its unit; null without one. */
export function nominalName({ nominal }: Pick<Measurement, 'nominal'>): string | null {
  return nominal && withUnit(nominal.value, nominal.unit)
}
