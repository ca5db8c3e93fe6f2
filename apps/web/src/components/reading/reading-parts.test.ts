import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingParts, sharedUnit } from './reading-parts.ts'

const readings: [string, string, string, string][] = [
  ['10.003 V', '10', '.003', ' V'],
  ['-0,25 mm', '-0', ',25', ' mm'],
  ['100', '100', '', ''],
  ['± 0.5 %', '± 0', '.5', ' %'],
  ['.5', '', '.5', ''],
  ['1.02×10^6 Ω', '1', '.02×10^6', ' Ω'],
  ['1e-3 A', '1', 'e-3', ' A'],
  ["1'000.5 g", "1'000", '.5', ' g'],
]

for (const [text, whole, fraction, unit] of readings) {
  test(`${text} is cut at its decimal mark and keeps every character`, () => {
    const parts = readingParts(text)
    assert.deepEqual(parts, { whole, fraction, unit })
    assert.equal(parts.whole + parts.fraction + parts.unit, text)
  })
}

test('text that is not a number is not split', () => {
  assert.deepEqual(readingParts('OK'), { whole: 'OK', fraction: '', unit: '' })
})

test('only a known unit is split off, and completely', () => {
  assert.deepEqual(readingParts('10.5 1/K', '1/K'), { whole: '10', fraction: '.5', unit: ' 1/K' })
  assert.deepEqual(readingParts('10 1/K', '1/K'), { whole: '10', fraction: '', unit: ' 1/K' })
  assert.deepEqual(readingParts('> 30 MΩ', 'kΩ'), readingParts('> 30 MΩ'))
})

test('a unit is shown in the heading only if every reading has it', () => {
  assert.equal(sharedUnit(['10 V', '10.2 V', null]), 'V')
  assert.equal(sharedUnit(['10 V', '10.2 mV']), undefined)
  assert.equal(sharedUnit(['10', '10.2']), undefined)
})
