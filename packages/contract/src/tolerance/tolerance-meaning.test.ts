import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toleranceMeaning } from './tolerance-meaning.ts'

/** The meaning in one line, or the reason why there is none. */
const meaning = (text: string | null, unit: string | null = null) => {
  const read = toleranceMeaning(text, unit)
  if (read === null) return null
  if (!read.isComparable) return read.reason
  const both = read.mayCountInUnit ? 'or in the unit' : read.of === 'limits' ? 'limits' : ''
  const counted = (term: { of: string; unit: string | null }) =>
    term.unit ?? (term.of === 'unit' ? '' : term.of)
  const plus = read.plus && `+ ${read.plus.width} ${counted(read.plus)}`
  return [read.lower, read.upper, counted(read), plus, both].filter(Boolean).join(' ')
}

const check = (cases: [text: string | null, unit: string | null, expected: string | null][]) => {
  for (const [text, unit, expected] of cases) assert.equal(meaning(text, unit), expected, `${text} | ${unit}`)
}

test('a tolerance is read in its own unit, else in that of the register', () => {
  check([
    ['±0.02 mm', null, '-0.02 0.02 mm'],
    ['0.02', 'mm', '-0.02 0.02 mm'],
    ['0.02', null, '-0.02 0.02'],
    ['+0.1/-0.2', 'N m', '-0.2 0.1 N·m'],
    ['±0.3 N·m', 'N m', '-0.3 0.3 N·m'],
    ['0 -0.013', 'mm', '-0.013 0 mm'],
    ['0,05 mm', 'mm', '-0.05 0.05 mm'],
    ['0,050 mm', 'mm', '-0.05 0.05 mm'],
    ['1.234', 'mm', '-1.234 1.234 mm'],
    ['2', '%', '-2 2 %'],
    ['1 min', 'min', '-1 1 min'],
    ['2 ppm', 'ppm', '-2 2 ppm'],
  ])
})

test('a share says of what', () => {
  check([
    ['0.5 %', 'V', '-0.5 0.5 %'],
    ['0.5 % of nominal', 'V', '-0.5 0.5 %'],
    ['0.5 % of reading', 'V', '-0.5 0.5 % of reading'],
    ['50 ppm', 'V', '-50 50 ppm'],
    ['2 ‰', 'V', '-2 2 ‰'],
    ['2 %', '%RH', '-2 2 % or in the unit'],
    ['50 ppm', null, '-50 50 ppm or in the unit'],
    ['50 ppm', 'ppmv', '-50 50 ppm or in the unit'],
    ['2 ‰', '‰', '-2 2 ‰ or in the unit'],
    ['5 V + 2 %', '%RH', 'different_units'],
  ])
})

test('a sum names both terms, and a range its limits', () => {
  check([
    ['±(0.5 % + 2 mV)', 'V', '-0.5 0.5 % + 2 mV'],
    ['0.1 % of reading + 3 ppm', 'V', '-0.1 0.1 % of reading + 3 ppm'],
    ['4.9 to 5.1', 'mm', '4.9 5.1 mm limits'],
    ['0.1 V DC', 'V DC', '-0.1 0.1 V DC'],
    ['±(0.5 % + 2 mm)', 'V', 'different_units'],
    ['4.9 to 5.1 %', 'V', 'not_read'],
    ['0.1 % 3 mV', 'V', 'ambiguous'],
    ['0 - 5', 'V', 'ambiguous'],
    ['+5 µm/-3', 'mm', 'ambiguous'],
  ])
})

test('what cannot be compared says why', () => {
  check([
    ['Class 1', 'mm', 'not_read'],
    ['±(0.5 % rdg + 2 digits)', 'V', 'not_read'],
    ['0.1 % of span', 'bar', 'not_read'],
    ['±0.05 mm max', 'mm', 'not_read'],
    ['0.3 N/m', 'N m', 'different_units'],
    ['1,234', 'mm', 'ambiguous'],
    ['5 % + 1,500 mV', 'V', 'ambiguous'],
    ['1,500 mV + 5 %', 'V', 'ambiguous'],
    ['1,500 to 1600', 'V', 'ambiguous'],
    ['1 min', null, 'unclear_unit'],
    ['0.5 fs', 's', 'different_units'],
    ['0.5 s', 'fs', 'different_units'],
    ['0.5 cl', 'L', 'different_units'],
    ['0.5 K', '°C', '-0.5 0.5 K'],
    ['19 to 21 K', '°C', 'different_units'],
  ])
})

test('a blank tolerance has no meaning', () => {
  check([
    [null, 'mm', null],
    ['', 'mm', null],
    [' \u00a0', 'mm', null],
  ])
})
