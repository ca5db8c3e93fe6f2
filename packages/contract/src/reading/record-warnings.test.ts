import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateMeasurements } from '../measurement/evaluate.ts'
import type { ScopeLine } from '../fields/workspace.ts'
import type { MeasurementCreate } from '../public/measurement.ts'
import type { StandardUncertainty } from '../procedure/standard-uncertainty.ts'
import { warningsOf, type WarnedRecord } from './record-warnings.ts'

const record: WarnedRecord = { result: 'PASS', isExternal: false, standardCondition: 'valid' }
const point = (members: MeasurementCreate = {}): MeasurementCreate => ({
  nominal: { value: '10.000', unit: 'V' },
  tolerance: { symmetric: { absolute: '0.01' } },
  as_found: { readings: ['10.001'] },
  uncertainty: { expanded: '0.002', coverage_factor: '2', coverage_probability: '95.45' },
  ...members,
})
const found = (
  points: MeasurementCreate[],
  members: Partial<WarnedRecord> = {},
  standards: [string, string][] = [],
) => {
  const { result } = { ...record, ...members }
  const { measurements, issues } = evaluateMeasurements(
    points,
    { decisionRule: 'guard_band_u', result },
    'points',
  )
  assert.deepEqual(issues, [])
  return warningsOf({ ...record, ...members }, measurements, new Map(standards)).map(
    ({ code, points: at }) => [code, ...at],
  )
}
const uncertain = (members: object) =>
  point({ uncertainty: { expanded: '0.002', coverage_factor: '2', ...members } })

test('points are warned of by what is wrong with them, each with its index', () => {
  const id = '019345b3-5d07-7e19-b8c4-91a06f2d7e58'
  const cases: [string, MeasurementCreate[], Partial<WarnedRecord>, unknown[]][] = [
    ['nothing', [point()], {}, []],
    [
      'a pass over a point that fails',
      [point(), point({ as_found: { readings: ['10.009'] } })],
      {},
      [['result_against_decision', 1]],
    ],
    ['no pass', [point({ as_found: { readings: ['10.009'] } })], { result: 'FAIL' }, []],
    [
      'an adjusted record',
      [point({ as_left: { readings: ['10'] } }), point()],
      { result: 'PASS_WITH_ADJUSTMENT' },
      [['no_final_measurement', 1]],
    ],
    [
      'a pass that was adjusted',
      [point({ as_found: { readings: ['10.02'] }, as_left: { readings: ['10'] } })],
      {},
      [['found_out_not_adjusted', 0]],
    ],
    ['a pass that was measured again', [point({ as_left: { readings: ['10'] } })], {}, []],
    [
      'a certificate of others over a point that fails',
      [point({ as_found: { readings: ['10.009'] } })],
      { isExternal: true },
      [],
    ],
    [
      'an adjusted record that failed as found',
      [point({ as_found: { readings: ['10.02'] }, as_left: { readings: ['10'] } })],
      { result: 'PASS_WITH_ADJUSTMENT' },
      [],
    ],
    [
      'no uncertainty of a coarse display',
      [point({ resolution: '0.01', uncertainty: { expanded: '0', coverage_factor: '2' } })],
      {},
      [['uncertainty_zero', 0]],
    ],
    ['a coarse display without an uncertainty', [point({ resolution: '0.01', uncertainty: null })], {}, []],
    ...[{ budget_id: id }, { budget_id: id, coverage_factor: null }].map(
      (uncertainty): [string, MeasurementCreate[], Partial<WarnedRecord>, unknown[]] => [
        'a budget that is not computed yet',
        [point({ as_found: null, resolution: '0.01', uncertainty })],
        {},
        [],
      ],
    ),
    [
      'k of 0.5 of one phase',
      [point({ as_found: { readings: ['10'], uncertainty: { expanded: '0.002', coverage_factor: '0.5' } } })],
      {},
      [['coverage_factor_unlikely', 0]],
    ],
    [
      'a provider without accreditation',
      [point()],
      { providerAccreditationExpired: true },
      [['provider_accreditation_expired']],
    ],
    ['an accredited provider', [point()], { providerAccreditationExpired: false }, []],
    ['a coarse display', [point({ resolution: '0.01' })], {}, [['uncertainty_below_resolution', 0]]],
    [
      'a coarse display beside an uncertainty without a unit of its own',
      [point({ resolution: '0.01', uncertainty: { expanded: '0.002', coverage_factor: '2', unit: '' } })],
      {},
      [['uncertainty_below_resolution', 0]],
    ],
    ['no uncertainty', [uncertain({ expanded: '0.000' })], {}, [['uncertainty_zero', 0]]],
    [
      'no uncertainty of one phase',
      [
        point({
          as_found: { readings: ['10.001'], uncertainty: { relative_percent: '0', coverage_factor: '2' } },
        }),
      ],
      {},
      [['uncertainty_zero', 0]],
    ],
    ['a display as fine as its uncertainty', [point({ resolution: '0.0034' })], {}, []],
    [
      'a display coarser than that',
      [point({ resolution: '0.0035' })],
      {},
      [['uncertainty_below_resolution', 0]],
    ],
    [
      'a display beside an uncertainty in another prefix',
      [point({ resolution: '0.0034', uncertainty: { expanded: '2', coverage_factor: '2', unit: 'mV' } })],
      {},
      [],
    ],
    [
      'a coarse display beside an uncertainty in another prefix',
      [point({ resolution: '0.0035', uncertainty: { expanded: '2', coverage_factor: '2', unit: 'mV' } })],
      {},
      [['uncertainty_below_resolution', 0]],
    ],
    [
      'a coarse display beside a relative uncertainty',
      [point({ resolution: '0.01', uncertainty: { relative_percent: '0.02', coverage_factor: '2' } })],
      {},
      [],
    ],
    ['k of 0.5', [uncertain({ coverage_factor: '0.5' })], {}, [['coverage_factor_unlikely', 0]]],
    ['k of 1 for 68.27 %', [uncertain({ coverage_factor: '1', coverage_probability: '68.27' })], {}, []],
    [
      'k of 3 for 95 %',
      [uncertain({ coverage_factor: '3', coverage_probability: '95' })],
      {},
      [['coverage_factor_unlikely', 0]],
    ],
    [
      'k of 1.56 for 95 %, less than 0.8 of that of the normal distribution',
      [uncertain({ coverage_factor: '1.56', coverage_probability: '95' })],
      {},
      [['coverage_factor_unlikely', 0]],
    ],
    ['k of 1.57 for 95 %', [uncertain({ coverage_factor: '1.57', coverage_probability: '95' })], {}, []],
    ['k of 2.44 for 95 %', [uncertain({ coverage_factor: '2.44', coverage_probability: '95' })], {}, []],
    [
      'k of 2.46 for 95 % in words',
      [uncertain({ coverage_factor: '2.46', confidence_level: '95 %' })],
      {},
      [['coverage_factor_unlikely', 0]],
    ],
    [
      'k below 1 for any probability',
      [uncertain({ coverage_factor: '0.9', coverage_probability: '63' })],
      {},
      [['coverage_factor_unlikely', 0]],
    ],
    [
      'k of 14 for one degree of freedom',
      [uncertain({ coverage_factor: '14', coverage_probability: '95.45', degrees_of_freedom: '1' })],
      {},
      [],
    ],
    [
      'k above 14',
      [uncertain({ coverage_factor: '14.1', coverage_probability: '95.45', degrees_of_freedom: '1' })],
      {},
      [['coverage_factor_unlikely', 0]],
    ],
    ['k of 5 for no probability', [uncertain({ coverage_factor: '5' })], {}, []],
    ['k of a rectangle', [uncertain({ coverage_factor: '1.65', coverage_probability: '95' })], {}, []],
    [
      'k of few degrees of freedom',
      [uncertain({ coverage_factor: '2.87', coverage_probability: '95.45', degrees_of_freedom: '4' })],
      {},
      [],
    ],
    ['a large uncertainty', [uncertain({ expanded: '0.02' })], { result: 'FAIL' }, [['tur_below_one', 0]]],
    ['a rule in capitals', [point({ decision_rule: 'Guard_Band_U' })], {}, [['decision_rule_not_known', 0]]],
    ['a rule of the customer', [point({ decision_rule: 'As agreed' })], {}, []],
    ['a rule with a slip', [point()], { decisionRule: 'simple_aceptance' }, [['decision_rule_not_known']]],
    [
      'a rule with a slip between spaces',
      [point()],
      { decisionRule: ' simple_acceptanc ' },
      [['decision_rule_not_known']],
    ],
    ['an overdue standard', [point()], { standardCondition: 'overdue' }, [['standard_overdue']]],
  ]
  for (const [title, points, members, expected] of cases)
    assert.deepEqual(found(points, members), expected, title)
  assert.deepEqual(found([point(), point({ standard_asset_id: id })], {}, [[id, 'failed']]), [
    ['standard_failed', 1],
  ])
})

test('an uncertainty is not below that of the standard at the nearest point of its certificate', () => {
  const at = (nominal: string | null, expanded: string, members: object = {}): StandardUncertainty => ({
    nominal: nominal === null ? null : { value: nominal, unit: 'V' },
    expanded,
    coverage_factor: '2',
    unit: 'V',
    ...members,
  })
  const cases: [title: string, StandardUncertainty[], isBelow: boolean, own?: object][] = [
    ['nothing is known', [], false],
    ['smaller', [at(null, '0.001')], false],
    ['equal but for rounding', [at(null, '0.00205')], false],
    ['larger', [at(null, '0.003')], true],
    ['larger in another unit', [at(null, '3', { unit: 'mV' })], true],
    ['of another quantity', [at(null, '3', { unit: 'Hz' })], false],
    ['larger U by a larger k', [at(null, '0.003', { coverage_factor: '3' })], false],
    ['larger far away', [at('1000', '0.5'), at('10', '0.001')], false],
    ['larger by 5 %, as U may be rounded down', [at(null, '2')], false, { expanded: '1.9' }],
    ['larger by more than 5 %', [at(null, '2')], true, { expanded: '1.89' }],
    ['larger at the nearest point', [at('1000', '0.0001'), at('12', '0.003')], true],
    ['of a point whose uncertainty is 0', [at(null, '0.003')], false, { expanded: '0' }],
  ]
  for (const [title, standardUncertainties, isBelow, own = {}] of cases) {
    const codes = found([uncertain(own)], { standardUncertainties }).map(([code]) => code)
    assert.equal(codes.includes('uncertainty_below_standard'), isBelow, title)
    assert.deepEqual(
      found([uncertain(own)], { standardUncertainties, isExternal: true })
        .flat()
        .includes('uncertainty_below_standard'),
      false,
      title,
    )
  }
})

test('an uncertainty of one phase below that of the standard is enough, and without a nominal value there is none', () => {
  const standardUncertainties: StandardUncertainty[] = [
    { nominal: null, expanded: '0.002', coverage_factor: '2', unit: 'V' },
  ]
  const below = (members: MeasurementCreate) =>
    found([point(members)], { standardUncertainties }).some(([code]) => code === 'uncertainty_below_standard')
  assert.equal(below({}), false)
  const ofPhase = { expanded: '0.001', coverage_factor: '2' }
  assert.equal(below({ as_found: { readings: ['10'], uncertainty: ofPhase } }), true)
  const limits = { tolerance: { limits: { lower: '1', unit: 'V' } }, uncertainty: { ...ofPhase, unit: 'V' } }
  assert.equal(below({ nominal: null, ...limits }), false)
})

test('an uncertainty is not less than twice the contribution of its display, 0.58 of its step', () => {
  const isBelow = (members: MeasurementCreate) =>
    found([point({ resolution: '1', ...members })]).some(([code]) => code === 'uncertainty_below_resolution')
  const expanded = (value: string, unit?: string) => ({
    uncertainty: { expanded: value, coverage_factor: '2', ...(unit !== undefined && { unit }) },
  })
  assert.deepEqual(
    ['0.57', '0.58', '0.59'].map((value) => isBelow(expanded(value))),
    [true, false, false],
  )
  const limits = { nominal: null, tolerance: { limits: { lower: '1', unit: 'V' } } }
  assert.deepEqual(
    ['0.5', '0.6', '5'].map((value) => isBelow({ ...limits, ...expanded(value, 'V') })),
    [true, false, false],
  )
})

test('a point with a standard of its own is compared with that one', () => {
  const id = '019345b3-5d07-7e19-b8c4-91a06f2d7e58'
  const standard = (expanded: string): StandardUncertainty[] => [
    { nominal: null, expanded, coverage_factor: '2', unit: 'V' },
  ]
  const below = (ofRecord: string, ofPoint: string | null) => {
    const points = [point(), point({ standard_asset_id: id.toUpperCase() })]
    const { measurements } = evaluateMeasurements(points, { decisionRule: null, result: 'PASS' }, 'points')
    const known = new Map(ofPoint === null ? [] : [[id, standard(ofPoint)]])
    return warningsOf(
      { ...record, standardUncertainties: standard(ofRecord) },
      measurements,
      new Map(),
      known,
    ).map(({ code, points: at }) => [code, ...at])
  }
  assert.deepEqual(below('0.001', '0.003'), [['uncertainty_below_standard', 1]])
  assert.deepEqual(below('0.003', '0.001'), [['uncertainty_below_standard', 0]])
  assert.deepEqual(below('0.001', null), [])
})

test('a single reading is warned of as a point is', () => {
  const reading = {
    nominalValue: '50.00 mm',
    tolerance: '±0.02 mm',
    asFoundReading: '50.019 mm',
    measurementUncertainty: '0.005 mm',
    coverageFactor: '2',
    decisionRule: 'guard_band_u',
  }
  const codes = (members: object) =>
    warningsOf({ ...record, ...reading, ...members }, []).map(({ code }) => code)
  assert.deepEqual(codes({}), ['result_against_decision'])
  assert.deepEqual(codes({ isExternal: true }), [])
  assert.deepEqual(codes({ asFoundReading: '50.01 mm' }), [])
  const withoutUncertainty = { measurementUncertainty: null, coverageFactor: null }
  assert.deepEqual(codes({ decisionRule: 'simple_acceptance', ...withoutUncertainty }), [])
  assert.deepEqual(codes({ result: 'FAIL', measurementUncertainty: '0.05 mm' }), ['tur_below_one'])
  const standard = { nominal: null, expanded: '6', coverage_factor: '2', unit: 'µm' }
  const ofStandard = { asFoundReading: '50.01 mm', standardUncertainties: [standard] }
  assert.deepEqual(codes(ofStandard), ['uncertainty_below_standard'])
  assert.deepEqual(codes({ ...ofStandard, isExternal: true }), [])
  assert.deepEqual(codes({ ...ofStandard, measurementUncertainty: null, decisionRule: null }), [])
})

test('an uncertainty below the capability in the scope of accreditation is warned of, but for points outside the accreditation', () => {
  const scope: ScopeLine[] = [
    {
      quantity: 'DC voltage',
      from: '1',
      to: '10',
      unit: 'V',
      cmc: '3',
      cmc_unit: 'mV',
      cmc_percent: null,
      method: null,
      since: null,
      until: null,
    },
  ]
  const points = [
    point({ function: 'DC voltage' }),
    point({ function: 'AC voltage' }),
    point({ function: 'DC voltage', accredited: false }),
    point({ function: 'DC voltage', uncertainty: null }),
    point({ function: 'DC voltage', uncertainty: { expanded: '3', unit: 'mV', coverage_factor: '2' } }),
  ]
  assert.deepEqual(found(points, { scope }), [['uncertainty_below_scope', 0]])
  assert.deepEqual(found(points, { scope, isExternal: true }), [])
  const reading = { nominalValue: '5 V', measurementUncertainty: '2 mV', coverageFactor: '2', scope }
  assert.deepEqual(
    warningsOf({ ...record, ...reading }, []).map(({ code }) => code),
    ['uncertainty_below_scope'],
  )
  for (const none of [{ isExternal: true }, { nominalValue: '11 V' }, { measurementUncertainty: '3 mV' }])
    assert.deepEqual(warningsOf({ ...record, ...reading, ...none }, []), [])
})

test('a rule that differs from a known one in one character is a slip, and in two it is another rule', () => {
  const isSlip = (rule: string) =>
    found([point({ decision_rule: rule })]).some(([code]) => code === 'decision_rule_not_known')
  const slips = [
    'guard_bnd_u',
    'guard_bannd_u',
    'guard_band_w',
    'xguard_band_u',
    'uard_band_u',
    'guard_bnd_r=0.5',
  ]
  for (const rule of slips) assert.ok(isSlip(rule), rule)
  for (const rule of ['guard_bn_u', 'guard_bonnd_u', 'quard_bamd_u', 'guard_band', 'w'])
    assert.ok(!isSlip(rule), rule)
})
