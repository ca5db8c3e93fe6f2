import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasurementCreate } from '../public/measurement.ts'
import { ENGINE_VERSION, evaluateMeasurement, evaluateMeasurements } from './evaluate.ts'
import { unitOf } from './read-point.ts'

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
    observed: null,
    judgement: null,
    not_applicable: null,
    unchanged: null,
    reference: '10.000',
    uncertainty: null,
    decision: null,
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
  assert.deepEqual([measured.final_phase, measured.as_left!.not_applicable], ['as_found', 'not adjusted'])
  assert.equal(
    evaluate({ decision_rule: 'By agreement' }, 'simple_acceptance').decision!.rule,
    'By agreement',
  )
  assert.equal(evaluate({ decision_rule: ' ' }, 'simple_acceptance').decision!.rule, 'simple_acceptance')
  assert.equal(evaluate({}).decision, null)
  assert.equal(evaluate({ as_found: null }, 'simple_acceptance').decision, null)
})

test('the error is the indication of the item less the reference value, whoever is read', () => {
  const set = {
    nominal: { value: '100.00', unit: 'bar' },
    reads: 'standard' as const,
    tolerance: { upper: { absolute: '1' }, lower: { absolute: '0.5' } },
  }
  const pressure = found({ ...set, ...reading('100.76') })
  assert.deepEqual(
    [pressure.error, pressure.reference, pressure.lower_limit, pressure.upper_limit, pressure.verdict],
    ['-0.76', '100.76', '99.00', '100.50', 'out'],
  )
  assert.equal(pressure.percent_of_tolerance, '152')
  assert.equal(found({ ...set, ...reading('99.2') }).percent_of_tolerance, '80')
  const against = (value: string, reference: string) =>
    found({ nominal: null, tolerance: null, as_found: { readings: [value], reference } }).error
  assert.deepEqual([against('100.3', '99.977'), against('100.06', '99.971')], ['0.323', '0.089'])
  const stated = {
    nominal: { value: '100', unit: '°C' },
    tolerance: { symmetric: { absolute: '0.3', unit: 'K' } },
  }
  const bath = found({ ...stated, as_found: { readings: ['100.3'], reference: '99.977' } })
  assert.deepEqual(
    [bath.reference, bath.lower_limit, bath.upper_limit, bath.verdict],
    ['99.977', '99.677', '100.277', 'out'],
  )
  const value = found({ nominal: null, as_found: { readings: ['5.1'] } })
  assert.deepEqual([value.error, value.reference, value.verdict], [null, null, 'not_comparable'])
})

test('where the standard is read, a percentage of reading is of the value that the item was set to', () => {
  const gauge = {
    nominal: { value: '100', unit: 'bar' },
    reads: 'standard' as const,
    tolerance: { symmetric: { percent_of_reading: '1' } },
  }
  // The item shows 100 bar, so its error may be 1 bar, whatever the standard reads.
  assert.deepEqual(compared({ ...gauge, ...reading('98') }), ['99', '101', 'out', '200'])
})

test('where the standard is read, limits of the indication are mirrored at the nominal value', () => {
  const gauge = {
    nominal: { value: '100', unit: 'bar' },
    reads: 'standard' as const,
    tolerance: { limits: { lower: '99', upper: '102' } },
  }
  // The item may show from 1 bar below to 2 bar above the pressure.
  assert.deepEqual(compared({ ...gauge, ...reading('98.5') }), ['98', '101', 'in', '75'])
  const oneSided = { ...gauge, tolerance: { limits: { upper: '102' } } }
  assert.deepEqual(compared({ ...oneSided, ...reading('97') }), ['98', null, 'out', '150'])
})

test('the unit of a point is that of its nominal value, else the first that is stated, and never ppm', () => {
  const terms = (unit: string) => ({ absolute: '1', unit })
  const uncertainty = (unit: string) => ({ uncertainty: { expanded: '1', coverage_factor: '2', unit } })
  const phase = (unit: string) => ({ readings: ['1'], ...uncertainty(unit) })
  const cases: [Partial<MeasurementCreate>, string | null][] = [
    [{ nominal: { value: '1', unit: 'V' }, tolerance: { symmetric: terms('mV') } }, 'V'],
    [{ tolerance: { limits: { upper: '1', unit: 'mV' } }, ...uncertainty('V') }, 'mV'],
    [{ tolerance: { symmetric: terms('mV') }, ...uncertainty('V') }, 'mV'],
    [{ tolerance: { upper: terms('mV'), lower: terms('V') } }, 'mV'],
    [{ tolerance: { upper: terms(' '), lower: terms('V') } }, 'V'],
    [{ ...uncertainty('V'), as_found: phase('mV') }, 'V'],
    [{ ...uncertainty('ppm'), as_found: phase('mV'), as_left: phase('V') }, 'mV'],
    [{ as_left: phase('V') }, 'V'],
    [uncertainty('ppm'), null],
    [{}, null],
  ]
  for (const [members, unit] of cases) assert.equal(unitOf(members), unit, JSON.stringify(members))
})

test('limits of the indication hold whatever the nominal value, and may leave it out', () => {
  const gauge = {
    nominal: { value: '10', unit: 'mm' },
    tolerance: { limits: { lower: '9.980', upper: '9.993' } },
  }
  assert.deepEqual(compared({ ...gauge, ...reading('9.990') }), ['9.980', '9.993', 'in', '53.8461538462'])
  assert.deepEqual(compared({ ...gauge, ...reading('10') }).slice(2), ['out', '207.6923076923'])
  const inMicrometres = { limits: { lower: '9980', upper: '9993', unit: 'µm' } }
  assert.equal(found({ ...gauge, tolerance: inMicrometres, ...reading('9.990') }).upper_limit, '9.993')
  // With one limit, and a nominal value beyond it, there is no width to compare with.
  for (const [limits, value] of [
    [{ upper: '5' }, '4'],
    [{ lower: '12' }, '13'],
  ] as const)
    assert.deepEqual(compared({ ...gauge, tolerance: { limits }, ...reading(value) }).slice(2), ['in', null])
  const without = { ...gauge, nominal: null }
  assert.deepEqual(compared({ ...without, ...reading('9.97') }).slice(2), ['out', '253.8461538462'])
})

test('the greatest of several terms counts where the tolerance says so', () => {
  const tolerance = {
    symmetric: { absolute: '30', unit: 'mV', percent_of_reading: '0.5', combine: 'greatest' as const },
  }
  assert.deepEqual(compared({ tolerance, ...reading('10.05') }).slice(0, 2), ['9.94975', '10.05025'])
  assert.deepEqual(
    compared({ nominal: { value: '1', unit: 'V' }, tolerance, ...reading('1.03') }).slice(0, 2),
    ['0.97', '1.03'],
  )
})

test('a percentage of 0 alone compares nothing', () => {
  const zero = { nominal: { value: '0', unit: 'V' } }
  const terms = [{ percent_of_nominal: '1' }, { percent_of_reading: '1', percent_of_nominal: '1' }]
  for (const symmetric of terms) {
    assert.equal(found({ ...zero, tolerance: { symmetric }, ...reading('0') }).verdict, 'not_comparable')
  }
  const both = { symmetric: { percent_of_nominal: '1', absolute: '0.1' } }
  assert.equal(found({ ...zero, tolerance: both, ...reading('0.1') }).verdict, 'in')
})

test('what was observed is judged by a person', () => {
  const judged = (judgement: 'conforms' | 'does_not_conform') =>
    evaluate({ as_found: { observed: 'NO-GO', judgement } }, 'guard_band_u')
  assert.deepEqual(
    (['conforms', 'does_not_conform'] as const).map((judgement) => {
      const { as_found: phase, final_phase: final, decision } = judged(judgement)
      return [phase!.verdict, phase!.observed, phase!.mean, final, decision!.outcome]
    }),
    [
      ['in', 'NO-GO', null, 'as_found', 'not_computed'],
      ['out', 'NO-GO', null, 'as_found', 'not_computed'],
    ],
  )
})

test('in an adjusted record a point that was not measured again has no final phase, unless the adjustment did not touch it', () => {
  const points = [
    point({ as_left: { readings: ['10'] } }),
    point(),
    point({ as_left: { unchanged: 'other range' } }),
    point({ as_left: { not_applicable: 'no time' } }),
  ]
  const finals = (result: 'PASS' | 'PASS_WITH_ADJUSTMENT', of = points) =>
    evaluateMeasurements(of, { result, decisionRule: 'simple_acceptance' }, 'points').measurements.map(
      ({ final_phase: final, decision }) => [final, decision?.outcome ?? null],
    )
  assert.deepEqual(finals('PASS_WITH_ADJUSTMENT'), [
    ['as_left', 'pass'],
    [null, null],
    ['as_found', 'pass'],
    [null, null],
  ])
  assert.deepEqual(
    finals('PASS').map(([final]) => final),
    ['as_left', 'as_found', 'as_found', 'as_found'],
  )
  assert.deepEqual(finals('PASS_WITH_ADJUSTMENT', [point()]), [['as_found', 'pass']])
})

test('both phases are decided by one rule, each with its own uncertainty where it has one', () => {
  const measured = evaluate(
    {
      tolerance: { symmetric: { absolute: '0.01' } },
      uncertainty: { expanded: '0.002', coverage_factor: '2' },
      as_found: { readings: ['10.009'], uncertainty: { expanded: '0.001', coverage_factor: '2' } },
      as_left: { readings: ['10.009'] },
    },
    'guard_band_u',
  )
  assert.deepEqual(
    [measured.as_found, measured.as_left].map((phase) => [
      phase!.decision!.outcome,
      phase!.decision!.guard_band,
    ]),
    [
      ['pass', '0.001'],
      ['fail', '0.002'],
    ],
  )
})

test('an uncertainty in percent or parts per million is of the reference value', () => {
  const bandOf = (uncertainty: object, members: Partial<MeasurementCreate> = {}) =>
    evaluate({ ...members, uncertainty: { coverage_factor: '2', ...uncertainty } }, 'guard_band_u').decision!
      .guard_band
  assert.equal(bandOf({ relative_percent: '0.05' }), '0.005')
  assert.equal(bandOf({ expanded: '50', unit: 'ppm' }), '0.0005')
  const set = { reads: 'standard' as const, as_found: { readings: ['-9.9', '-10.3'] } }
  assert.equal(bandOf({ relative_percent: '1' }, set), '0.101')
  const degrees = { nominal: { value: '20', unit: '°C' }, tolerance: { symmetric: { absolute: '1' } } }
  assert.equal(bandOf({ expanded: '50', unit: 'mK' }, degrees), '0.05')
})

test('U for about 95 % follows from the coverage that is stated', () => {
  const of = (uncertainty: MeasurementCreate['uncertainty'] & {}) => {
    const stated = { nominal: { value: '10', unit: 'V' }, tolerance: { symmetric: { absolute: '0.05' } } }
    const { decision } = evaluate({ ...stated, ...reading('10.029'), uncertainty }, 'guard_band_u')
    return decision!
  }
  const student = of({
    expanded: '0.0287',
    coverage_factor: '2.87',
    coverage_probability: '95.45',
    degrees_of_freedom: '4',
  })
  assert.deepEqual(
    [
      student.guard_band,
      student.acceptance_upper,
      student.tur!.toFixed(5),
      student.conformance_probability!.toFixed(6),
    ],
    ['0.0287', '10.0213', '1.74216', '0.947479'],
  )
  const cases: [uncertainty: MeasurementCreate['uncertainty'] & {}, expanded95: string][] = [
    [{ expanded: '0.05', coverage_factor: '1.65', coverage_probability: '95' }, '0.05'],
    [{ expanded: '0.05', coverage_factor: '1.65', confidence_level: 'approx. 95 %' }, '0.05'],
    [{ expanded: '0.03', coverage_factor: '3', coverage_probability: '99.73' }, '0.02'],
    [{ expanded: '0.03', coverage_factor: '3' }, '0.03'],
    [{ expanded: '0.01', coverage_factor: '1' }, '0.02'],
    [
      { expanded: '0.046', coverage_factor: '4.6', coverage_probability: '99', degrees_of_freedom: '4' },
      '0.028693',
    ],
  ]
  for (const [uncertainty, expected] of cases) {
    assert.equal(Number(of(uncertainty).expanded_95).toFixed(6), Number(expected).toFixed(6))
  }
  const rectangular = evaluate(
    {
      nominal: { value: '100', unit: 'V' },
      tolerance: { symmetric: { absolute: '0.2' } },
      ...reading('100.15'),
      uncertainty: { expanded: '0.05', coverage_factor: '1.65', coverage_probability: '95' },
    },
    'guard_band_u',
  )
  assert.equal(rectangular.decision!.outcome, 'pass')
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
    [{ nominal: null, reads: 'standard' }, 'nominal field.missing'],
    [
      { nominal: null, tolerance: { symmetric: { percent_of_nominal: '1' } } },
      'tolerance.symmetric.percent_of_nominal field.needs_nominal',
    ],
    [terms({ unit: 'A' }), 'tolerance.upper.unit field.unit_differs'],
    [{ tolerance: { limits: { lower: '2', upper: '1' } } }, 'tolerance.limits.upper field.below_lower'],
    [{ tolerance: { limits: { lower: 'low' } } }, 'tolerance.limits.lower field.format_decimal'],
    [
      { nominal: { value: '20', unit: '°C' }, tolerance: { limits: { upper: '1', unit: 'K' } } },
      'tolerance.limits.unit field.unit_differs',
    ],
    [{ as_left: { observed: 'GO' } }, 'as_left.judgement field.missing'],
    [{ as_left: { readings: ['1'], judgement: 'conforms' } }, 'as_left.observed field.missing'],
    [{ as_found: { unchanged: 'x' } }, 'as_found.unchanged field.unchanged_as_left'],
    [{ as_found: null, as_left: { unchanged: 'x' } }, 'as_left.unchanged field.unchanged_needs_found'],
    [
      { reads: 'standard', as_found: { readings: ['1'], reference: '2' } },
      'as_found.reference field.reference_of_standard',
    ],
    [{ accredited: true }, 'accredited field.accredited_needs_uncertainty'],
    [{ ...uncertainty({}), accredited: true, external: true }, 'accredited field.accredited_external'],
    [uncertainty({ relative_percent: '1' }), 'uncertainty field.expanded_or_relative'],
    [uncertainty({ coverage_probability: '100' }), 'uncertainty.coverage_probability field.percent_between'],
    [uncertainty({ degrees_of_freedom: '0.5' }), 'uncertainty.degrees_of_freedom field.too_small'],
    [
      { nominal: null, uncertainty: { relative_percent: '1', coverage_factor: '2' } },
      'uncertainty field.needs_reference',
    ],
    [
      {
        nominal: null,
        as_found: { readings: ['1'], uncertainty: { relative_percent: '1', coverage_factor: '2' } },
      },
      'as_found.uncertainty field.needs_reference',
    ],
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
    [{ uncertainty: { budget_id: 'b', relative_percent: '1' } }, 'uncertainty field.budget_or_values'],
    [{ uncertainty: { budget_id: 'b', coverage_factor: '2' } }, 'uncertainty field.budget_or_values'],
    [{ nominal: { value: '1', unit: 'm^99' } }, 'nominal.unit field.unit_power'],
    [{ nominal: null, ...uncertainty({ unit: 'm^99' }) }, 'uncertainty.unit field.unit_power'],
    [{ nominal: { value: '1,5', unit: 'V' } }, 'nominal.value field.format_decimal'],
    [{ tolerance: { limits: { upper: '2' }, text: 'M3' } }, 'tolerance field.one_tolerance_form'],
    [
      { tolerance: { symmetric: { absolute: '1' }, lower: { absolute: '1' } } },
      'tolerance field.one_tolerance_form',
    ],
    [terms({ counts: '-1' }), 'tolerance.upper.counts field.not_negative'],
    [{ tolerance: { lower: { absolute: '-1' } } }, 'tolerance.lower.absolute field.not_negative'],
    [{ as_found: { readings: ['1'], reference: 'x' } }, 'as_found.reference field.format_decimal'],
    [
      { as_left: { readings: ['1'], uncertainty: { expanded: '1' } } },
      'as_left.uncertainty.coverage_factor field.missing',
    ],
    [{ accredited: true, external: true }, 'accredited field.accredited_external'],
    [uncertainty({ coverage_probability: '0' }), 'uncertainty.coverage_probability field.percent_between'],
    [uncertainty({ coverage_probability: 'high' }), 'uncertainty.coverage_probability field.format_decimal'],
    [{ uncertainty: {} }, 'uncertainty.expanded field.missing'],
    [{ decision_rule: 'guard_band_r=-1' }, 'decision_rule field.guard_band_factor'],
  ]
  for (const [members, problem] of cases) assert.equal(problems(members)[0], `measurements.1.${problem}`)
  const { issues } = evaluateMeasurements([point()], { decisionRule: 'guard_band_r=0,5' }, 'points')
  assert.deepEqual(
    issues.map(({ path, reason }) => [path, reason.key]),
    [[['decision_rule'], 'field.guard_band_factor']],
  )
})

test('a budget alone, and a single degree of freedom, are no problem', () => {
  for (const uncertainty of [
    { budget_id: 'b' },
    { expanded: '1', coverage_factor: '2', degrees_of_freedom: '1' },
  ])
    assert.deepEqual(problems({ uncertainty }), [])
})

test('the version of the rules is a whole number, so that a record says which of two is later', () => {
  assert.match(ENGINE_VERSION, /^[1-9]\d*$/)
})

test('no phase decides on a point that nothing was measured at', () => {
  const limits = { nominal: { value: '10', unit: 'V' }, tolerance: { symmetric: { absolute: '1' } } }
  const finalOf = (phases: Partial<MeasurementCreate>) =>
    evaluateMeasurement({ ...limits, ...phases }, {}).measurement?.final_phase
  assert.equal(finalOf({}), null)
  assert.equal(finalOf({ as_found: { not_applicable: 'broken' } }), null)
  assert.equal(finalOf({ as_found: { readings: ['10.1'] } }), 'as_found')
  assert.equal(finalOf({ as_left: { readings: ['10'] } }), 'as_left')
})
