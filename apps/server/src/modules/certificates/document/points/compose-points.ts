import type { Measurement } from '@plumbline/contract'
import { finalPhase, hysteresisOf } from '@plumbline/contract/measurement'
import { isNamedDecisionRule } from '@plumbline/contract/tolerance'
import { fill } from '../../../../platform/messages.ts'
import type { CertificateData, CertifiedPoints, PointStandard } from '../certificate-data.ts'
import { factsOf, present } from '../compose-section.ts'
import type { Messages } from '../messages.ts'
import type { Block } from '../page-model.ts'
import { factorOf, isAssessed, isNotEvaluated, ruleOf } from './point-assessment.ts'
import { coverageLevel } from './coverage-words.ts'
import { marked, withDecimalMark } from './decimal-mark.ts'
import type { CommonCoverage, Paper } from './point-columns.ts'
import { expandedOf, uncertaintyOf } from './point-numbers.ts'
import { hysteresisTables } from './hysteresis-table.ts'
import { pointsTables } from './points-table.ts'
import { certificateFacts } from './standard-certificate.ts'

/** Returns the results of a record with points: an explanation of the columns, and a table for each function. */
export function composePoints({ measurements }: CertifiedPoints, paper: Paper): Block[] {
  const { messages } = paper
  const coverage = coverageOf(measurements)
  const tables = pointsTables(measurements, coverage, paper)
  return [
    ...[...tables, ...hysteresisTables(measurements, messages)].map((table): Block => ({
      kind: 'points',
      table: withDecimalMark(table, messages.decimalMark),
    })),
    {
      kind: 'statements',
      statements: explanationsOf(measurements, coverage, messages).map((text) =>
        marked(text, messages.decimalMark),
      ),
    },
  ]
}

/**
 * Returns the rules by which the points were decided, each with its meaning, and why other points have no statement
 * (ISO/IEC 17025:2017, 7.8.6.2).
 */
export function composePointRules(
  { measurements }: CertifiedPoints,
  { conformity, external }: Pick<CertificateData, 'conformity' | 'external'>,
  messages: Messages,
): Block[] {
  // A rule applied by this server to a provider's readings is not a statement of the provider.
  const rules = external ? new Map<string, number[]>() : rulesOf(measurements)
  const facts = factsOf([
    ...[...rules].map(([rule, numbers]): [string, string] => [
      messages.decisionRule,
      rules.size === 1 && numbers.length === measurements.length
        ? titleOf(rule, messages)
        : fill(messages.ruleOfPoints, { rule: titleOf(rule, messages), points: rangesOf(numbers) }),
    ]),
    [messages.conformityStatement, conformity?.statement],
    [messages.outOfToleranceImpact, conformity?.outOfToleranceImpact],
  ])
  const applied = [...rules.keys()].map((rule) => appliedOf(rule, messages)).filter((text) => text !== '')
  const noRule = external ? messages.noRuleExternal : messages.noRule
  const text = rules.size === 0 ? noRule : measurements.some(isAssessed) ? '' : messages.otherRule
  const missing = !external && measurements.some(isNotEvaluated) ? [messages.notEvaluated] : []
  return [
    { kind: 'facts', facts },
    { kind: 'paragraph', text },
    { kind: 'statements', statements: [...applied, ...missing] },
  ]
}

/** Returns the standards of individual points, each as it was when used. */
export function composePointStandards(
  { measurements, standards }: CertifiedPoints,
  messages: Messages,
): Block[] {
  return standards.map((standard) => ({
    kind: 'facts',
    facts: factsOf([
      [messages.standard, standard.name],
      [messages.standardIdentity, standard.identity],
      [messages.standardCertificate, standard.certificateNumber],
      ...certificateFacts(standard.certificate, messages),
      [messages.standardValidUntil, validityOf(standard, messages)],
      [
        messages.standardPoints,
        rangesOf(numbersWhere(measurements, ({ standard_asset_id: id }) => id === standard.id)),
      ],
    ]),
  }))
}

/** Whether a standard was fit for use, and until when; undefined for a fit one without a due date. */
export function validityOf(
  { condition, dueOn: date }: Pick<PointStandard, 'condition' | 'dueOn'>,
  messages: Messages,
): string | undefined {
  if (condition === 'valid') return date && fill(messages.standardValidUntilDate, { date })
  const stated = messages[`condition_${condition}`]
  return date
    ? fill(messages.standardNotValidDate, { condition: stated, date })
    : fill(messages.standardNotValid, { condition: stated })
}

/** Null if the points differ, in which case each states its own. */
function coverageOf(measurements: readonly Measurement[]): CommonCoverage {
  const stated = measurements.flatMap((point) =>
    [point.as_found, point.as_left].flatMap((phase) => {
      const uncertainty = phase?.mean == null ? null : uncertaintyOf(phase, point)
      if (!uncertainty || expandedOf(phase, point) === null) return []
      return {
        factor: uncertainty.coverage_factor ?? '',
        level: coverageLevel(uncertainty),
        degrees: uncertainty.degrees_of_freedom ?? undefined,
      }
    }),
  )
  const [first] = stated
  const same = stated.every(
    ({ factor, level, degrees }) =>
      factor === first?.factor && level === first.level && degrees === first.degrees,
  )
  return first && same ? first : null
}

function explanationsOf(
  measurements: readonly Measurement[],
  coverage: CommonCoverage,
  messages: Messages,
): string[] {
  const phases = measurements.flatMap(({ as_found: found, as_left: left }) => [found, left])
  return [
    ...(measurements.some(({ as_left: left }) => left) ? [messages.phases] : []),
    ...(phases.some((phase) => phase && phase.readings.length > 1) ? [messages.meanOfReadings] : []),
    ...(measurements.some((point) => expandedOf(finalPhase(point) ?? point.as_found, point))
      ? [expandedWords(coverage, messages)]
      : []),
    ...(hysteresisOf(measurements).length > 0 ? [messages.hysteresisMeaning] : []),
    ...(measurements.some(({ tolerance }) => present(tolerance?.text)) ? [messages.judgedByPerson] : []),
  ]
}

function expandedWords(coverage: CommonCoverage, messages: Messages): string {
  if (coverage === null) return messages.expandedOfEach
  const { factor, level, degrees } = coverage
  if (level === undefined) return fill(messages.expandedWithFactor, { factor })
  if (degrees === undefined) return fill(messages.expandedWithLevel, { factor, level })
  return fill(messages.expandedWithDegrees, { factor, level, degrees })
}

/** Numbers of the points that were decided under each rule. */
function rulesOf(measurements: readonly Measurement[]): Map<string, number[]> {
  const rules = new Map<string, number[]>()
  for (const [index, point] of measurements.entries()) {
    const rule = present(ruleOf(point))
    if (rule) rules.set(rule, [...(rules.get(rule) ?? []), index + 1])
  }
  return rules
}

function titleOf(rule: string, messages: Messages): string {
  if (isNamedDecisionRule(rule)) return messages[`rule_${rule}`]
  const factor = factorOf(rule)
  return factor ? fill(messages.rule_guard_band_r, { factor }) : rule
}

function appliedOf(rule: string, messages: Messages): string {
  if (isNamedDecisionRule(rule)) return messages[`applied_${rule}`]
  const factor = factorOf(rule)
  return factor ? fill(messages.applied_guard_band_r, { factor }) : ''
}

function numbersWhere(measurements: readonly Measurement[], test: (point: Measurement) => boolean): number[] {
  return measurements.flatMap((point, index) => (test(point) ? [index + 1] : []))
}

/** Returns ascending numbers as ranges: `1–3, 5`. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const number of numbers) {
    const range = ranges.at(-1)
    if (range && range[1] === number - 1) range[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}
