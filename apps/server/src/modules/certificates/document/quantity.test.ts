import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellOf } from './quantity.ts'

const ALIGNED: Array<[text: string, lead: string, tail: string, unit: string]> = [
  ['10.000 mm', '10', '.000', 'mm'],
  ['±0.004 mm', '±0', '.004', 'mm'],
  ['± 0,004 mm', '± 0', ',004', 'mm'],
  ['+/-0.004', '+/-0', '.004', ''],
  ['−0.0012 mm', '−0', '.0012', 'mm'],
  ['10', '10', '', ''],
  ['1,234.5 Pa', '1,234', '.5', 'Pa'],
  ["1'234,5 Pa", "1'234", ',5', 'Pa'],
  ['1 234 567 Hz', '1 234 567', '', 'Hz'],
  ['1.234.567 Hz', '1.234.567', '', 'Hz'],
  ['.5 V', '', '.5', 'V'],
  ['46 % RH', '46', '', '% RH'],
  ['20.1°C', '20', '.1', '°C'],
  ['9.81 m/s²', '9', '.81', 'm/s²'],
  ['60.2 N·m', '60', '.2', 'N·m'],
  ['60.2 N m', '60', '.2', 'N m'],
  ['25.3 m3/h', '25', '.3', 'm3/h'],
  ['25.3 m^3/h', '25', '.3', 'm^3/h'],
  ['10.1 kgf/cm²', '10', '.1', 'kgf/cm²'],
]

for (const [text, lead, tail, unit] of ALIGNED) {
  test(`"${text}" is cut at its decimal mark and loses nothing`, () => {
    assert.deepEqual(cellOf(text), { quantity: { lead, tail, unit } })
    assert.equal((lead + tail + unit).replaceAll(' ', ''), text.replaceAll(' ', ''))
  })
}

const PROSE = [
  'OK',
  '+0.05/-0.02 mm',
  '0.6 µm + 2·10⁻⁶·L',
  '10.01, 10.02 and 10.03 mm, mean of three',
  '10.3 ± 0.05 mm',
  '10 to 20 mm (see notes)',
  '12:30',
  '<0.1 mm',
]

for (const text of PROSE) {
  test(`"${text}" is not a single quantity and is not split`, () => {
    assert.deepEqual(cellOf(` ${text} `), { text })
  })
}
