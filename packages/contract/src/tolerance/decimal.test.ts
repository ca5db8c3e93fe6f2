import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import {
  compare,
  decimalOf,
  decimalText,
  difference,
  isZero,
  magnitude,
  powerOfTen,
  shifted,
  sum,
} from './decimal.ts'

const decimals = fc.record({ units: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), scale: fc.nat(40) })

test('decimals that floats cannot hold add up exactly', () => {
  assert.equal(decimalText(sum(decimalOf('0', '1', 0), decimalOf('0', '2', 0))), '0.3')
  assert.equal(compare(sum(decimalOf('0', '3', 0), decimalOf('0', '1', 0)), decimalOf('', '4', 0)), 0)
})

test('a decimal is written in plain digits', () => {
  const cases: [whole: string, fraction: string, exponent: number, text: string][] = [
    ['10', '00', 0, '10'],
    ['', '5', 0, '0.5'],
    ['5', '', 0, '5'],
    ['1', '', -3, '0.001'],
    ['1', '02', 6, '1020000'],
    ['12', '5', 1, '125'],
    ['5', '', 1, '50'],
    ['5', '0', 2, '500'],
    ['0', '00', 0, '0'],
    ['007', '', 0, '7'],
  ]
  for (const [whole, fraction, exponent, text] of cases) {
    assert.equal(decimalText(decimalOf(whole, fraction, exponent)), text)
  }
  assert.equal(decimalText({ units: -5n, scale: 2 }), '-0.05')
})

test('powers of ten are computed up to 10,000, and refused beyond instead of taking minutes', () => {
  for (const exponent of [0, 1, 39, 40, 41, 10_000])
    assert.equal(powerOfTen(exponent).toString(), `1${'0'.repeat(exponent)}`)
  assert.throws(() => powerOfTen(10_001), RangeError)
})

test('adding a number and taking it away again changes nothing', () => {
  assertProperty(fc.property(decimals, decimals, (a, b) => compare(difference(sum(a, b), b), a) === 0))
})

test('moving the decimal mark there and back changes nothing', () => {
  const exponents = fc.integer({ min: -30, max: 30 })
  assertProperty(fc.property(decimals, exponents, (a, n) => compare(shifted(shifted(a, n), -n), a) === 0))
})

/** Of equal numbers the order is 0 in both directions, and its negation would be -0. */
const EQUAL = { units: 999999999999999999999999999972n, scale: 5 }

test('order is that of the differences, and the distance from zero has no sign', () => {
  assertProperty(
    fc.property(decimals, decimals, (a, b) => {
      assert.equal(compare(a, b) + compare(b, a), 0)
      assert.equal(compare(a, b) === 0, isZero(difference(a, b)))
      assert.equal(compare(magnitude(a), { units: 0n, scale: 0 }) >= 0, true)
    }),
    { examples: [[EQUAL, EQUAL]] },
  )
})
