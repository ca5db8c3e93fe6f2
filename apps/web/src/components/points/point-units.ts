import type { Measurement } from '@plumbline/contract'
import { coverageText } from './coverage-text.ts'
import { groupName } from './point-rows.ts'

/** Where a table of points names the unit of its figures, so that it need not stand in each cell. */
export interface HeadUnits {
  /** Of every figure, in the heads of the columns; empty where groups differ. */
  readonly table: string
  /** Of the groups of `pointGroups` by their key, in their heads; of none whose figures differ or that has no head. */
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

/** What all uncertainties of a record are expanded by, as `k = 2, 95 %`; null where they differ or none says it. */
export function sharedCoverage(points: readonly Pick<Measurement, 'uncertainty'>[]): string | null {
  const texts = new Set(points.flatMap(({ uncertainty }) => (uncertainty ? [expandedBy(uncertainty)] : [])))
  return texts.size === 1 ? [...texts][0] || null : null
}

/** What an uncertainty is expanded by; empty where it does not say. */
export function expandedBy(uncertainty: NonNullable<Measurement['uncertainty']>): string {
  const { coverage_factor: factor } = uncertainty
  const level = coverageText(uncertainty)
  return [factor && `k\u00a0=\u00a0${factor}`, level?.replace(' %', '\u00a0%')].filter(Boolean).join(', ')
}
