import type { Measurement } from '@plumbline/contract'
import { coverageText } from './coverage-text.ts'
import { groupName } from './point-rows.ts'

/** The units in the headings of a table of points, which cells need not repeat. */
export interface HeadUnits {
  /** The unit of all figures, shown in the column headings; empty if groups have different units. */
  readonly table: string
  /** The unit of each group of `pointGroups`, by its key, for its heading; omits groups with several units or no heading. */
  readonly groups: ReadonlyMap<number, string>
}

/** The units that heads can carry for the points below them. */
export function headUnits(points: readonly Measurement[]): HeadUnits {
  const spans: { key: number; name: string; units: Set<string> }[] = []
  for (const [index, point] of points.entries()) {
    const name = groupName(point)
    const unit = point.nominal?.unit ?? ''
    const last = spans.at(-1)
    if (last?.name === name) last.units.add(unit)
    else spans.push({ key: index, name, units: new Set([unit]) })
  }
  const all = new Set(spans.flatMap(({ units }) => [...units]))
  if (all.size === 1) return { table: [...all][0]!, groups: new Map() }
  const named = spans.filter(({ name, units }) => name !== '' && units.size === 1)
  return { table: '', groups: new Map(named.map(({ key, units }) => [key, [...units][0]!])) }
}

/** Returns the common coverage of all uncertainties, such as `k = 2, 95 %`; null if they differ or none is stated. */
export function sharedCoverage(points: readonly Pick<Measurement, 'uncertainty'>[]): string | null {
  const texts = new Set(points.flatMap(({ uncertainty }) => (uncertainty ? [expandedBy(uncertainty)] : [])))
  return texts.size === 1 ? [...texts][0] || null : null
}

/** Returns the coverage of an uncertainty; empty if not stated. */
export function expandedBy(uncertainty: NonNullable<Measurement['uncertainty']>): string {
  const { coverage_factor: factor } = uncertainty
  const level = coverageText(uncertainty)
  return [factor && `k\u00a0=\u00a0${factor}`, level?.replace(' %', '\u00a0%')].filter(Boolean).join(', ')
}
