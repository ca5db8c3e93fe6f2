import type { Measurement } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { pointName } from './point-name.ts'

/** Returns the direction and position of a point: `Rising · corner 2`; empty if neither is stated. */
export function settingName({ conditions }: Pick<Measurement, 'conditions'>): string {
  const { direction, position } = conditions ?? {}
  return [direction && t(`point.direction.${direction}`), position].filter(Boolean).join(' · ')
}

/** Returns the name of a point in a record in which some points differ only in direction or position. */
export function recordedName(point: Measurement): string {
  return [pointName(point), settingName(point)].filter(Boolean).join(' · ')
}
