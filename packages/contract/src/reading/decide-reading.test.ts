import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import vectors from '../../test/vectors/decision-rules.json' with { type: 'json' }
import { evaluateMeasurement } from '../measurement/index.ts'
import { outOfTolerance } from '../tolerance/index.ts'
import { decideReading, type RuledReading } from './decide-reading.ts'
import { rejects } from './rejects.ts'

const RULE = 'guard_band_u'

/** Within tolerance, and beyond the guard band. */
const reading: RuledReading = {
  nominalValue: '50.00 mm',
  tolerance: '±0.02 mm',
  asFoundReading: '50.019 mm',
  measurementUncertainty: '0.005 mm',
  coverageFactor: '2',
  decisionRule: RULE,
}

const outcomeOf = (change: Partial<RuledReading>) => {
  const { decision, missing } = decideReading({ ...reading, ...change })!
  return missing ?? decision.outcome
}

test('a reading within tolerance and beyond the guard band fails, with its acceptance limits', () => {
  assert.equal(outOfTolerance(reading).verdict, 'inside')
  const { decision, missing } = decideReading(reading)!
  const { rule, outcome, guard_band, acceptance_lower, acceptance_upper, tur } = decision
  assert.deepEqual(
    [rule, outcome, guard_band, acceptance_lower, acceptance_upper, tur, missing],
    [RULE, 'fail', '0.005', '49.985', '50.015', 4, null],
  )
  assert.ok(rejects(decision))
  assert.deepEqual(decideReading({ ...reading, decisionRule: ` ${RULE} ` }), { decision, missing: null })
  assert.equal(outcomeOf({ asFoundReading: '50.015 mm' }), 'pass')
  assert.equal(outcomeOf({ asFoundReading: '50.019 mm', asLeftReading: '50.001 mm' }), 'pass')
  assert.equal(outcomeOf({ asFoundReading: '50.019 mm', asLeftReading: 'n/a' }), 'fail')
})

test('the uncertainty is read as a tolerance is', () => {
  const read = (change: Partial<RuledReading>) =>
    decideReading({ ...reading, ...change })!.decision.guard_band
  for (const text of ['5 µm', '±0.005', 'U = 0.005 mm', '100 ppm']) {
    assert.equal(read({ measurementUncertainty: text }), '0.005', text)
  }
  const commas = { nominalValue: '50,00 mm', tolerance: '±0,02', asFoundReading: '50,019' }
  assert.equal(read({ ...commas, measurementUncertainty: '0,005 mm' }), '0.005')
  for (const text of ['2,0', 'k = 2', 'k=2.00']) assert.equal(read({ coverageFactor: text }), '0.005', text)
  // U is that of one standard deviation, and two of them are the guard band.
  assert.equal(read({ coverageFactor: '1' }), '0.01')
  assert.equal(
    read({
      nominalValue: '20 °C',
      tolerance: '0.5 °C',
      asFoundReading: '20.1 °C',
      measurementUncertainty: '50 mK',
    }),
    '0.05',
  )
})

test('what a decision lacks is named, and nothing is computed', () => {
  assert.equal(decideReading({ ...reading, decisionRule: ' ' }), null)
  const cases: [Partial<RuledReading>, expected: string][] = [
    [{ measurementUncertainty: '' }, 'uncertainty'],
    [{ measurementUncertainty: 'small' }, 'uncertainty'],
    [{ measurementUncertainty: '0.005 V' }, 'uncertainty'],
    [{ measurementUncertainty: '+0.005/-0.001' }, 'uncertainty'],
    [{ coverageFactor: null }, 'coverage_factor'],
    [{ coverageFactor: '0' }, 'coverage_factor'],
    [{ coverageFactor: '2k=2' }, 'coverage_factor'],
    [{ coverageFactor: 'about k=2' }, 'coverage_factor'],
    [{ asFoundReading: 'OK' }, 'comparison'],
    [{ tolerance: '1 LSD' }, 'comparison'],
    [{ decisionRule: 'As agreed with the customer' }, 'not_computed'],
    [{ measurementUncertainty: '0.005 U = mm' }, 'uncertainty'],
    // Limits are no uncertainty, though the nominal value is in their middle; nor is a share of 0.
    [{ measurementUncertainty: '49.995 to 50.005 mm' }, 'uncertainty'],
    [
      {
        nominalValue: '0 %RH',
        tolerance: '5 %RH',
        asFoundReading: '1 %RH',
        measurementUncertainty: '2 %',
      },
      'uncertainty',
    ],
    // Simple acceptance needs no uncertainty.
    [{ decisionRule: 'simple_acceptance', coverageFactor: null }, 'pass'],
    [{ decisionRule: 'simple_acceptance', measurementUncertainty: null }, 'pass'],
    [{ decisionRule: 'simple_acceptance', measurementUncertainty: null, coverageFactor: null }, 'pass'],
  ]
  for (const [change, expected] of cases) assert.equal(outcomeOf(change), expected, JSON.stringify(change))
  assert.equal(decideReading({ ...reading, coverageFactor: '' })!.decision.acceptance_upper, null)
})

test('where the texts have two meanings, only what both agree on is stated', () => {
  const shares = { nominalValue: '100 V', tolerance: '1 % of reading', measurementUncertainty: '0.1 V' }
  const far = decideReading({ ...reading, ...shares, asFoundReading: '99.5 V' })!.decision
  assert.deepEqual([far.outcome, far.guard_band, far.acceptance_upper], ['pass', '0.1', null])
  assert.equal(outcomeOf({ ...shares, asFoundReading: '100.905 V' }), 'comparison')
})

const outcomes: Record<string, string> = {
  P: 'pass',
  F: 'fail',
  CP: 'conditional_pass',
  CF: 'conditional_fail',
}

test('the vectors of two-sided limits decide the same as a single reading', () => {
  const rules = ['simple_acceptance', 'guard_band_u', 'guard_band_u_nonbinary', 'z540_3_method_6'] as const
  const twoSided = vectors.filter(
    ({ lower_limit: lower, upper_limit: upper, coverage_factor: k }) =>
      lower && upper && lower !== upper && k === '2',
  )
  assert.ok(twoSided.length > 3)
  for (const vector of twoSided) {
    for (const decisionRule of rules.filter((rule) => vector[rule])) {
      const outcome = outcomeOf({
        nominalValue: vector.lower_limit,
        tolerance: `${vector.lower_limit} to ${vector.upper_limit}`,
        asFoundReading: vector.measured,
        measurementUncertainty: vector.expanded_uncertainty,
        decisionRule,
      })
      assert.equal(outcome, outcomes[vector[decisionRule]!], `${vector.case}, ${decisionRule}`)
    }
  }
})

test('a single reading is decided as the point with the same numbers', () => {
  const thousandths = (number: number) => (number / 1000).toFixed(3)
  const rules = fc.constantFrom(
    'simple_acceptance',
    RULE,
    'guard_band_u_nonbinary',
    'iso_14253_1',
    'guard_band_r=0.5',
  )
  const width = fc.integer({ min: 1, max: 50 })
  assertProperty(
    fc.property(rules, width, width, fc.integer({ min: -80, max: 80 }), (decisionRule, tolerance, u, off) => {
      const texts = { value: thousandths(10_000 + off), tolerance: thousandths(tolerance), u: thousandths(u) }
      const ofReading = decideReading({
        nominalValue: '10.000 V',
        tolerance: `±${texts.tolerance} V`,
        asFoundReading: texts.value,
        measurementUncertainty: texts.u,
        coverageFactor: '2',
        decisionRule,
      })!.decision
      const { measurement } = evaluateMeasurement(
        {
          nominal: { value: '10.000', unit: 'V' },
          tolerance: { symmetric: { absolute: texts.tolerance } },
          as_found: { readings: [texts.value] },
          uncertainty: { expanded: texts.u, coverage_factor: '2' },
        },
        { decisionRule },
      )
      assert.deepEqual(ofReading, measurement!.decision)
    }),
  )
})
