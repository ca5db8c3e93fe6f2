import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Measurement, MeasurementCreate } from '@plumbline/contract'
import { evaluateMeasurements } from '@plumbline/contract/measurement'
import { pointName } from '../point-name.ts'
import { pointPairs } from './point-pairs.ts'

/** Points of so many volts, as the engine computes them. */
function volts(...nominals: (string | MeasurementCreate)[]): readonly Measurement[] {
  const points = nominals.map((nominal) =>
    typeof nominal === 'string'
      ? { function: 'DC voltage', nominal: { value: nominal, unit: 'V' } }
      : nominal,
  )
  const { measurements, issues } = evaluateMeasurements(points, {}, 'measurements')
  assert.deepEqual(issues, [])
  return measurements
}

/** Places of the points of each pair. */
function placesOf(before: readonly Measurement[], after: readonly Measurement[]) {
  return pointPairs(before, after).map(([old, changed]) => [
    old && before.indexOf(old),
    changed && after.indexOf(changed),
  ])
}

describe('the points of a record and of its correction belong together', () => {
  test('by what they measure, in any order', () => {
    assert.deepEqual(placesOf(volts('1', '2', '3'), volts('3', '1', '2')), [
      [0, 1],
      [1, 2],
      [2, 0],
    ])
  })

  test('by their index if the nominal value was changed', () => {
    assert.deepEqual(placesOf(volts('1', '2', '3'), volts('1', '20', '3')), [
      [0, 0],
      [1, 1],
      [2, 2],
    ])
  })

  test('one by one if several measure the same', () => {
    assert.deepEqual(placesOf(volts('1', '1'), volts('1', '1', '1')), [
      [0, 0],
      [1, 1],
      [null, 2],
    ])
  })

  test('a point in only one of the records has no counterpart', () => {
    assert.deepEqual(placesOf(volts('1', '2'), volts('2')), [
      [0, null],
      [1, 0],
    ])
    assert.deepEqual(placesOf(volts('2'), volts('1', '2')), [
      [0, 1],
      [null, 0],
    ])
    assert.deepEqual(placesOf([], volts('1')), [[null, 0]])
    assert.deepEqual(placesOf(volts('1'), []), [[0, null]])
    assert.deepEqual(placesOf([], []), [])
  })
})

test('a point is named by what it measures and its nominal value, as far as these are known', () => {
  const named = volts(
    { function: 'Pressure', channel: 'Up', range: '10 bar', nominal: { value: '4.00', unit: 'bar' } },
    { nominal: { value: '5', unit: 'mm' } },
  ).map(pointName)
  assert.deepEqual(named, ['Pressure · Up · 10 bar · 4.00 bar', '5 mm'])
})
