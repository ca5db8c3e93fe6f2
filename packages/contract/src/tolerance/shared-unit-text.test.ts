import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { outOfTolerance } from './out-of-tolerance.ts'
import { isFreeUnit } from './shared-unit-text.ts'

/** Unit texts that no table knows. */
const UNITS = [
  'V DC',
  'V AC rms',
  'mm Hg',
  'bar(g)',
  'bar (abs)',
  '1/min',
  's⁻¹',
  'm s-2',
  'kg m^-3',
  'inH2O',
  'mg/100 mL',
  '% IACS',
  '° C',
  'deg F',
  'Shore2 A',
  // Of 40 letters, the longest that is no remark.
  'counts per revolution of the outer wheel',
  'мм',
  'dB re 1 V',
  '[mm]',
]

type Texts = [nominal: string, tolerance: string, reading: string, unit?: string]

/** The verdict, or the token that says why there is none. */
const response = (...[nominalValue, tolerance, asFoundReading, unitOfMeasure]: Texts) => {
  const { verdict, reason } = outOfTolerance({ nominalValue, tolerance, asFoundReading, unitOfMeasure })
  return reason?.token ?? verdict
}

test('the same text in all places is the same unit, whatever it is', () => {
  for (const unit of UNITS) {
    assert.equal(response(`10 ${unit}`, `±0.1 ${unit}`, `11 ${unit}`), 'outside', unit)
    assert.equal(response(`10 ${unit}`, `±0.1 ${unit}`, `10.1 ${unit}`), 'inside', unit)
  }
})

test('such a unit is compared as any other, in every form of a tolerance', () => {
  const values = fc.integer({ min: -50, max: 50 })
  const tolerances = fc.constantFrom('±5 #', '5', '+3 #/-7 #', '+3/-7 #', '0 -9 #', '10 %', '10 % of reading')
  assertProperty(
    fc.property(
      values,
      tolerances,
      values,
      fc.constantFrom(...UNITS),
      (nominal, tolerance, reading, unit) => {
        // A % counts in a unit of %, and a number within the text has to stand in all places.
        fc.pre(!unit.includes('%') && (unit !== 'dB re 1 V' || tolerance.includes('#')))
        const written = (text: string) => text.replaceAll('#', unit)
        assert.equal(
          response(`${nominal} ${unit}`, written(tolerance), `${reading} ${unit}`),
          response(`${nominal} V`, tolerance.replaceAll('#', 'V'), `${reading} V`),
        )
      },
    ),
  )
})

test('two places have to name it, and no other may name another', () => {
  const cases: [...Texts, expected: string][] = [
    ['10 V DC', '0.1', '11 V DC', '', 'outside'],
    ['10 V DC', '1 %', '11 V DC', '', 'outside'],
    ['10 V DC', '0.1 V DC', '11', '', 'outside'],
    ['10', '0.1', '11 V DC', 'V DC', 'outside'],
    ['10', '0.1 V DC', '11 V DC', '', 'outside'],
    ['10 V DC', '0.1', '11', '', 'nominal_value_not_read'],
    ['10', '0.1', '11 V DC', '', 'reading_not_read'],
    ['10 V DC', '0.1 V DC', '11 V AC', '', 'reading_not_read'],
    ['10 V DC', '0.1 V', '11 V DC', '', 'different_units'],
    ['10 V DC', '0.1', '11 V DC', 'mm', 'outside'],
    ['50 % IACS', '2 %', '51.5 % IACS', '', 'ambiguous'],
    ['10 dB re 1 V', '0.1', '11 dB re 1 V', '', 'nominal_value_not_read'],
  ]
  for (const [nominal, tolerance, reading, unit, expected] of cases) {
    assert.equal(
      response(nominal, tolerance, reading, unit),
      expected,
      `${nominal} | ${tolerance} | ${reading}`,
    )
  }
})

test('behind a known unit the words stand for themselves, so that SI prefixes are converted', () => {
  assert.equal(response('10 V DC', '±5 mV DC', '10.005 V DC'), 'inside')
  assert.equal(response('10 V DC', '±5 mV DC', '10.006 V DC'), 'outside')
  assert.equal(response('10', '±5 mV DC', '10.006 V DC', 'V DC'), 'outside')
  assert.equal(response('2 bar(g)', '50 mbar(g)', '2.06 bar(g)'), 'outside')
  assert.equal(response('10 V DC', '±5 mV', '10.006 V DC'), 'different_units')
})

test('exponents, second values, bounds and remarks are no units', () => {
  const texts = [
    'e3',
    'E-3',
    ' - 12 V',
    '± 0.1 V',
    '/2 in',
    ', 11',
    '; 11',
    'V max',
    'V ok',
    'mm avg',
    '*',
    'V or so',
    // Of 41 letters.
    'counts per revolution of the outer wheels',
  ]
  for (const text of texts) {
    assert.equal(isFreeUnit(text.trim()), false, text)
    assert.equal(response(`10 ${text}`, '0.1', `11 ${text}`), 'nominal_value_not_read', text)
  }
  assert.equal(isFreeUnit('V DC'), true)
  assert.equal(isFreeUnit('V'), false)
})
