import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instrumentUnit, isUnclearUnit, unitOf } from './unit.ts'

test('units are letters, signs and joins, and stay as they are written', () => {
  const units = [
    'mm',
    'Mm',
    'mW',
    'MW',
    '°',
    '°C',
    'kΩ',
    'μm',
    '%',
    '%RH',
    'ppm',
    'm/s',
    'N.m',
    'N*m',
    'lb-ft',
  ]
  for (const unit of [...units, 'm^2', 'm/s^2', 's^-1', 'kg*m^2/s^2', 'min', 'fs']) {
    assert.equal(unitOf(unit), unit)
  }
})

test('a few spellings are one unit', () => {
  const aliases: [string, string][] = [
    ['um', 'μm'],
    ['micron', 'μm'],
    ['ohm', 'Ω'],
    ['degC', '°C'],
    ['deg C', '°C'],
    ['inch', 'in'],
    ['"', 'in'],
    ['% RH', '%RH'],
    ['PSI', 'psi'],
  ]
  for (const [spelling, unit] of aliases) assert.equal(unitOf(spelling), unit)
  for (const spelling of ['Psi', 'UM', 'DEGC', 'kOhm']) assert.equal(unitOf(spelling), spelling)
})

test('what is no unit is not taken for one', () => {
  const junk = [
    '',
    'm m',
    'mm.',
    '/s',
    'm2',
    'm^',
    'm^x',
    '%%',
    '° C',
    'deg F',
    "'",
    '‰',
    'mm (nominal)',
    'мм',
  ]
  for (const text of junk) assert.equal(unitOf(text), null, text)
})

test('words that qualify a number are no units', () => {
  const words = [
    'digits',
    'dgt',
    'counts',
    'LSD',
    'LSB',
    'FS',
    '%FS',
    'F.S',
    'span',
    '%rdg',
    'Class',
    'max',
    'OK',
    'e',
    'E',
  ]
  for (const word of words) assert.equal(unitOf(word), null, word)
})

test('words that may be a unit or something else are unclear', () => {
  for (const unit of ['min', 'd', 'ct', 'fs', '%LEL']) assert.equal(isUnclearUnit(unit), true, unit)
  for (const unit of ['mm', 's', '%', '%RH', '%rh', 'ms']) assert.equal(isUnclearUnit(unit), false, unit)
})

test('the unit on the register stands as it is when it is no single unit', () => {
  assert.equal(instrumentUnit(' um '), 'μm')
  assert.equal(instrumentUnit('V, A, Ω'), 'V, A, Ω')
  for (const blank of [null, undefined, '', '  ']) assert.equal(instrumentUnit(blank), null)
})
