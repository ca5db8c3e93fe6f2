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

test('U is rounded to two significant digits, up where that would take off more than 5 %', () => {
  const stated = (value: string) => evaluate([line(value)]).expanded_uncertainty
  const cases: [string, string][] = [
    ['0.29', '0.58'],
    ['0.2901', '0.58'],
    ['0.2925', '0.59'],
    ['0.5', '1.0'],
    ['0.05', '0.10'],
    ['4.99', '10'],
    ['499.5', '1000'],
    ['617', '1200'],
    ['0.5249', '1.0'],
    ['0.528', '1.1'],
    ['0.0000061', '0.000012'],
    ['0', '0'],
  ]
  for (const [value, expected] of cases) assert.equal(stated(value), expected, value)
})

test('the impedance of JCGM 100, H.2 comes to its uncertainty, observations of one ensemble counted once', () => {
  const [volts, amperes, phase] = [4.999, 0.019661, 1.04446]
  const sensitivities = {
    R: [
      Math.cos(phase) / amperes,
      (-volts * Math.cos(phase)) / amperes ** 2,
      (-volts * Math.sin(phase)) / amperes,
    ],
    X: [
      Math.sin(phase) / amperes,
      (-volts * Math.sin(phase)) / amperes ** 2,
      (volts * Math.cos(phase)) / amperes,
    ],
    Z: [1 / amperes, -volts / amperes ** 2, 0],
  }
  const names = ['V', 'I', 'phi']
  const pair = (a: string, b: string, coefficient: string) => ({ a, b, coefficient })
  const correlations = [pair('V', 'I', '-0.355'), pair('V', 'phi', '0.858'), pair('I', 'phi', '-0.645')]
  const results = Object.entries(sensitivities).map(([name, [v, i, p]]) => {
    const contributors = ['0.0032094', '0.0000094710', '0.00075206'].map((value, index) =>
      line(value, {
        name: names[index]!,
        type: 'A',
        sensitivity: [v, i, p][index]!.toFixed(9),
        degrees_of_freedom: 4,
        ensemble: 'five readings',
      }),
    )
    const {
      effective_degrees_of_freedom: degrees,
      coverage_factor: k,
      ...rest
    } = evaluate(contributors, { correlations })
    return [name, degrees, k, (k * rest.combined_standard_uncertainty).toFixed(2)]
  })
  assert.deepEqual(results, [
    ['R', 4, 2.87, '0.20'],
    ['X', 4, 2.87, '0.85'],
    ['Z', 4, 2.87, '0.68'],
  ])
})

test('a dominating rectangle, and two of them, have a coverage factor of their shape', () => {
  const rectangular = (value: string) => line(value, { name: value, distribution: 'rectangular' })
  const shape = (...contributors: UncertaintyContributor[]) => {
    const { distribution, coverage_factor: k } = evaluate(contributors, { coverage: '95' })
    return [distribution, k]
  }
  assert.deepEqual(shape(rectangular('10'), line('1')), ['rectangular', 1.65])
  // Edges of 0.33, as in EA-4/02, S10, and of 0.40, as in S11.
  assert.deepEqual(shape(rectangular('50'), rectangular('25'), line('4')), ['trapezoidal', 1.83])
  assert.deepEqual(shape(rectangular('0.7'), rectangular('0.3')), ['trapezoidal', 1.81])
  assert.deepEqual(shape(rectangular('10'), line('3')), ['normal', 1.96])
  // Others are negligible up to 0.3 of what dominates, inclusive; with a divisor of 1, the values are the uncertainties.
  const whole = (value: string) => ({ ...rectangular(value), divisor: '1' })
  assert.deepEqual(shape(whole('10'), line('3')), ['rectangular', 1.65])
  assert.deepEqual(shape(whole('10'), line('3.001')), ['normal', 1.96])
  assert.deepEqual(shape(whole('4'), whole('3'), line('1.5'))[0], 'trapezoidal')
  assert.deepEqual(shape(whole('4'), whole('3'), line('1.501'))[0], 'normal')
  assert.deepEqual(shape(rectangular('10'), rectangular('10'), line('10')), ['normal', 1.96])
})

test('rectangles that are correlated, or come to nothing, have no shape of their own', () => {
  const rectangular = (name: string, value: string) => line(value, { name, distribution: 'rectangular' })
  const shape = (coefficient: string | null, ...values: string[]) =>
    evaluate(
      values.map((value, index) => rectangular(String(index), value)),
      { correlations: coefficient === null ? [] : [{ a: '0', b: '1', coefficient }] },
    ).distribution
  assert.equal(shape(null, '10', '1'), 'rectangular')
  assert.equal(shape('0', '10', '1'), 'rectangular')
  assert.equal(shape('0.1', '10', '1'), 'normal')
  assert.equal(shape('-1', '10', '10'), 'normal')
  assert.equal(shape(null, '0', '0'), 'normal')
})

test('the shape of two rectangles reaches from a triangle to nearly one of them', () => {
  const factor = (second: string, coverage: string) => {
    const contributors = ['10', second].map((value) => line(value, { distribution: 'rectangular' }))
    contributors[1] = { ...contributors[1]!, name: 'second' }
    return evaluate(contributors, { coverage }).coverage_factor
  }
  // A triangle: (1 − √0.05)·√6, and (1 − √0.5)·√6.
  assert.deepEqual([factor('10', '95'), factor('10', '50')], [1.9, 0.72])
  // Within the flat top of an edge of 0.5: 0.5 · 0.75 / √(1.25/6).
  assert.equal(factor('3.3333333333', '50'), 0.82)
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
  const equal = evaluate([line('1', { name: 'x' }), line('1', { name: 'y' })], whole)
  assert.deepEqual([equal.combined_standard_uncertainty, equal.expanded_uncertainty], [0, '0'])
})

test('degrees of freedom are cut to an integer, and infinite where nothing finite contributes', () => {
  const degrees = (...contributors: UncertaintyContributor[]) =>
    evaluate(contributors).effective_degrees_of_freedom
  assert.equal(degrees(line('1', { degrees_of_freedom: 9 })), 9)
  assert.equal(degrees(line('1', { degrees_of_freedom: 9.9 })), 9)
  assert.equal(degrees(line('0', { degrees_of_freedom: 9 }), line('1')), null)
  assert.equal(degrees(line('1', { degrees_of_freedom: 1 }), line('1', { name: 'infinite' })), 4)
  assert.equal(evaluate([line('1', { degrees_of_freedom: 16 })]).coverage_factor, 2.17)
})

test('an ensemble without degrees of freedom has infinitely many, alone and beside a contributor with some', () => {
  const contributors = ['x', 'y'].map((name) => line('1', { name, ensemble: 'readings' }))
  const correlations = [{ a: 'x', b: 'y', coefficient: '0.5' }]
  assert.equal(evaluate(contributors, { correlations }).effective_degrees_of_freedom, null)
  // u² = 1 + 1 + 1 + 1, and 4² / (1 / 3) = 48.
  const finite = line('1', { name: 'finite', degrees_of_freedom: 3 })
  assert.equal(evaluate([...contributors, finite], { correlations }).effective_degrees_of_freedom, 48)
})

test('contributors of one ensemble that cancel out have no degrees of freedom', () => {
  const ensemble = { degrees_of_freedom: 4, ensemble: 'readings' }
  const contributors = [
    // As doubles, these leave a remainder of 1e-15.
    line('0.3', { name: 'x', sensitivity: '9', ...ensemble }),
    line('2.7', { name: 'y', ...ensemble }),
  ]
  const result = evaluate(contributors, { correlations: [{ a: 'x', b: 'y', coefficient: '-1' }] })
  assert.deepEqual(
    [result.combined_standard_uncertainty, result.effective_degrees_of_freedom, result.distribution],
    [0, null, 'normal'],
  )
  assert.deepEqual(
    result.contributions.map(({ share_percent: share }) => share),
    [0, 0],
  )
})

test('degrees of freedom are at least 1, also where correlations of others lower the combined uncertainty', () => {
  const contributors = [
    line('10', { degrees_of_freedom: 1 }),
    ...['x', 'y', 'z'].map((name) => line('1', { name })),
  ]
  const pairs = [
    ['x', 'y'],
    ['y', 'z'],
    ['x', 'z'],
  ] as const
  const correlations = pairs.map(([a, b]) => ({ a, b, coefficient: '-1' }))
  assert.equal(evaluate(contributors, { correlations }).effective_degrees_of_freedom, 1)
})

test('a coverage probability can be from 50 to 99.99 %', () => {
  for (const coverage of ['50', '99.99']) evaluate([line('1')], { coverage })
})

test('what keeps a budget from being computed is said with its path', () => {
  const two = [line('1', { name: 'x' }), line('2', { name: 'y' })]
  const pair = (a: string, b: string, coefficient = '0.5') => ({ a, b, coefficient })
  const cases: [object, string][] = [
    [{ contributors: [line('-1')] }, 'contributors.0.value field.not_negative'],
    [{ contributors: [line('1,5')] }, 'contributors.0.value field.format_decimal'],
    [{ contributors: [line('1', { divisor: '0' })] }, 'contributors.0.divisor field.positive'],
    [{ contributors: [line('1', { divisor: '1,5' })] }, 'contributors.0.divisor field.format_decimal'],
    [
      { contributors: [line('1', { sensitivity: '1,5' })] },
      'contributors.0.sensitivity field.format_decimal',
    ],
    [{ contributors: two, coverage: '95 %' }, 'coverage field.format_decimal'],
    [
      { contributors: two, correlations: [pair('x', 'y', 'half')] },
      'correlations.0.coefficient field.format_decimal',
    ],
    [
      { contributors: two, correlations: [pair('x', 'y', '-1.1')] },
      'correlations.0.coefficient field.from_minus_one_to_one',
    ],
    [
      { contributors: [line('1', { degrees_of_freedom: 0.5 })] },
      'contributors.0.degrees_of_freedom field.too_small',
    ],
    [{ contributors: two, coverage: '99.991' }, 'coverage field.coverage_between'],
    [{ contributors: two, coverage: '49.9' }, 'coverage field.coverage_between'],
    [{ contributors: two, correlations: [pair('x', 'z')] }, 'correlations.0.b field.names_no_contributor'],
    [{ contributors: two, correlations: [pair('z', 'x')] }, 'correlations.0.a field.names_no_contributor'],
    [{ contributors: two, correlations: [pair('z', 'y')] }, 'correlations.0.a field.names_no_contributor'],
    [
      { contributors: [...two, line('3', { name: 'x' })], correlations: [pair('x', 'y')] },
      'correlations.0.a field.names_no_contributor',
    ],
    [{ contributors: two, correlations: [pair('x', 'x')] }, 'correlations.0 field.pair_once'],
    [{ contributors: two, correlations: [pair('x', 'y'), pair('y', 'x')] }, 'correlations.1 field.pair_once'],
    [
      { contributors: two, correlations: [pair('x', 'y', '1.1')] },
      'correlations.0.coefficient field.from_minus_one_to_one',
    ],
  ]
  for (const [budget, problem] of cases) {
    assert.deepEqual(problems(budget), [problem])
    assert.equal(evaluateBudget(budget as UncertaintyBudget).result, null)
  }
  const finite = (ensembles: (string | null)[], degrees = [4, 4]) => ({
    contributors: ['x', 'y'].map((name, index) =>
      line('1', { name, degrees_of_freedom: degrees[index]!, ensemble: ensembles[index]! }),
    ),
    correlations: [pair('x', 'y')],
  })
  const apart = ['correlations.0 field.correlation_needs_ensemble']
  assert.deepEqual(problems(finite([null, null])), apart)
  assert.deepEqual(problems(finite(['a', 'b'])), apart)
  assert.deepEqual(problems(finite(['a', 'a'], [4, 5])), apart)
  assert.deepEqual(problems(finite(['a', 'a'])), [])
  const partly = (coefficient: string, degrees: (number | null)[]) => ({
    contributors: ['x', 'y'].map((name, index) => line('1', { name, degrees_of_freedom: degrees[index]! })),
    correlations: [pair('x', 'y', coefficient)],
  })
  for (const degrees of [
    [4, null],
    [null, 4],
    [4, 4],
  ]) {
    assert.deepEqual(problems(partly('1', degrees)), apart)
    assert.deepEqual(problems(partly('0', degrees)), [])
  }
  assert.deepEqual(problems(partly('1', [null, null])), [])
  const three = ['x', 'y', 'z'].map((name) => line('1', { name }))
  const opposed = [pair('x', 'y', '-1'), pair('y', 'z', '-1'), pair('x', 'z', '-1')]
  assert.deepEqual(problems({ contributors: three, correlations: opposed }), [
    'correlations field.correlations_contradict',
  ])
})

test('a problem is stated once: an unknown name is not also a repeated pair, and an empty text is not also a 0', () => {
  const contributors = [line('1', { name: 'x' }), line('2', { name: 'y' })]
  const pair = (a: string, b: string) => ({ a, b, coefficient: '0.5' })
  const unknown = (place: string) => `correlations.${place} field.names_no_contributor`
  const cases: [object, string[]][] = [
    [{ contributors, correlations: [pair('v', 'w')] }, [unknown('0.a'), unknown('0.b')]],
    [{ contributors, correlations: [pair('w', 'w')] }, [unknown('0.a'), unknown('0.b')]],
    [{ contributors, correlations: [pair('x', 'v'), pair('x', 'w')] }, [unknown('0.b'), unknown('1.b')]],
    [{ contributors, correlations: [pair('v', 'x'), pair('w', 'x')] }, [unknown('0.a'), unknown('1.a')]],
    [{ contributors: [line('1', { divisor: '' })] }, ['contributors.0.divisor field.format_decimal']],
    [{ contributors, coverage: '' }, ['coverage field.format_decimal']],
  ]
  for (const [budget, expected] of cases) assert.deepEqual(problems(budget), expected)
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
      assert.ok(stated >= exact * 0.94 - 1e-12 && stated <= exact * 1.1 + 1e-12)
    }),
  )
})
