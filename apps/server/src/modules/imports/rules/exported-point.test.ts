import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  byPosition,
  exportedPointTarget,
  namesExportedPoints,
  readExportedPoint,
  type ExportedPoint,
} from './exported-point.ts'

describe('a point of our own exports', () => {
  test('is read with what a request states, without what was computed or belongs to another workspace', () => {
    const texts = {
      calibration_id: '0192',
      position: '2',
      nominal_value: '10.000',
      nominal_unit: 'V',
      tolerance: '{"symmetric":{"absolute":"0.02"}}',
      as_found_readings: '["10.001","10.002"]',
      as_found_reference: '10.000',
      as_found_mean: '10.0015',
      point_id: 'p-7',
      uncertainty: '{"expanded":"0.8","coverage_factor":"2","unit":"mV","budget_id":"b-1"}',
      external: 'true',
    }
    assert.deepEqual(readExportedPoint(texts), {
      point: {
        nominal: { value: '10.000', unit: 'V' },
        tolerance: { symmetric: { absolute: '0.02' } },
        as_found: { readings: ['10.001', '10.002'] },
        uncertainty: { expanded: '0.8', coverage_factor: '2', unit: 'mV' },
        external: true,
      },
    })
  })

  for (const [column, text] of [
    ['tolerance', '±0.02 V'],
    ['as_found_readings', '10.001; 10.002'],
    ['uncertainty', '{"expanded":'],
    ['external', 'perhaps'],
  ] as const) {
    test(`names ${column} if it is not what an export writes`, () => {
      assert.deepEqual(readExportedPoint({ nominal_value: '10', [column]: text }), { unread: column })
    })
  }

  const members: [states: string, texts: ExportedPoint, point: object][] = [
    [
      'no standard and no accreditation, which are those of another workspace',
      { nominal_value: '10', standard_asset_id: 's-1', accredited: 'true' },
      { nominal: { value: '10' } },
    ],
    ['its ambient conditions', { conditions: '{"temperature":"20"}' }, { conditions: { temperature: '20' } }],
    ['readings as left', { as_left_readings: '["1"]' }, { as_left: { readings: ['1'] } }],
    ['no phase without readings', { as_found_readings: '[]' }, {}],
    [
      'the reference with which readings were compared, beside other readings',
      { nominal_value: '10', as_found_reference: '10.001' },
      { nominal: { value: '10' }, as_found: { reference: '10.001' } },
    ],
    [
      'no reference that is the nominal value',
      { nominal_value: '10', as_found_readings: '["10.1"]', as_found_reference: '10' },
      { nominal: { value: '10' }, as_found: { readings: ['10.1'] } },
    ],
    [
      'no phase of which it states only the nominal value',
      { nominal_value: '10', as_found_reference: '10' },
      { nominal: { value: '10' } },
    ],
    [
      'no reference if the standard is read',
      { reads: 'standard', as_found_readings: '["10.1"]', as_found_reference: '10.2' },
      { reads: 'standard', as_found: { readings: ['10.1'] } },
    ],
    [
      'a budget from which no uncertainty was computed',
      { uncertainty: '{"budget_id":"b-1"}' },
      { uncertainty: { budget_id: 'b-1' } },
    ],
    ['an empty uncertainty', { uncertainty: 'null' }, { uncertainty: null }],
  ]
  for (const [states, texts, point] of members) {
    test(`is read with ${states}`, () => assert.deepEqual(readExportedPoint(texts), { point }))
  }

  test('is recognised by the columns that only our exports have together', () => {
    assert.ok(namesExportedPoints(['asset_tag', 'calibration_id', 'position', 'as_found_readings']))
    assert.ok(!namesExportedPoints(['asset_tag', 'position', 'as_found_readings']))
    assert.deepEqual(
      ['tolerance', 'as_found_mean', 'record_decision_rule', 'asset_tag'].map(exportedPointTarget),
      ['measurement', 'ignore', 'decision_rule', undefined],
    )
    for (const column of ['instrument_id', 'tolerance_text', 'uncertainty_text'])
      assert.equal(exportedPointTarget(column), 'ignore', column)
  })

  test('comes in the order of its position as a number', () => {
    const rows = [{ position: '10' }, { position: '9' }, { position: '1' }]
    assert.deepEqual(
      rows.toSorted(byPosition).map(({ position }) => position),
      ['1', '9', '10'],
    )
    assert.equal(byPosition(undefined, { position: '1' }), 0)
  })
})
