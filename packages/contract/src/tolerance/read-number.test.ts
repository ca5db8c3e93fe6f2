import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalText } from './decimal.ts'
import { leadingNumber, type Convention } from './read-number.ts'

type Case = [text: string, point: string | null, comma: string | null]

const whole = (text: string, convention: Convention): string | null => {
  const number = leadingNumber(text, convention)
  return number?.rest === '' ? decimalText(number.value) : null
}

const repeated = (text: string) => leadingNumber(text, 'decimal_point')?.repeated.map(decimalText)

const check = (cases: Case[]) => {
  for (const [text, point, comma] of cases) {
    assert.equal(whole(text, 'decimal_point'), point, `${text} with a decimal point`)
    assert.equal(whole(text, 'decimal_comma'), comma, `${text} with a decimal comma`)
  }
}

test('a number is a sign, a mantissa and an exponent', () => {
  check([
    ['10', '10', '10'],
    ['0.05', '0.05', null],
    ['0,05', null, '0.05'],
    ['.5', '0.5', null],
    ['5.', '5', null],
    [',5', null, '0.5'],
    ['+7', '7', '7'],
    ['- 16', '-16', '-16'],
    ['-0', '0', '0'],
    ['007', '7', '7'],
    ['', null, null],
    ['.', null, null],
    ['--5', null, null],
    ['±5', null, null],
    ['1.2.3', null, null],
    ['0x10', null, null],
  ])
})

test('an exponent has one to three digits and is at most 30', () => {
  check([
    ['1e-3', '0.001', '0.001'],
    ['1.5E3', '1500', null],
    ['1e+03', '1000', '1000'],
    ['1.02×10^6', '1020000', null],
    ['1,02 × 10^6', null, '1020000'],
    ['2×10^-3', '0.002', '0.002'],
    ['1e30', `1${'0'.repeat(30)}`, `1${'0'.repeat(30)}`],
    ['1e-30', `0.${'0'.repeat(29)}1`, `0.${'0'.repeat(29)}1`],
    ['9.9E37', `99${'0'.repeat(36)}`, null],
    ['1e99', `1${'0'.repeat(99)}`, `1${'0'.repeat(99)}`],
    ['0e99', '0', '0'],
    ['1e100', null, null],
    ['1e-100', null, null],
    ['1e0001', null, null],
    ['1×10^100', null, null],
    ['1e', null, null],
    ['1e 3', null, null],
    ['10^6', null, null],
    ['×10^6', null, null],
  ])
})

test('groups have exactly three digits and one kind of separator', () => {
  check([
    ['1,234', '1234', '1.234'],
    ['1.234', '1.234', '1234'],
    ['1,234.5', '1234.5', null],
    ['1.234,5', null, '1234.5'],
    ['1,234,567', '1234567', null],
    ['10 000', '10000', '10000'],
    ["1'234'567.8", '1234567.8', null],
    ['1 234,5', null, '1234.5'],
    ['1 234 567', '1234567', '1234567'],
    ['12 34', null, null],
    ['1234 567', null, null],
    ['1 2345', null, null],
    ['1 234,567', null, '1234.567'],
    ['1,234 567', null, null],
    ['10  000', null, null],
    ['1,23', null, '1.23'],
    ['0.123 456', null, null],
  ])
})

test('a grouped number that begins with 0 is doubtful', () => {
  assert.equal(leadingNumber('0,500', 'decimal_point')?.isDoubtful, true)
  assert.equal(leadingNumber('0,500', 'decimal_comma')?.isDoubtful, false)
  assert.equal(leadingNumber('0.500', 'decimal_comma')?.isDoubtful, true)
  assert.equal(leadingNumber('1,500', 'decimal_point')?.isDoubtful, false)
})

test('groups of equal length may be repeated readings', () => {
  assert.deepEqual(repeated('100 101 099'), ['100', '101', '99'])
  for (const text of ['10 050', '100 101.5', '100', '100.101']) assert.deepEqual(repeated(text), [])
})

test('what follows the number is handed back', () => {
  assert.equal(leadingNumber('10 000 Pa', 'decimal_point')?.rest, ' Pa')
  assert.equal(leadingNumber('5eV', 'decimal_point')?.rest, 'eV')
  assert.equal(leadingNumber('1e1000', 'decimal_point')?.rest, 'e1000')
})
