import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalText } from '../tolerance/decimal.ts'
import { quotientText, signOf, squareRoot } from './quotient.ts'

const over = (units: bigint, divisor: bigint, scale = 0) => ({ value: { units, scale }, divisor })

test('a quotient with an end in decimals has all of them, another one 10 digits beyond its places', () => {
  for (const [number, places, text] of [
    [over(1n, 2048n), 0, '0.00048828125'],
    [over(-3n, 4096n), 0, '-0.000732421875'],
    [over(6n, 4n), 3, '1.500'],
    [over(1n, 3n), 0, '0.3333333333'],
    [over(2n, 3n), 1, '0.66666666667'],
    [over(-2n, 3n), 0, '-0.6666666667'],
    [over(9n, 3n), 0, '3'],
    [over(15n, 2n, 1), 1, '0.75'],
    [over(1n, 48_828_125n), 0, '0.00000002048'],
    // With as many places as are kept, one more and two more: of 100000000001/3 the rest is 2/3.
    [over(100_000_000_001n, 3n, 10), 0, '3.3333333334'],
    [over(100_000_000_001n, 3n, 11), 0, '0.3333333333'],
    [over(-200_000_000_002n, 3n, 12), 0, '-0.0666666667'],
  ] as const) {
    assert.equal(quotientText(number, places), text)
  }
})

test('the sign of a quotient is that of its number', () => {
  assert.deepEqual([over(5n, 3n), over(0n, 3n), over(-5n, 3n)].map(signOf), [1, 0, -1])
})

test('a root is rounded at its last place, also of a number with more places than twice as many', () => {
  for (const [number, scale, text] of [
    [over(0n, 1n), 2, '0'],
    [over(1n, 1n), 0, '1'],
    [over(2n, 1n), 4, '1.4142'],
    [over(3n, 1n), 0, '2'],
    [over(1n, 4n), 1, '0.5'],
    [over(152399025n, 1n, 8), 1, '1.2'],
    [over(15625n, 1n, 4), 0, '1'],
    [over(1562500n, 1n, 3), 0, '40'],
  ] as const) {
    assert.equal(decimalText(squareRoot(number, scale)), text)
  }
})
