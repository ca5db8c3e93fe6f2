import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Measurement } from '@plumbline/contract'
import { evaluateMeasurements } from '@plumbline/contract/measurement'
import { cutTo, percentShown, phaseFigures, rejectedPoints, sharedRule } from './point-figures.ts'

/** A point of 10 V ± 0.05 V as the engine computes it. */
function evaluated(readings: string[], rule: string | null = null): Measurement {
  const { measurements } = evaluateMeasurements(
    [
      {
        nominal: { value: '10.000', unit: 'V' },
        tolerance: { symmetric: { absolute: '0.05' } },
        as_found: { readings },
        uncertainty: { expanded: '0.01', coverage_factor: '2' },
      },
    ],
    { decisionRule: rule },
    'measurements',
  )
  return measurements[0]!
}

describe('figures of a phase', () => {
  test('are those of the engine where it needed no more digits than were read', () => {
    const figures = phaseFigures(evaluated(['10.02']).as_found!, '10.000')
    assert.deepEqual(figures, {
      verdict: 'in',
      readings: ['10.02'],
      mean: '10.02',
      deviation: '0.020',
      spread: null,
      lower: '9.950',
      upper: '10.050',
      percent: 40,
    })
  })

  test('show two digits more than were read where they have no end', () => {
    const { mean, deviation, spread, readings } = phaseFigures(
      evaluated(['10.001', '10.002', '10.002']).as_found!,
      '10.000',
    )
    assert.deepEqual([mean, deviation, spread], ['10.00167', '0.00167', '0.00058'])
    assert.deepEqual(readings, ['10.001', '10.002', '10.002'])
  })
})

test('a decimal is rounded half away from zero, and keeps the digits that its parts were written with', () => {
  const cases: [string, number, number, string][] = [
    ['10.0016666667', 5, 3, '10.00167'],
    ['-0.0000150000', 5, 3, '-0.00002'],
    ['-0.0000000004', 5, 3, '0.000'],
    ['9.9999999999', 2, 0, '10'],
    ['0.3000000001', 3, 1, '0.3'],
    ['10.50', 2, 2, '10.50'],
    ['10', 0, 0, '10'],
    ['1e3', 2, 0, '1e3'],
  ]
  for (const [text, places, least, shown] of cases) assert.equal(cutTo(text, places, least), shown, text)
})

test('only an error that uses the whole tolerance is shown as 100 percent of it', () => {
  assert.equal(percentShown('33.3333333333'), 33.3)
  assert.equal(percentShown('100'), 100)
  assert.equal(percentShown('100.0000000001'), 100.1)
  assert.equal(percentShown('99.99'), 99.9)
  assert.equal(percentShown('140.0'), 140)
})

describe('a decision rule', () => {
  test('is common to all points unless one was decided by another rule', () => {
    const simple = evaluated(['10.01'], 'simple_acceptance')
    assert.equal(sharedRule([simple, evaluated(['10.01']), simple]), 'simple_acceptance')
    assert.equal(sharedRule([simple, evaluated(['10.01'], 'iso_14253_1')]), null)
    assert.equal(sharedRule([evaluated(['10.01'])]), null)
  })

  test('that rejects points is reported for a record that passes, not for one that fails', () => {
    const points = [
      evaluated(['10.01'], 'guard_band_u'),
      evaluated(['10.045'], 'guard_band_u'),
      evaluated(['10.06'], 'iso_14253_1'),
      evaluated(['10.045'], 'iso_14253_1'),
    ]
    assert.deepEqual(
      points.map(({ decision }) => decision!.outcome),
      ['pass', 'fail', 'nonconforming', 'undecided'],
    )
    assert.deepEqual(rejectedPoints('PASS', points), points.slice(1, 3))
    assert.deepEqual(rejectedPoints('PASS_WITH_ADJUSTMENT', points), points.slice(1, 3))
    assert.deepEqual(rejectedPoints('FAIL', points), [])
  })
})
