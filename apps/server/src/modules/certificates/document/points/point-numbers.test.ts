import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import type { MeasurementCreate } from '@plumbline/contract'
import { phaseNumbers, statedUncertainty } from './point-numbers.ts'
import { evaluated, samplePoint } from './sample-points.ts'

const numbersOf = (changes: Partial<MeasurementCreate>) => {
  const [point] = evaluated([samplePoint(changes)])
  return phaseNumbers(point!.as_found!, point!)
}

const STATED: Array<[expanded: string, printed: string]> = [
  ['0.0008', '0.0008'],
  ['0.00080', '0.00080'],
  ['0.00083', '0.00083'],
  ['0.000831', '0.00083'],
  ['0.0123', '0.012'],
  ['12', '12'],
  ['123', '120'],
  ['1.2e-3', '0.0012'],
  ['0.0996', '0.10'],
  ['0', '0'],
]

for (const [expanded, printed] of STATED) {
  test(`an uncertainty of ${expanded} is stated as ${printed}`, () => {
    assert.equal(statedUncertainty(expanded), printed)
  })
}

test('rounding takes at most 5 % off an uncertainty, and adds less than a tenth', () => {
  const expanded = fc.tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 0, max: 9 }))
  assertProperty(
    fc.property(expanded, ([units, scale]) => {
      const value = (units / 10 ** scale).toFixed(scale)
      const stated = Number(statedUncertainty(value))
      assert.ok(stated >= Number(value) * 0.95 && stated <= Number(value) * 1.1)
    }),
  )
})

test('without an uncertainty a single reading keeps its digits, and its deviation those of the finer of the two', () => {
  const stated = { as_found: { readings: ['10.0'] }, tolerance: null, uncertainty: null }
  assert.deepEqual(numbersOf(stated), {
    mean: '10.0',
    reference: '10.000',
    deviation: '0.000',
    lower: null,
    upper: null,
  })
})

test('a mean is stated to the place of the uncertainty, in the unit of the nominal value', () => {
  const as_found = { readings: ['10.001', '10.001', '10.002'] }
  const uncertainty = { expanded: '0.831', coverage_factor: '2', unit: 'mV' }
  const { mean, deviation, lower } = numbersOf({ as_found, uncertainty })
  assert.deepEqual([mean, deviation, lower], ['10.00133', '+0.00133', '9.99300'])
})

test('mean and error are stated to the place of a coarse uncertainty, and the mean has one digit more without any', () => {
  const as_found = { readings: ['9.998', '9.999', '9.999'] }
  const coarse = { expanded: '0.1', coverage_factor: '2' }
  const rounded = numbersOf({ as_found, uncertainty: coarse })
  assert.deepEqual([rounded.mean, rounded.reference, rounded.deviation], ['10.0', '10.0', '0.0'])
  const { mean, deviation } = numbersOf({ as_found, uncertainty: null })
  assert.deepEqual([mean, deviation], ['9.9987', '-0.0013'])
})

test('a reading with an exponent is stated in plain digits', () => {
  const nominal = { value: '1000', unit: 'Hz' }
  const { mean, deviation } = numbersOf({
    nominal,
    tolerance: null,
    uncertainty: null,
    as_found: { readings: ['1.0005e3'] },
  })
  assert.deepEqual([mean, deviation], ['1000.5', '+0.5'])
})

test('the error is the difference of the numbers that are printed, whoever is read', () => {
  const uncertainty = { expanded: '0.12', coverage_factor: '2' }
  const members = { nominal: { value: '100', unit: 'bar' }, tolerance: null, uncertainty }
  const against = numbersOf({ ...members, as_found: { readings: ['100.104'], reference: '99.996' } })
  assert.deepEqual([against.mean, against.reference, against.deviation], ['100.10', '100.00', '+0.10'])
  const set = numbersOf({ ...members, reads: 'standard', as_found: { readings: ['100.764'] } })
  assert.deepEqual([set.mean, set.deviation], ['100.76', '-0.76'])
})
