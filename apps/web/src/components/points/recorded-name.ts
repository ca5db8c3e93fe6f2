import type { Measurement } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { pointName } from './point-name.ts'

/** In which direction and where on the instrument a point was measured: `Rising · corner 2`; empty where neither is said. */
export function settingName({ conditions }: Pick<Measurement, 'conditions'>): string {
  const { direction, position } = conditions ?? {}
  return [direction && t(`point.direction.${direction}`), position].filter(Boolean).join(' · ')
}

/** A point of a record among others, of which some differ only in direction or position. */
export function recordedName(point: Measurement): string {
  return [pointName(point), settingName(point)].filter(Boolean).join(' · ')
}
