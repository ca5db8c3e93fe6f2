import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { decimalText, type Decimal } from '../tolerance/decimal.ts'
import { evaluateMeasurement } from './evaluate.ts'

/** A point in whole steps of 10^-3: small numbers, so that means come to lie at limits often. */
interface Case {
  nominal: number
  upper: number | null
  lower: number | null
  readings: number[]
  uncertainty: number
  k: string
  rule: string
}

const width = fc.option(fc.nat(40), { freq: 5 })
const cases: fc.Arbitrary<Case> = fc.record({
  nominal: fc.integer({ min: -200, max: 200 }),
  upper: width,
  lower: width,
  readings: fc.array(fc.integer({ min: -60, max: 60 }), { minLength: 1, maxLength: 7 }),
  uncertainty: fc.nat(30),
  k: fc.constantFrom('2', '1', '3', '1.96', '2.87'),
  rule: fc.constantFrom(
    'simple_acceptance',
    'guard_band_u',
    'guard_band_u_nonbinary',
    'guard_band_r=0.7',
    'iso_14253_1',
    'z540_3_method_6',
    'z540_3_rds',
  ),
})

const MILLI = 3
/** So many steps, each a factor of 10^-3. */
const written = (steps: number, factor = 1n): string =>
  decimalText({ units: BigInt(steps) * factor, scale: MILLI } satisfies Decimal)

/** The point evaluated, readings as distances from the nominal value, every value multiplied by a factor. */
function evaluate({ nominal, upper, lower, readings, uncertainty, k, rule }: Case, factor = 1n) {
  const terms = (steps: number | null) => (steps === null ? null : { absolute: written(steps, factor) })
  const { measurement, issues } = evaluateMeasurement(
    {
      nominal: { value: written(nominal, factor), unit: 'V' },
      tolerance: { upper: terms(upper), lower: terms(lower) },
      as_found: { readings: readings.map((reading) => written(nominal + reading, factor)) },
      uncertainty: { expanded: written(uncertainty, factor), coverage_factor: k },
    },
    { decisionRule: rule },
  )
  assert.deepEqual(issues, [])
  return measurement!
}

/** Verdict, percent and decision without the values that have a unit. */
function essence(point: ReturnType<typeof evaluate>) {
  const { verdict, percent_of_tolerance: percent } = point.as_found!
  const { outcome, tur, conformance_probability: probability } = point.decision!
  return { verdict, percent, outcome, tur: tur?.toFixed(9), probability: probability?.toFixed(9) }
}

const negative = (steps: number) => (steps === 0 ? 0 : -steps)

test('mirrored at zero, a point is judged the same', () => {
  assertProperty(
    fc.property(cases, (point) => {
      const mirrored = {
        ...point,
        nominal: negative(point.nominal),
        readings: point.readings.map(negative),
        upper: point.lower,
        lower: point.upper,
      }
      assert.deepEqual(essence(evaluate(mirrored)), essence(evaluate(point)))
    }),
    { numRuns: 600 },
  )
})

test('in another unit, every value larger by one factor, a point is judged the same', () => {
  assertProperty(
    fc.property(cases, fc.constantFrom(10n, 1000n, 3n, 254n), (point, factor) => {
      assert.deepEqual(essence(evaluate(point, factor)), essence(evaluate(point)))
    }),
    { numRuns: 600 },
  )
})

/** Outcomes from the worst to the best, for each wording. */
const ORDER = [
  ['fail', 'conditional_fail', 'conditional_pass', 'pass'],
  ['nonconforming', 'undecided', 'conforming'],
]

test('a wider tolerance never makes an outcome worse', () => {
  assertProperty(
    fc.property(cases, fc.nat(20), fc.nat(20), (point, more, less) => {
      const wider = (side: number | null, by: number) => (side === null ? null : side + by)
      const before = evaluate(point)
      const after = evaluate({ ...point, upper: wider(point.upper, more), lower: wider(point.lower, less) })
      assert.ok(!(before.as_found!.verdict === 'in' && after.as_found!.verdict === 'out'))
      const wording = ORDER.find((outcomes) => outcomes.includes(before.decision!.outcome))
      if (wording === undefined) return
      const [was, is] = [before, after].map(({ decision }) => wording.indexOf(decision!.outcome))
      assert.ok(was! <= is!, `${before.decision!.outcome} became ${after.decision!.outcome}`)
    }),
    { numRuns: 1000 },
  )
})

/** Points that pass as a rule: the limits lie further out than readings and uncertainty as a rule. */
const passing = fc
  .tuple(cases, fc.integer({ min: 20, max: 120 }), fc.integer({ min: 20, max: 120 }))
  .map(([point, upper, lower]) => ({
    ...point,
    upper,
    lower,
    rule: point.rule.startsWith('z540') ? 'guard_band_u' : point.rule,
  }))

test('a side without a limit never makes an outcome worse than one with it', () => {
  let compared = 0
  let passed = 0
  assertProperty(
    fc.property(passing, (point) => {
      compared += 1
      const before = evaluate(point).decision!.outcome
      if (before !== 'pass' && before !== 'conforming') return
      passed += 1
      assert.equal(evaluate({ ...point, upper: null }).decision!.outcome, before)
      assert.equal(evaluate({ ...point, lower: null }).decision!.outcome, before)
    }),
    { numRuns: 300 },
  )
  assert.ok(passed * 4 > compared, `${passed} of ${compared} points passed`)
})

test('the order of readings changes nothing', () => {
  assertProperty(
    fc.property(cases, (point) => {
      const { readings: _, ...found } = evaluate(point).as_found!
      const { readings: __, ...reversed } = evaluate({
        ...point,
        readings: point.readings.toReversed(),
      }).as_found!
      assert.deepEqual(reversed, found)
    }),
  )
})

test('a larger uncertainty never makes an outcome better under a guard band', () => {
  assertProperty(
    fc.property(cases, fc.nat(20), (point, more) => {
      if (point.rule === 'simple_acceptance') return
      const accepted = ['pass', 'conforming']
      const after = evaluate({ ...point, uncertainty: point.uncertainty + more }).decision!.outcome
      if (accepted.includes(after)) assert.ok(accepted.includes(evaluate(point).decision!.outcome))
    }),
    { numRuns: 600 },
  )
})

test('what is accepted under any rule lies within the tolerance', () => {
  assertProperty(
    fc.property(fc.oneof(cases, passing), (point) => {
      const { decision, as_found: found } = evaluate(point)
      if (['pass', 'conditional_pass', 'conforming'].includes(decision!.outcome))
        assert.equal(found!.verdict, 'in')
    }),
    { numRuns: 600 },
  )
})
