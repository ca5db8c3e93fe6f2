import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasurementCreate } from '../public/measurement.ts'
import vectors from '../../test/vectors/decision-rules.json' with { type: 'json' }
import { difference, decimalText } from '../tolerance/decimal.ts'
import { readDecimal } from './decimal-text.ts'
import { evaluateMeasurement } from './evaluate.ts'

/** Outcomes by the letters of the vectors. */
const outcomes: Record<string, string> = {
  P: 'pass',
  F: 'fail',
  CP: 'conditional_pass',
  CF: 'conditional_fail',
  C: 'conforming',
  NC: 'nonconforming',
  '?': 'undecided',
}

const rules = [
  'simple_acceptance',
  'guard_band_u',
  'guard_band_u_nonbinary',
  'iso_14253_1',
  'z540_3_method_6',
] as const

interface Case {
  lower?: string | null
  upper?: string | null
  readings?: string[]
  uncertainty?: string | null
  k?: string
  coverage?: string | null
}

const minus = (a: string, b: string) => decimalText(difference(readDecimal(a)!, readDecimal(b)!))

/** A point with the limits of a case: the nominal value at one of them, the other one that far from it. */
function pointOf({
  lower = null,
  upper = null,
  readings = ['0'],
  uncertainty = null,
  k = '2',
  coverage = null,
}: Case): MeasurementCreate {
  const nominal = lower ?? upper ?? '0'
  return {
    nominal: { value: nominal, unit: 'V' },
    tolerance: {
      lower: lower === null ? null : { absolute: '0' },
      upper: upper === null ? null : { absolute: minus(upper, nominal) },
    },
    as_found: { readings },
    uncertainty:
      uncertainty === null
        ? null
        : { expanded: uncertainty, coverage_factor: k, coverage_probability: coverage },
  }
}

const decide = (rule: string, options: Case) => {
  const { measurement, issues } = evaluateMeasurement(pointOf(options), { decisionRule: rule })
  assert.deepEqual(issues, [])
  return measurement!.decision!
}

for (const vector of vectors) {
  test(`decisions are those of vector ${vector.id}: ${vector.case}`, () => {
    const options: Case = {
      lower: vector.lower_limit,
      upper: vector.upper_limit,
      readings: [vector.measured],
      uncertainty: vector.expanded_uncertainty,
      k: vector.coverage_factor,
      coverage: vector.coverage_probability ?? null,
    }
    for (const rule of rules) {
      const decision = decide(rule, options)
      assert.equal(decision.outcome, outcomes[vector[rule] ?? ''] ?? 'not_computed', rule)
      assert.ok(Math.abs(decision.conformance_probability! - Number(vector.conformance_probability)) <= 1e-6)
      const isAccepted = ['pass', 'conditional_pass', 'conforming'].includes(decision.outcome)
      const risk = decision.false_accept_probability
      assert.equal(risk !== null, isAccepted)
      if (risk !== null) assert.ok(Math.abs(risk - Number(vector.pfa)) <= 1e-6)
      const isRejected = ['fail', 'conditional_fail', 'nonconforming'].includes(decision.outcome)
      assert.equal(decision.false_reject_probability, isRejected ? decision.conformance_probability : null)
      if (vector.tur === null) assert.equal(decision.tur, null)
      // The vectors round it to three digits.
      else assert.ok(Math.abs(decision.tur! - Number(vector.tur)) <= 5e-4)
    }
  })
}

const tens: Case = { lower: '9.9', upper: '10.1', readings: ['10.05'], uncertainty: '0.04' }

test('acceptance limits are the tolerance limits, moved in by the guard band', () => {
  const shown = (rule: string, options: Case = tens) => {
    const { guard_band: band, acceptance_lower: lower, acceptance_upper: upper } = decide(rule, options)
    return [band, lower, upper]
  }
  assert.deepEqual(shown('simple_acceptance'), ['0', '9.9', '10.1'])
  assert.deepEqual(shown('guard_band_u'), ['0.04', '9.94', '10.06'])
  assert.deepEqual(shown('guard_band_r=0.5'), ['0.02', '9.92', '10.08'])
  assert.deepEqual(shown('guard_band_r=0'), ['0', '9.9', '10.1'])
  assert.deepEqual(shown('iso_14253_1'), ['0.033', '9.933', '10.067'])
  assert.deepEqual(shown('guard_band_u', { ...tens, k: '3', coverage: '99.73' }), [
    '0.026666666667',
    '9.926666666667',
    '10.073333333333',
  ])
  assert.deepEqual(shown('guard_band_u', { ...tens, lower: null }), ['0.04', null, '10.06'])
  const rds = { lower: '-5', upper: '5', uncertainty: '3' }
  assert.deepEqual(shown('z540_3_rds', rds), ['1', '-4', '4'])
  assert.deepEqual(shown('z540_3_rds', { ...rds, uncertainty: '5' }), ['5', '0', '0'])
})

test('an uncertainty for 94 to 96 % counts as that for 95 %, and any other is converted by its coverage factor', () => {
  const band = (coverage: string) =>
    decide('guard_band_u', { ...tens, uncertainty: '0.06', k: '3', coverage }).guard_band
  assert.deepEqual(['94', '95', '96'].map(band), ['0.06', '0.06', '0.06'])
  assert.deepEqual(['93.99', '96.01'].map(band), ['0.04', '0.04'])
})

test('a rule is read with spaces around it and before its factor', () => {
  for (const rule of [' guard_band_r= 0.5', 'guard_band_r=0.5 '])
    assert.equal(decide(rule, tens).guard_band, '0.02', rule)
})

test('a guard band without an end in decimals is stated to ten digits beyond those of the limits', () => {
  const decision = decide('z540_3_rds', { ...tens, uncertainty: '0.03' })
  assert.equal(decision.guard_band, '0.004606079858')
  assert.equal(decision.acceptance_lower, '9.904606079858')
  assert.equal(decision.acceptance_upper, '10.095393920142')
})

test('an acceptance zone that the guard band closes accepts nothing', () => {
  const wide = { lower: '-1', upper: '1', uncertainty: '1.5' }
  const closed = decide('guard_band_u', wide)
  assert.deepEqual(
    [closed.outcome, closed.acceptance_lower, closed.acceptance_upper],
    ['fail', '0.5', '-0.5'],
  )
  const none = decide('z540_3_rds', wide)
  assert.deepEqual([none.outcome, none.guard_band, none.acceptance_lower], ['fail', null, null])
  assert.equal(decide('guard_band_u_nonbinary', wide).outcome, 'conditional_pass')
  assert.equal(decide('iso_14253_1', wide).outcome, 'undecided')
})

test('root difference of squares accepts up to its limits, to the last digit', () => {
  const at = (reading: string) =>
    decide('z540_3_rds', { lower: '-5', upper: '5', uncertainty: '3', readings: [reading] }).outcome
  assert.deepEqual(['4', '-4', '4.0000000000000000000001', '-4.01'].map(at), ['pass', 'pass', 'fail', 'fail'])
})

test('with an uncertainty of 0 every rule is the comparison with the limits', () => {
  const all = [...rules, 'guard_band_r=2', 'z540_3_rds']
  for (const rule of all) {
    for (const [reading, accepted] of [
      ['10.1', true],
      ['10.1000001', false],
    ] as const) {
      const decision = decide(rule, { ...tens, readings: [reading], uncertainty: '0' })
      assert.equal(['pass', 'conforming'].includes(decision.outcome), accepted, rule)
      assert.equal(decision.conformance_probability, accepted ? 1 : 0)
      assert.equal(decision.tur, null)
    }
  }
})

test('rules of Z540.3 need two limits, and method 6 a width between them', () => {
  for (const rule of ['z540_3_method_6', 'z540_3_rds']) {
    for (const side of [{ lower: null }, { upper: null }]) {
      const decision = decide(rule, { ...tens, ...side })
      assert.deepEqual([decision.outcome, decision.guard_band, decision.tur], ['not_computed', null, null])
      assert.ok(decision.conformance_probability! > 0.9)
    }
  }
  const flat = { lower: '10', upper: '10', readings: ['10'], uncertainty: '0.01' }
  assert.equal(decide('z540_3_method_6', flat).outcome, 'not_computed')
  assert.equal(decide('z540_3_rds', flat).outcome, 'fail')
})

test('a rule that needs the uncertainty computes nothing without it; simple acceptance needs none', () => {
  const unknown = { ...tens, uncertainty: null }
  assert.equal(decide('simple_acceptance', unknown).outcome, 'pass')
  assert.equal(decide('simple_acceptance', unknown).conformance_probability, null)
  for (const rule of ['guard_band_u', 'guard_band_r=1', 'iso_14253_1', 'z540_3_method_6', 'z540_3_rds']) {
    const decision = decide(rule, unknown)
    assert.equal(decision.outcome, 'not_computed')
    assert.equal(decision.conformance_probability, null)
  }
})

test("nothing is computed of a customer's rule, or of a point without limits", () => {
  for (const decision of [
    decide('As agreed in the contract', tens),
    decide('guard_band_u', { ...tens, lower: null, upper: null }),
  ]) {
    const { rule, outcome, ...rest } = decision
    assert.ok(rule.length > 0)
    assert.equal(outcome, 'not_computed')
    assert.ok(Object.values(rest).every((value) => value === null))
  }
})

test('a mean without an end in decimals lies at its limit, and not beyond it', () => {
  const thirds = { lower: '0', upper: '10', readings: ['3', '3', '4'], uncertainty: '10' }
  // y = 10/3, and the acceptance limit is 10 − 2 × 10/3.
  assert.equal(decide('guard_band_u', { ...thirds, k: '3', coverage: '99.73' }).outcome, 'fail')
  assert.equal(decide('guard_band_u', { ...thirds, lower: null, k: '3', coverage: '99.73' }).outcome, 'pass')
  assert.equal(
    decide('guard_band_u', { ...thirds, lower: null, k: '2.999999999999', coverage: '99.73' }).outcome,
    'fail',
  )
})

test('with a ratio from 4.6 on method 6 needs no guard band, and never accepts beyond the limits', () => {
  const limits = { lower: '-1', upper: '1' }
  for (const [uncertainty, readings, outcome] of [
    ['0.2', ['1'], 'pass'],
    ['0.2', ['1.0001'], 'fail'],
    ['0.01', ['1'], 'pass'],
    ['0.01', ['1.0001'], 'fail'],
    ['0.01', ['-1.0001'], 'fail'],
    ['0.5', ['0.99'], 'fail'],
  ] as const) {
    const at = { ...limits, uncertainty, readings: [...readings], coverage: '95' }
    assert.equal(decide('z540_3_method_6', at).outcome, outcome, `${uncertainty} ${readings[0]}`)
  }
})
