import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasurementCreate } from '../public/measurement.ts'
import { evaluateMeasurement, evaluateMeasurements } from './evaluate.ts'

const point = (members: Partial<MeasurementCreate> = {}): MeasurementCreate => ({
  function: 'DC voltage',
  nominal: { value: '10.000', unit: 'V' },
  tolerance: { symmetric: { absolute: '0.002', percent_of_reading: '0.05' } },
  as_found: { readings: ['10.001', '10.002'] },
  ...members,
})

const evaluate = (members: Partial<MeasurementCreate> = {}, decisionRule: string | null = null) => {
  const { measurement, issues } = evaluateMeasurement(point(members), { decisionRule })
  assert.deepEqual(issues, [])
  return measurement!
}
const found = (members: Partial<MeasurementCreate>) => evaluate(members).as_found!
/** Lower limit, upper limit, verdict and percent of tolerance. */
const compared = (members: Partial<MeasurementCreate>) => {
  const phase = found(members)
  return [phase.lower_limit, phase.upper_limit, phase.verdict, phase.percent_of_tolerance]
}
const reading = (value: string) => ({ as_found: { readings: [value] } })
/** What keeps a point from being computed: path and reason. */
const problems = (members: object) =>
  evaluateMeasurements([point(), point(members)], {}, 'measurements').issues.map(
    ({ path, reason }) => `${path.join('.')} ${reason.key}`,
  )

test('a phase shows mean, error, deviation and limits with the digits that were written', () => {
  assert.deepEqual(found({}), {
    readings: ['10.001', '10.002'],
    mean: '10.0015',
    error: '0.0015',
    standard_deviation: '0.0007071067812',
    lower_limit: '9.99299925',
    upper_limit: '10.00700075',
    verdict: 'in',
    percent_of_tolerance: '21.4262757562',
  })
  const one = found(reading('10.010'))
  assert.deepEqual([one.mean, one.error, one.standard_deviation], ['10.010', '0.010', null])
  const thirds = found({ as_found: { readings: ['10', '10', '11'] } })
  assert.deepEqual([thirds.mean, thirds.error], ['10.3333333333', '0.3333333333333'])
  const equal = found({ as_found: { readings: ['1e1', '10'] } })
  assert.deepEqual([equal.mean, equal.standard_deviation], ['10', '0'])
})

test('terms add up: absolute, percent of reading, nominal and span, and counts', () => {
  const tolerance = {
    symmetric: {
      absolute: '0.1',
      percent_of_reading: '1',
      percent_of_nominal: '2',
      percent_of_span: '0.5',
      counts: '3',
    },
  }
  const subject = { nominal: { value: '-10', unit: 'V' }, span: '20', resolution: '0.01', tolerance }
  // 0.1 + 0.11 + 0.2 + 0.1 + 0.03
  assert.deepEqual(compared({ ...subject, ...reading('-11') }), ['-10.54', '-9.46', 'out', '185.1851851852'])
})

test('limits belong to what they bound, on one side or both', () => {
  const upper = { absolute: '0.1' }
  const lower = { absolute: '0.2' }
  assert.deepEqual(compared({ tolerance: { upper, lower }, ...reading('9.8') }), [
    '9.800',
    '10.100',
    'in',
    '100',
  ])
  assert.deepEqual(compared({ tolerance: { upper, lower }, ...reading('10.05') }), [
    '9.800',
    '10.100',
    'in',
    '50',
  ])
  assert.deepEqual(compared({ tolerance: { upper, lower: null }, ...reading('-99') }), [
    null,
    '10.100',
    'in',
    null,
  ])
  assert.deepEqual(compared({ tolerance: { lower }, ...reading('9.7') }), ['9.800', null, 'out', '150'])
})

test('a tolerance without width allows its nominal value alone', () => {
  const tolerance = { symmetric: { absolute: '0' } }
  assert.deepEqual(compared({ tolerance, ...reading('10') }), ['10.000', '10.000', 'in', '0'])
  assert.deepEqual(compared({ tolerance, ...reading('10.001') }), ['10.000', '10.000', 'out', null])
})

test('a mean without an end in decimals is compared exactly with a limit that follows from it', () => {
  // 6 + 0.1 × 20/3 is 20/3.
  const subject = {
    nominal: { value: '6', unit: 'V' },
    tolerance: { symmetric: { percent_of_reading: '10' } },
  }
  const phase = found({ ...subject, as_found: { readings: ['6', '7', '7'] } })
  assert.deepEqual([phase.verdict, phase.percent_of_tolerance], ['in', '100'])
})

test('without limits nothing is compared, and mean and error are shown all the same', () => {
  const cases = [null, { text: 'Class M3' }, { upper: null, lower: null }, {}]
  for (const tolerance of cases) {
    const measured = evaluate({ tolerance }, 'guard_band_u')
    assert.deepEqual(compared({ tolerance }), [null, null, 'not_comparable', null])
    assert.deepEqual([measured.as_found!.error, measured.decision!.outcome], ['0.0015', 'not_computed'])
  }
})

test('the decision is about the final phase, by the rule of the point before any other', () => {
  const phases = { as_found: { readings: ['11'] }, as_left: { readings: ['10'] } }
  assert.equal(evaluate(phases, 'simple_acceptance').decision!.outcome, 'pass')
  assert.equal(evaluate({ ...phases, as_left: null }, 'simple_acceptance').decision!.outcome, 'fail')
  const untouched = { ...phases, as_left: { not_applicable: 'not adjusted' } }
  const measured = evaluate(untouched, 'simple_acceptance')
  assert.equal(measured.decision!.outcome, 'fail')
  assert.deepEqual([measured.as_left, measured.as_left_not_applicable], [null, 'not adjusted'])
  assert.equal(
    evaluate({ decision_rule: 'By agreement' }, 'simple_acceptance').decision!.rule,
    'By agreement',
  )
  assert.equal(evaluate({ decision_rule: ' ' }, 'simple_acceptance').decision!.rule, 'simple_acceptance')
  assert.equal(evaluate({}).decision, null)
  assert.equal(evaluate({ as_found: null }, 'simple_acceptance').decision, null)
})

test('an uncertainty in another SI prefix is converted exactly', () => {
  const uncertainty = (expanded: string, unit: string | null) => ({
    uncertainty: { expanded, coverage_factor: '2', unit },
  })
  for (const members of [uncertainty('0.8', 'mV'), uncertainty('800', 'µV'), uncertainty('0.0008', null)]) {
    assert.equal(evaluate(members, 'guard_band_u').decision!.guard_band, '0.0008')
  }
})

test('what keeps a point from being computed is said with its path', () => {
  const terms = (term: object) => ({ tolerance: { upper: { absolute: '1', ...term } } })
  const uncertainty = (members: object) => ({
    uncertainty: { expanded: '1', coverage_factor: '2', ...members },
  })
  const cases: [object, string][] = [
    [terms({ counts: '1' }), 'tolerance.upper.counts field.needs_resolution'],
    [terms({ percent_of_span: '1' }), 'tolerance.upper.percent_of_span field.needs_span'],
    [terms({ percent_of_reading: '-1' }), 'tolerance.upper.percent_of_reading field.not_negative'],
    [{ tolerance: { symmetric: {} } }, 'tolerance.symmetric field.no_term'],
    [{ tolerance: { symmetric: { absolute: '1' }, text: 'M3' } }, 'tolerance field.one_tolerance_form'],
    [{ span: '0' }, 'span field.positive'],
    [{ resolution: '-0.1' }, 'resolution field.positive'],
    [{ nominal: null }, 'nominal field.missing'],
    [{ nominal: { value: '10', unit: ' ' } }, 'nominal.unit field.missing'],
    [{ as_left: {} }, 'as_left field.readings_or_reason'],
    [{ as_left: { readings: ['1'], not_applicable: 'x' } }, 'as_left field.readings_or_reason'],
    [reading('1,5'), 'as_found.readings.0 field.format_decimal'],
    [uncertainty({ unit: 'A' }), 'uncertainty.unit field.unit_differs'],
    [uncertainty({ unit: '%' }), 'uncertainty.unit field.unit_differs'],
    [uncertainty({ expanded: '-1' }), 'uncertainty.expanded field.not_negative'],
    [uncertainty({ coverage_factor: '0' }), 'uncertainty.coverage_factor field.positive'],
    [uncertainty({ coverage_factor: null }), 'uncertainty.coverage_factor field.missing'],
    [uncertainty({ budget_id: 'b' }), 'uncertainty field.budget_or_values'],
    [{ uncertainty: {} }, 'uncertainty.expanded field.missing'],
    [{ decision_rule: 'guard_band_r=-1' }, 'decision_rule field.guard_band_factor'],
  ]
  for (const [members, problem] of cases) assert.equal(problems(members)[0], `measurements.1.${problem}`)
  const { issues } = evaluateMeasurements([point()], { decisionRule: 'guard_band_r=0,5' }, 'points')
  assert.deepEqual(issues[0]!.path, ['decision_rule'])
})
