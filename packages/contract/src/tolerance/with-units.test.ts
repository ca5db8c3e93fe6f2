import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { outOfTolerance } from './out-of-tolerance.ts'
import { withReadUnits, withUnits, type MeasuredTexts } from './with-units.ts'

const NONE: MeasuredTexts = {
  nominalValue: null,
  tolerance: null,
  asFoundReading: null,
  asLeftReading: null,
  measurementUncertainty: null,
}

test('a number without a unit gets the unit of the register', () => {
  const texts = {
    nominalValue: '100',
    tolerance: '±0.05',
    asFoundReading: '100.01',
    asLeftReading: ' 100,00 ',
    measurementUncertainty: '0.02',
  }
  assert.deepEqual(withUnits(texts, 'mm'), {
    nominalValue: '100 mm',
    tolerance: '±0.05 mm',
    asFoundReading: '100.01 mm',
    asLeftReading: '100,00 mm',
    measurementUncertainty: '0.02 mm',
  })
})

test('the unit that the nominal value names holds before that of the register', () => {
  const texts = { ...NONE, nominalValue: '10 µm', asFoundReading: '10.5', tolerance: '1' }
  assert.deepEqual(withUnits(texts, 'mm'), {
    ...texts,
    asFoundReading: '10.5 μm',
    tolerance: '1 μm',
  })
})

test('a text with a unit, with a % or without a number stays as it is', () => {
  const readings = [
    '10.01 mm',
    '10.01mm',
    '0.4 in',
    '101 %',
    'OK',
    '<0.1',
    '~10.5',
    '10.0; 10.1',
    'N/A',
    '1e100',
  ]
  for (const asFoundReading of [...readings, '10.3 ± 0.05', '', ' ', 'blank after 20 s', '10.5 mm high']) {
    const texts = { ...NONE, asFoundReading }
    assert.deepEqual(withUnits(texts, 'mm'), texts, asFoundReading)
  }
  const tolerances = ['2 %', '±0.5 % of reading', '50 ppm', '2 ‰', 'Class 1', '1 LSD', '0.05 mm']
  for (const tolerance of [...tolerances, '+0.1 mm/-0.2', '+0.05', '']) {
    const texts = { ...NONE, tolerance, measurementUncertainty: tolerance }
    assert.deepEqual(withUnits(texts, 'mm'), texts, tolerance)
  }
})

test('tolerances of both forms get the unit where it is read', () => {
  const cases = [
    ['0.05', '0.05 mm'],
    ['± 0,05', '± 0,05 mm'],
    ['+0.1/-0.2', '+0.1/-0.2 mm'],
    ['0 -0.013', '0 -0.013 mm'],
    ['(±0.05)', '(±0.05 mm)'],
    ['( 0.05 )', '( 0.05 mm)'],
  ]
  for (const [tolerance, expected] of cases) {
    assert.equal(withUnits({ ...NONE, tolerance: tolerance! }, 'mm').tolerance, expected)
  }
})

test('where the unit would change what a tolerance means, the tolerance stays as it is', () => {
  const texts = {
    ...NONE,
    nominalValue: '50',
    tolerance: '2',
    asFoundReading: '51',
    measurementUncertainty: '1',
  }
  const expected = { ...texts, nominalValue: '50 %', asFoundReading: '51 %' }
  assert.deepEqual(withUnits(texts, '%'), expected)
  assert.equal(withUnits(texts, '%RH').tolerance, '2 %RH')
})

test('a register entry that is no single unit is written after nothing', () => {
  const texts = { ...NONE, nominalValue: '10', asFoundReading: '10.1' }
  for (const unit of [null, undefined, '', ' ', 'V, A, Ω', 'V / A', 'mm (outside)', 'see plate', '0.1']) {
    assert.deepEqual(withUnits(texts, unit), texts)
  }
})

test('a unit that the comparison does not read is shown, but not written into what a form sends', () => {
  const texts = { ...NONE, nominalValue: '5.0' }
  assert.equal(withUnits(texts, 'inH2O').nominalValue, '5.0 inH2O')
  assert.equal(withReadUnits(texts, 'inH2O').nominalValue, '5.0')
  assert.equal(withReadUnits(texts, 'N·m').nominalValue, '5.0 N·m')
})

test('units written into the texts never change what the comparison says', () => {
  const number = fc
    .tuple(fc.constantFrom('', '-', '+', '± '), fc.nat(2000), fc.constantFrom('', '.5', ',5', ',250', '.005'))
    .map((parts) => parts.join(''))
  const suffix = fc.constantFrom(
    '',
    '',
    '',
    ' mm',
    ' in',
    ' %',
    ' ppm',
    ' min',
    ' OK',
    '/-0.1',
    ' 000',
    ' % of reading',
    ' V DC',
    ' % + 1 V DC',
  )
  const anyText = fc.oneof(
    fc.tuple(number, suffix).map((parts) => parts.join('')),
    fc.constantFrom(null, '', 'Class 1', '(±0.5)', '+0.2/-0.1', '0 -0.3', '100 101 099'),
  )
  const anyUnit = fc.constantFrom(
    'mm',
    'in',
    '%',
    '%RH',
    'ppm',
    'min',
    'N m',
    'V, A',
    'V DC',
    'inH2O',
    '‰',
    '',
    null,
  )
  assertProperty(
    fc.property(anyText, anyText, anyText, anyText, anyUnit, (...texts) => {
      const [nominalValue, tolerance, asFoundReading, asLeftReading, unitOfMeasure] = texts
      const typed = { nominalValue, tolerance, asFoundReading, asLeftReading, measurementUncertainty: null }
      const written = withReadUnits(typed, unitOfMeasure)
      assert.deepEqual(
        outOfTolerance({ ...written, unitOfMeasure }),
        outOfTolerance({ ...typed, unitOfMeasure }),
      )
      assert.deepEqual(withReadUnits(written, unitOfMeasure), written, 'a second time changes nothing')
    }),
    { numRuns: 3000 },
  )
})
