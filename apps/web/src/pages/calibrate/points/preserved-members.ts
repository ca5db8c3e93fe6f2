import type { MeasurementCreate } from '@plumbline/contract'

/** Members of a point that the form shows. */
type ShownMember =
  | 'as_found'
  | 'as_left'
  | 'channel'
  | 'decision_rule'
  | 'external'
  | 'function'
  | 'nominal'
  | 'note'
  | 'point_id'
  | 'range'
  | 'resolution'
  | 'span'
  | 'standard_asset_id'
  | 'tolerance'
  | 'uncertainty'

/** All others: the form preserves them unchanged. */
type PreservedMember = Exclude<keyof MeasurementCreate, ShownMember>

/** A record, so that a member that is missing is a type error: a corrected calibration would lose it. */
const preserved: Readonly<Record<PreservedMember, true>> = { reads: true, conditions: true, accredited: true }
const members = Object.keys(preserved) as readonly PreservedMember[]

/** Members that the form preserves, as a point states them. */
export type PreservedMembers = Pick<MeasurementCreate, PreservedMember>

/** Returns the members of a point that the form does not show and has to preserve, if it states any. */
export function preservedOf(point: PreservedMembers): { kept?: PreservedMembers } {
  const stated = members.filter((name) => point[name] != null && point[name] !== 'item')
  if (stated.length === 0) return {}
  return { kept: Object.fromEntries(stated.map((name) => [name, point[name]])) }
}
