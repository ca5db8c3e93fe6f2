import type { ScopeLine } from '../fields/workspace.ts'
import { readDecimal } from '../measurement/decimal-text.ts'
import { readDecisionRule } from '../measurement/decision-rule.ts'
import { coverageInWords } from '../measurement/read-uncertainty.ts'
import { finalPhase, lacksFinalPhase } from '../measurement/summary.ts'
import {
  nearestUncertainty,
  standardUncertaintyIn,
  statedNominal,
  statedUncertainty,
  type StandardUncertainty,
} from '../procedure/standard-uncertainty.ts'
import type { Measurement } from '../public/measured-point.ts'
import type { MeasurementUncertainty } from '../public/point-values.ts'
import { recordWarnings, type RecordWarning, type RecordWarningCode } from '../public/record-warning.ts'
import { isPassing, type CalibrationResult } from '../shared/calibration-result.ts'
import { coverageQuantile } from '../statistics/student-t.ts'
import { namedDecisionRules } from '../tolerance/decision-rule.ts'
import { isBlank } from '../tolerance/normalise-text.ts'
import { exponentOfDifference } from '../tolerance/units/unit-scale.ts'
import { expandedOfPoint, isBelowCapability, scopeLineOf } from './accreditation-scope.ts'
import { decideReading, type RuledReading } from './decide-reading.ts'
import { rejects } from './rejects.ts'

/** The members of a record, other than its points, that warnings depend on. */
export interface WarnedRecord extends RuledReading {
  readonly result: CalibrationResult | null
  /** Whether the record is from a provider, whose certificate is not checked by our warnings. */
  readonly isExternal: boolean
  /** Whether the accreditation of its provider had expired by then; null if that is not known. */
  readonly providerAccreditationExpired?: boolean | null
  /** Condition of the named standard at its use; null without one. */
  readonly standardCondition: string | null
  /** Data of its calibration at that time. */
  readonly standardUncertainties?: readonly StandardUncertainty[]
  /** Lines of the scope of accreditation whose ranges contain its values. */
  readonly scope?: readonly ScopeLine[]
}

/** Conditions of the standards that points name, by the id of the standard. */
export type StandardConditions = ReadonlyMap<string, string>

/** Calibration data of these standards, likewise. */
export type UncertaintiesOfStandards = ReadonlyMap<string, readonly StandardUncertainty[]>

/**
 * Returns the warnings about a record. Without points, its single reading is checked. Source: measurements, section 1,
 * "Warnings".
 */
export function warningsOf(
  record: WarnedRecord,
  points: readonly Measurement[],
  standards: StandardConditions = new Map(),
  uncertainties: UncertaintiesOfStandards = new Map(),
): RecordWarning[] {
  const ofRecord = [
    ...standardWarnings(record, points, standards),
    ...(isNearlyKnown(record.decisionRule) ? [warning('decision_rule_not_known')] : []),
    ...(record.providerAccreditationExpired ? [warning('provider_accreditation_expired')] : []),
  ]
  if (points.length > 0) return [...pointWarnings(points, record, uncertainties), ...ofRecord]
  const ruled = record.isExternal ? null : decideReading(record)
  const isAgainst = isPassing(record.result) && ruled !== null && rejects(ruled.decision)
  const isBelowOne = (ruled?.decision.tur ?? 1) < 1
  return [
    ...(isAgainst ? [warning('result_against_decision')] : []),
    ...(isBelowOne ? [warning('tur_below_one')] : []),
    ...(isReadingBelowStandard(record) ? [warning('uncertainty_below_standard')] : []),
    ...(isReadingBelowScope(record) ? [warning('uncertainty_below_scope')] : []),
    ...ofRecord,
  ]
}

/** Returns the warnings about points alone with a rule, for an evaluation without a record. */
export function evaluationWarnings(
  points: readonly Measurement[],
  decisionRule: string | null | undefined,
  uncertainties: UncertaintiesOfStandards = new Map(),
  scope: readonly ScopeLine[] = [],
): RecordWarning[] {
  const stated = { result: null, isExternal: false, standardCondition: null, decisionRule, scope }
  return warningsOf(stated, points, new Map(), uncertainties)
}

function pointWarnings(
  points: readonly Measurement[],
  { result, isExternal, standardUncertainties = [], scope = [] }: WarnedRecord,
  uncertainties: UncertaintiesOfStandards,
): RecordWarning[] {
  const standardOf = ({ standard_asset_id: id }: Measurement) =>
    id === null ? standardUncertainties : (uncertainties.get(id.toLowerCase()) ?? [])
  const passes = isPassing(result) && !isExternal
  const tests: [RecordWarningCode, (point: Measurement) => boolean][] = [
    ['result_against_decision', ({ decision }) => passes && rejects(decision)],
    ['no_final_measurement', lacksFinalPhase],
    [
      'found_out_not_adjusted',
      ({ as_found: found, as_left: left }) =>
        result === 'PASS' && found?.verdict === 'out' && left?.verdict === 'in',
    ],
    ['uncertainty_below_resolution', isBelowResolution],
    ['uncertainty_below_standard', (point) => !isExternal && isBelowStandard(point, standardOf(point))],
    ['uncertainty_below_scope', (point) => !isExternal && isBelowScope(point, scope)],
    ['uncertainty_zero', (point) => uncertaintiesOf(point).some(isZero)],
    ['coverage_factor_unlikely', (point) => uncertaintiesOf(point).some(hasUnlikelyFactor)],
    ['tur_below_one', (point) => (finalPhase(point)?.decision?.tur ?? 1) < 1],
    ['decision_rule_not_known', ({ decision_rule: rule }) => isNearlyKnown(rule)],
  ]
  return tests.flatMap(([code, test]) => {
    const indexes = points.flatMap((point, index) => (test(point) ? [index] : []))
    return indexes.length === 0 ? [] : [warning(code, indexes)]
  })
}

function warning(code: RecordWarningCode, points: number[] = []): RecordWarning {
  return { code, message: recordWarnings[code], points }
}

/** The standard of the record, and those of individual points. */
function standardWarnings(
  { standardCondition }: WarnedRecord,
  points: readonly Measurement[],
  standards: StandardConditions,
): RecordWarning[] {
  const found = new Map<string, number[]>()
  if (standardCondition !== null) found.set(standardCondition, [])
  for (const [index, { standard_asset_id: id }] of points.entries()) {
    const condition = standards.get(id?.toLowerCase() ?? '')
    if (condition !== undefined) found.set(condition, [...(found.get(condition) ?? []), index])
  }
  return [...found].flatMap(([condition, indexes]) => {
    const code = `standard_${condition}`
    return isCode(code) ? [warning(code, indexes)] : []
  })
}

function isCode(code: string): code is RecordWarningCode {
  return Object.hasOwn(recordWarnings, code)
}

function uncertaintiesOf({
  uncertainty,
  as_found: found,
  as_left: left,
}: Measurement): MeasurementUncertainty[] {
  return [uncertainty, found?.uncertainty, left?.uncertainty].filter((each) => each != null)
}

function isZero({ expanded, relative_percent: relative }: MeasurementUncertainty): boolean {
  const stated = expanded ?? relative
  return stated != null && readDecimal(stated)?.units === 0n
}

/** Standard uncertainty of a resolution by its step: 1/√12 (JCGM 100, F.2.2.1). */
const OF_RESOLUTION = 0.29

/** Whether U is less than twice the contribution of the display alone. */
function isBelowResolution(point: Measurement): boolean {
  const { resolution, nominal, uncertainty } = point
  if (resolution === null || !uncertainty?.expanded || isZero(uncertainty)) return false
  const unit = isBlank(uncertainty.unit) ? nominal?.unit : uncertainty.unit!
  const exponent = unit === undefined || !nominal ? 0 : exponentOfDifference(unit, nominal.unit)
  if (exponent === null) return false
  return Number(uncertainty.expanded) * 10 ** exponent < 2 * OF_RESOLUTION * Number(resolution)
}

/**
 * Whether the uncertainty of a point is below that of the nearest point of the standard's certificate, which is part of
 * it.
 */
function isBelowStandard(point: Measurement, standard: readonly StandardUncertainty[]): boolean {
  const { nominal } = point
  if (!nominal) return false
  return uncertaintiesOf(point).some(({ expanded, coverage_factor: factor, unit }) => {
    if (isBlank(expanded) || Number(expanded) === 0) return false
    const own = {
      nominal,
      expanded: expanded!,
      coverage_factor: factor!,
      unit: isBlank(unit) ? nominal.unit : unit!,
    }
    return isBelow(own, nearestUncertainty(standard, nominal, own.unit))
  })
}

function isReadingBelowStandard(record: WarnedRecord): boolean {
  const { isExternal, standardUncertainties = [] } = record
  const own = isExternal ? null : statedUncertainty(record)
  // The stored data of the standard is that nearest to the nominal value.
  return own !== null && isBelow(own, standardUncertainties[0])
}

function isBelowScope(point: Measurement, scope: readonly ScopeLine[]): boolean {
  const { function: quantity, nominal } = point
  const line = point.accredited === false ? undefined : scopeLineOf(scope, { quantity, nominal })
  const stated = expandedOfPoint(point)
  return line !== undefined && stated !== null && isBelowCapability(line, nominal!, stated)
}

function isReadingBelowScope(record: WarnedRecord): boolean {
  const { isExternal, nominalValue, unitOfMeasure, scope = [] } = record
  const nominal = statedNominal(nominalValue, unitOfMeasure)
  const own = isExternal ? null : statedUncertainty(record)
  const line = scopeLineOf(scope, { quantity: null, nominal })
  return own !== null && line !== undefined && isBelowCapability(line, nominal!, own)
}

/**
 * Whether an uncertainty is lower by more than rounding: U is stated with two digits, and may be rounded down by 5 %.
 * Source: measurements, section 3.
 */
function isBelow(own: StandardUncertainty, standard: StandardUncertainty | undefined): boolean {
  const taken = standard && standardUncertaintyIn(standard, own.unit)
  return taken != null && Number(own.expanded) / Number(own.coverage_factor) < taken * 0.95
}

/** Plausible range of coverage factors, whatever the coverage probability and distribution. */
const FACTOR = { from: 1, to: 14 }
/** Permitted ratio of a factor to that of its probability; a rectangle has 0.83 times the normal one at 95 %. */
const NEAR = { from: 0.8, to: 1.25 }

function hasUnlikelyFactor(stated: MeasurementUncertainty): boolean {
  const { coverage_factor: text, degrees_of_freedom: degrees } = stated
  if (isBlank(text)) return false
  const factor = Number(text)
  if (factor < FACTOR.from || factor > FACTOR.to) return true
  const percent = stated.coverage_probability ?? coverageInWords(stated.confidence_level)
  if (percent === null) return false
  const expected = coverageQuantile(Number(percent) / 100, degrees == null ? null : Number(degrees))
  return factor < expected * NEAR.from || factor > expected * NEAR.to
}

/**
 * Whether a text is not a known rule, but differs from one only in letter case or one character: a typing error, for
 * which nothing is computed.
 */
function isNearlyKnown(rule: string | null | undefined): boolean {
  if (isBlank(rule) || readDecisionRule(rule!) !== null) return false
  const text = rule!.trim().toLowerCase().replace(/=.*/, '')
  return [...namedDecisionRules, 'guard_band_r'].some((name) => isWithinOneEdit(text, name))
}

function isWithinOneEdit(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1
  const rest = (text: string, skipped: number) => text.slice(start + skipped)
  return (
    rest(one, 0) === rest(other, 0) ||
    rest(one, 1) === rest(other, 1) ||
    rest(one, 1) === rest(other, 0) ||
    rest(one, 0) === rest(other, 1)
  )
}
