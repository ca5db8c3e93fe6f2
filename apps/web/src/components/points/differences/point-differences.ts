import type { Measurement } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import { decisionRuleName } from '../../decision-rule/decision-rule-name.ts'
import { toleranceWords } from '../../procedure/tolerance-words.ts'
import { withUnit } from '../with-unit.ts'
import { missingWords } from '../phase-text.tsx'
import { pointName } from '../point-name.ts'
import { pointPairs } from './point-pairs.ts'

/** One property of a point, with its label. */
export interface PointLine {
  readonly name: string
  readonly text: string
  /** The standard that it names. */
  readonly standardId?: string
}

/** A point that differs between two records: the differing lines, or null for a record without the point. */
export interface PointDifference {
  readonly key: string
  readonly name: string
  readonly before: readonly PointLine[] | null
  readonly after: readonly PointLine[] | null
}

/**
 * Returns the points that differ between a record and its replacement. Points are matched by what they measure, or by position
 * if the nominal value was changed.
 */
export function pointDifferences(
  before: readonly Measurement[],
  after: readonly Measurement[],
): PointDifference[] {
  return pointPairs(before, after).flatMap(([old, changed], index) => {
    if (old === changed) return []
    const lines = { old: old && linesOf(old), changed: changed && linesOf(changed) }
    const differing = (one: readonly PointLine[] | null, other: readonly PointLine[] | null) =>
      one && one.filter((line) => !other?.some((each) => each.name === line.name && each.text === line.text))
    const difference = {
      key: String(index),
      name: pointName((changed ?? old)!),
      before: differing(lines.old, lines.changed),
      after: differing(lines.changed, lines.old),
    }
    const isSame = old && changed && difference.before?.length === 0 && difference.after?.length === 0
    return isSame ? [] : [difference]
  })
}

/** The lines of points that were compared: a form compares all of them again with each key, and nearly all are the same. */
const known = new WeakMap<Measurement, readonly PointLine[]>()

/** Returns the content of a point as labeled lines. */
function linesOf(point: Measurement): readonly PointLine[] {
  const lines = known.get(point) ?? readLines(point)
  known.set(point, lines)
  return lines
}

function readLines(point: Measurement): PointLine[] {
  const { nominal, tolerance, uncertainty, as_found: found, as_left: left } = point
  const unit = nominal?.unit ?? ''
  const readings = (phase: Measurement['as_found']) =>
    phase &&
    (phase.readings.length > 0
      ? withUnit(phase.readings.join('; '), unit)
      : (phase.observed ?? missingWords(phase)))
  const lines: [string, string | null | undefined | false][] = [
    [t('drift.nominal'), pointName(point)],
    [t('drift.tolerance'), toleranceWords(tolerance, unit)],
    [t('drift.asFound'), readings(found)],
    [t('drift.asLeft'), readings(left)],
    [t('drift.uncertainty'), uncertaintyLine(uncertainty, unit)],
    [t('calibrationField.decision_rule'), point.decision_rule && decisionRuleName(point.decision_rule)],
    [t('point.note'), [point.external && t('point.external'), point.note].filter(Boolean).join(' · ')],
  ]
  const { standard_asset_id: standardId } = point
  return [
    ...lines.flatMap(([name, text]) => (text ? [{ name, text }] : [])),
    ...(standardId === null
      ? []
      : [{ name: t('calibrationField.reference_standard'), text: standardId, standardId }]),
  ]
}

function uncertaintyLine(uncertainty: Measurement['uncertainty'], unit: string): string | null {
  const { expanded, coverage_factor: factor } = uncertainty ?? {}
  if (!expanded) return null
  return `${withUnit(expanded, uncertainty?.unit ?? unit)}${factor ? `, k = ${factor}` : ''}`
}
