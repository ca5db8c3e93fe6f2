import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import type { UncertaintyBudget, UncertaintyContributor } from '../public/uncertainty.ts'
import { evaluateBudget } from './evaluate-budget.ts'

const line = (value: string, members: Partial<UncertaintyContributor> = {}): UncertaintyContributor => ({
  name: `c${value}`,
  type: 'B',
  distribution: 'normal',
  value,
  ...members,
})
const evaluate = (contributors: UncertaintyContributor[], rest: Partial<UncertaintyBudget> = {}) => {
  const { result, issues } = evaluateBudget({ contributors, ...rest })
  assert.deepEqual(issues, [])
  return result!
}
const problems = (budget: object) =>
  evaluateBudget(budget as UncertaintyBudget).issues.map(
    ({ path, reason }) => `${path.join('.')} ${reason.key}`,
  )

test('the end gauge of JCGM 100, H.1 comes to its printed uncertainty', () => {
  const contributors = [
    line('25', { degrees_of_freedom: 18 }),
    line('9.7', { degrees_of_freedom: 25.6 }),
    line('2.9', { degrees_of_freedom: 50 }),
    line('16.6', { degrees_of_freedom: 2 }),
  ]
  const result = evaluate(contributors, { coverage: '99' })
  assert.equal(result.combined_standard_uncertainty.toFixed(1), '31.7')
  assert.equal(result.effective_degrees_of_freedom, 16)
  assert.equal(result.coverage_factor, 2.92)
  assert.equal(result.expanded_uncertainty, '93')
})

test('the weight of EA-4/02, S2 comes to its printed uncertainty', () => {
  const contributors = [
    line('45', { name: 'Standard', divisor: '2' }),
    line('15.5', { name: 'Drift', distribution: 'rectangular' }),
    line('14.4', { name: 'Difference', type: 'A' }),
    line('10', { name: 'Eccentricity', distribution: 'rectangular' }),
    line('10', { name: 'Buoyancy', distribution: 'rectangular' }),
  ]
  const result = evaluate(contributors)
  assert.deepEqual(
    result.contributions.map(({ contribution }) => contribution.toFixed(2)),
    ['22.50', '8.95', '14.40', '5.77', '5.77'],
  )
  assert.equal(result.combined_standard_uncertainty.toFixed(1), '29.3')
  assert.equal(result.effective_degrees_of_freedom, null)
  assert.equal(result.coverage_factor, 2)
  assert.equal(result.expanded_uncertainty, '59')
  const shares = result.contributions.reduce((sum, { share_percent: share }) => sum + share, 0)
  assert.ok(Math.abs(shares - 100) < 1e-9)
})

test('each distribution has its divisor, unless one is stated', () => {
  const standard = (members: Partial<UncertaintyContributor>) =>
    evaluate([line('6', members)]).contributions[0]!.standard_uncertainty ** 2
  const squares = { normal: 36, student: 36, rectangular: 12, triangular: 6, u_shaped: 18 } as const
  for (const [distribution, square] of Object.entries(squares) as [keyof typeof squares, number][]) {
    assert.ok(Math.abs(standard({ distribution }) - square) < 1e-12, distribution)
    assert.equal(standard({ distribution, divisor: '3' }), 4)
  }
})

test('U is rounded up to two significant digits, and never for the rounding of doubles', () => {
  const stated = (value: string) => evaluate([line(value)]).expanded_uncertainty
  const cases: [string, string][] = [
    ['0.29', '0.58'],
    ['0.2901', '0.59'],
    ['0.5', '1.0'],
    ['0.05', '0.10'],
    ['4.99', '10'],
    ['499.5', '1000'],
    ['617', '1300'],
    ['0.0000061', '0.000013'],
    ['0', '0'],
  ]
  for (const [value, expected] of cases) assert.equal(stated(value), expected, value)
})

test('a correlation coefficient is taken into the sum with the signs of the sensitivities', () => {
  const pair = (coefficient: string, sensitivity = '1') =>
    evaluate([line('3'), line('4', { sensitivity })], {
      correlations: [{ a: 'c3', b: 'c4', coefficient }],
    }).combined_standard_uncertainty
  assert.equal(pair('0'), 5)
  assert.equal(pair('1'), 7)
  assert.equal(pair('-1'), 1)
  assert.equal(pair('1', '-1'), 1)
  const whole = { correlations: [{ a: 'x', b: 'y', coefficient: '-1' }] }
  const equal = evaluate([line('1', { name: 'x', degrees_of_freedom: 3 }), line('1', { name: 'y' })], whole)
  assert.deepEqual([equal.combined_standard_uncertainty, equal.expanded_uncertainty], [0, '0'])
})

test('degrees of freedom are cut to an integer, and infinite where nothing finite contributes', () => {
  const degrees = (...contributors: UncertaintyContributor[]) =>
    evaluate(contributors).effective_degrees_of_freedom
  assert.equal(degrees(line('1', { degrees_of_freedom: 9 })), 9)
  assert.equal(degrees(line('1', { degrees_of_freedom: 9.9 })), 9)
  assert.equal(degrees(line('1', { degrees_of_freedom: 0.5 })), 1)
  assert.equal(degrees(line('0', { degrees_of_freedom: 9 }), line('1')), null)
  assert.equal(evaluate([line('1', { degrees_of_freedom: 16 })]).coverage_factor, 2.17)
})

test('what keeps a budget from being computed is said with its path', () => {
  const two = [line('1', { name: 'x' }), line('2', { name: 'y' })]
  const pair = (a: string, b: string, coefficient = '0.5') => ({ a, b, coefficient })
  const cases: [object, string][] = [
    [{ contributors: [line('-1')] }, 'contributors.0.value field.not_negative'],
    [{ contributors: [line('1,5')] }, 'contributors.0.value field.format_decimal'],
    [{ contributors: [line('1', { divisor: '0' })] }, 'contributors.0.divisor field.positive'],
    [
      { contributors: [line('1', { degrees_of_freedom: 0 })] },
      'contributors.0.degrees_of_freedom field.positive',
    ],
    [{ contributors: two, coverage: '100' }, 'coverage field.percent_between'],
    [{ contributors: two, coverage: '0' }, 'coverage field.percent_between'],
    [{ contributors: two, correlations: [pair('x', 'z')] }, 'correlations.0.b field.names_no_contributor'],
    [{ contributors: two, correlations: [pair('x', 'x')] }, 'correlations.0 field.pair_once'],
    [{ contributors: two, correlations: [pair('x', 'y'), pair('y', 'x')] }, 'correlations.1 field.pair_once'],
    [
      { contributors: two, correlations: [pair('x', 'y', '1.1')] },
      'correlations.0.coefficient field.from_minus_one_to_one',
    ],
  ]
  for (const [budget, problem] of cases) assert.equal(problems(budget)[0], problem)
  const three = ['x', 'y', 'z'].map((name) => line('1', { name }))
  const opposed = [pair('x', 'y', '-1'), pair('y', 'z', '-1'), pair('x', 'z', '-1')]
  assert.deepEqual(problems({ contributors: three, correlations: opposed }), [
    'correlations field.correlations_contradict',
  ])
})

const lines = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 10_000 }), fc.option(fc.integer({ min: 1, max: 60 }))),
  {
    minLength: 1,
    maxLength: 8,
  },
)

test('order changes nothing, and another contributor never lowers the combined uncertainty', () => {
  assertProperty(
    fc.property(lines, fc.nat(1000), (drawn, more) => {
      const contributors = drawn.map(([value, degrees], index) =>
        line(String(value / 100), { name: String(index), degrees_of_freedom: degrees }),
      )
      const result = evaluate(contributors)
      const reversed = evaluate(contributors.toReversed())
      assert.ok(
        Math.abs(reversed.combined_standard_uncertainty - result.combined_standard_uncertainty) <=
          result.combined_standard_uncertainty * 1e-12,
      )
      const longer = evaluate([...contributors, line(String(more))])
      assert.ok(longer.combined_standard_uncertainty >= result.combined_standard_uncertainty)
      const stated = Number(result.expanded_uncertainty)
      const exact = result.coverage_factor * result.combined_standard_uncertainty
      assert.ok(stated >= exact * (1 - 1e-11) && stated <= exact * 1.1 + 1e-12)
    }),
  )
})
