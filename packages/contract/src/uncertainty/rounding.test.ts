import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roundedUncertainty, toPlaceOf } from './rounding.ts'

test('a stated uncertainty has two significant digits, also where rounding carries into the next place', () => {
  const cases: [uncertainty: number, stated: string][] = [
    [0, '0'],
    [7, '7.0'],
    [93, '93'],
    [98.5, '99'],
    [0.985, '0.99'],
    [99.1, '99'],
    [99.5, '100'],
    [0.996, '1.0'],
    [0.0012, '0.0012'],
    [1249, '1200'],
    [1250, '1300'],
    [1.05, '1.1'],
    [1.049, '1.0'],
    // Half to 12 digits: the rest is rounding of the computation.
    [1.0499999999999, '1.1'],
    [0.1149999999998, '0.12'],
    [0.114999999995, '0.11'],
  ]
  // Beyond what a decimal string can state, and nothing at all.
  for (const uncertainty of [1e300, 1e-300, Number.POSITIVE_INFINITY])
    assert.equal(roundedUncertainty(uncertainty), String(uncertainty))
  for (const [uncertainty, stated] of cases) assert.equal(roundedUncertainty(uncertainty), stated)
})

test('a value is rounded to the place of its uncertainty, half away from zero', () => {
  const cases: [uncertainty: string, value: string, rounded: string | null][] = [
    ['0.0012', '10.01234', '10.0123'],
    ['0.0012', '10.01235', '10.0124'],
    ['0.0012', '-10.01235', '-10.0124'],
    ['0.10', '10', '10.00'],
    ['93', '50000838.4', '50000838'],
    ['0.10', 'about 10', null],
  ]
  for (const [uncertainty, value, rounded] of cases) assert.equal(toPlaceOf(uncertainty, value), rounded)
})
