import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberText } from './reading-number.ts'

test('numbers are read as people type them and spreadsheets copy them, and keep every digit', () => {
  const cases: [string, string, string][] = [
    ['10.010', 'V', '10.010'],
    ['10,010', 'V', '10.010'],
    [' −0,50 ', 'V', '-0.50'],
    ['+5', 'V', '+5'],
    ['.5', 'V', '.5'],
    ['10.01 V', 'V', '10.01'],
    ['10,01V', 'V', '10.01'],
    ['12 um', 'µm', '12'],
    ['1.234,50', 'mm', '1234.50'],
    ['1,234.50', 'mm', '1234.50'],
    ["1'234.5", 'mm', '1234.5'],
    ['1 234,5', 'mm', '1234.5'],
    ['1,5E-3', 'V', '1.5E-3'],
    ['１０．５', 'V', '10.5'],
  ]
  for (const [typed, unit, number] of cases) assert.equal(numberText(typed, unit), number, typed)
})

test('text that is not a number in the unit of the point is left for the rules to refuse', () => {
  const cases = ['', 'OK', '10 mV', '10;11', '1 2', '--5', '1,2,3', '10 V V', '<10', '1.2.3']
  for (const typed of cases) {
    const read = numberText(typed, 'V')
    assert.ok(!/^[+-]?\d*\.?\d+(e[+-]?\d+)?$/i.test(read), `${typed} became ${read}`)
  }
})
