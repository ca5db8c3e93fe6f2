import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { byPosition, exportedPointTarget, namesExportedPoints, readExportedPoint } from './exported-point.ts'

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

  test('is recognised by the columns that only our exports have together', () => {
    assert.ok(namesExportedPoints(['asset_tag', 'calibration_id', 'position', 'as_found_readings']))
    assert.ok(!namesExportedPoints(['asset_tag', 'position', 'as_found_readings']))
    assert.deepEqual(
      ['tolerance', 'as_found_mean', 'record_decision_rule', 'asset_tag'].map(exportedPointTarget),
      ['measurement', 'ignore', 'decision_rule', undefined],
    )
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
