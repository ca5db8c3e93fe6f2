import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressBytes } from './address-bytes.ts'
import { holds, readRange } from './address-range.ts'

const isIn = (range: string, address: string) => holds(readRange(range), addressBytes(address)!)

test('a range contains the addresses of its prefix, to the bit, and none of the other family', () => {
  const cases: [range: string, address: string, isHeld: boolean][] = [
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['172.16.0.0/12', '172.31.255.255', true],
    ['172.16.0.0/12', '172.32.0.0', false],
    ['172.16.0.0/12', '172.15.255.255', false],
    ['192.0.2.128/25', '192.0.2.127', false],
    ['192.0.2.128/25', '192.0.2.128', true],
    ['0.0.0.0/0', '8.8.8.8', true],
    ['8.8.8.8', '8.8.8.8', true],
    ['8.8.8.8', '8.8.8.9', false],
    ['8.8.8.8/32', '8.8.8.9', false],
    ['2001::/23', '2001:1ff::1', true],
    ['2001::/23', '2001:200::1', false],
    ['::/0', '8.8.8.8', false],
    ['0.0.0.0/0', '::1', false],
  ]
  for (const [range, address, isHeld] of cases)
    assert.equal(isIn(range, address), isHeld, `${range} ${address}`)
})

test('a text that is not an address has no range', () => {
  for (const text of ['', 'example.com', '10.0.0/8', '/8'])
    assert.throws(() => readRange(text), /not an address range/)
})
