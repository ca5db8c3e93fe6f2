import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import vectors from '../../test/vectors/tolerance.json' with { type: 'json' }
import { outOfTolerance } from './out-of-tolerance.ts'

/** The token of the reason for each reason that the vectors name. */
const tokens: Record<string, string> = {
  'no nominal': 'no_nominal_value',
  'no reading': 'no_reading',
  'nominal not parsed': 'nominal_value_not_read',
  'tolerance not parsed': 'tolerance_not_read',
  'reading not parsed': 'reading_not_read',
  'different units': 'different_units',
  'relative tolerance of zero nominal': 'zero_nominal_value',
  'ambiguous (interpretations disagree)': 'ambiguous',
}

type Texts = [nominal: string | null, tolerance: string | null, reading: string | null, unit?: string]

const compare = ([nominalValue, tolerance, asFoundReading, unitOfMeasure]: Texts) =>
  outOfTolerance({ nominalValue, tolerance, asFoundReading, unitOfMeasure })

/** The verdict, or the token that says why there is none. */
const response = (...texts: Texts) => {
  const { verdict, reason } = compare(texts)
  return reason === null ? verdict : reason.token
}

/** Deviation, lower and upper limit. */
const shown = (...texts: Texts) => {
  const { deviation, limits } = compare(texts)
  return [deviation, limits?.lower ?? null, limits?.upper ?? null]
}

const check = (cases: [...texts: [string, string, string], expected: string][]) => {
  for (const [nominal, tolerance, reading, expected] of cases) {
    assert.equal(response(nominal, tolerance, reading), expected, [nominal, tolerance, reading].join(' | '))
  }
}

for (const vector of vectors) {
  const { nominal_value: nominal, tolerance, final_reading: reading } = vector
  test(`vector ${vector.id}: ${nominal} ${tolerance} reads ${reading}`, () => {
    const verdict = vector.out_of_tolerance === true ? 'outside' : 'inside'
    assert.equal(response(nominal, tolerance, reading), tokens[vector.reason ?? ''] ?? verdict)
  })
}

test('a reading at a limit lies inside, one digit further outside', () => {
  check([
    ['10', '0.1', '10.1', 'inside'],
    ['10', '0.1', '9.9', 'inside'],
    ['10', '0.1', '10.1000000000000000000000000001', 'outside'],
    ['10', '0.1', '9.8999999999999999999999999999', 'outside'],
    ['25 mm', '+0.2/+0.1', '25.1 mm', 'inside'],
    ['25 mm', '+0.2/+0.1', '25.2 mm', 'inside'],
    ['25 mm', '-0.1/-0.2', '25 mm', 'outside'],
    ['-40 °C', '+1 %/-2 %', '-40.8 °C', 'inside'],
    ['-40 °C', '+1 %/-2 %', '-39.5 °C', 'outside'],
    ['1e-30', '1e-30', '2e-30', 'inside'],
    ['1000 Hz', '2 ‰', '1002.1 Hz', 'outside'],
  ])
})

test('a missing unit takes the other, and different units are never compared', () => {
  check([
    ['10', '0.1 mm', '10.3', 'outside'],
    ['10', '0.1', '10.3 mm', 'outside'],
    ['10', '0.1 mm', '10.3 cm', 'different_units'],
    ['10 mm', '0.1', '10.3', 'outside'],
    ['10 mm', '0.1', '10.3 %', 'different_units'],
    ['10 Mm', '0.1', '10 mm', 'different_units'],
    ['10"', '0.1 in', '10.3 inch', 'outside'],
    ['10 PSI', '0.1 psi', '10.3 psi', 'outside'],
    ['10 ohm', '0.1 Ω', '10.3 \u2126', 'outside'],
    ['10 N/m', '0.1', '10.3 N m', 'different_units'],
  ])
})

test('units with joins, spaces and powers are compared in any of their spellings', () => {
  check([
    ['60 N·m', '±0.3 N·m', '60.2 N·m', 'inside'],
    ['60 N·m', '±0.3', '60.4 N m', 'outside'],
    ['60 N m', '0.5 %', '60.2 N.m', 'inside'],
    ['60 N*m', '+0.1 N m/-0.1 N m', '60.2 N⋅m', 'outside'],
    ['60 N·m', '+0.1 N m -0.3 N m', '60.1 N-m', 'inside'],
    ['100 lbf·in', '4 %', '104.1 lbf in', 'outside'],
    ['100 lbf-in', '±4 lbf in', '104 lbf.in', 'inside'],
    ['25 m³/h', '±0.2 m3/h', '25.3 m^3/h', 'outside'],
    ['10 kgf/cm²', '±0.1 kgf/cm2', '10.1 kgf/cm^2', 'inside'],
    ['9,81 m/s²', '±0,01 m/s2', '9,83 m/s^2', 'outside'],
    ['60 N·m', '±0.3 N·m', '60.2 N/m', 'different_units'],
    ['60 N·m', '±0.3 N·m', '60.2 kN·m', 'different_units'],
  ])
  assert.equal(response('60', '0.1', '60.2 N m', 'N·m'), 'outside')
})

test("the instrument's unit holds where the nominal value names none", () => {
  const cases: [...Texts, expected: string][] = [
    ['10', '0.1', '10.3', 'mm', 'outside'],
    ['10', '0.1', '10.3 mm', 'mm', 'outside'],
    ['10', '0.1', '10.3 cm', 'mm', 'different_units'],
    ['10', '50 um', '10.3', 'mm', 'outside'],
    ['10', '50 um', '10.04', 'mm', 'inside'],
    ['10 cm', '0.1', '10.3 cm', 'mm', 'outside'],
    ['50', '2 %', '51.5', '%RH', 'ambiguous'],
    ['50', '2 ppm', '51', 'ppm', 'inside'],
    ['10', '0.1', '10.3', 'V, A, Ω', 'outside'],
    ['10', '0.1', '10.3 V', 'V, A, Ω', 'different_units'],
    ['10', '1', '12', 'min', 'outside'],
  ] as const
  for (const [nominal, tolerance, reading, unit, expected] of cases) {
    assert.equal(response(nominal, tolerance, reading, unit), expected)
  }
})

test('a word that may be no unit counts as one when two texts say it', () => {
  check([
    ['10 min', '1', '12', 'unclear_unit'],
    ['10 min', '1 min', '12', 'outside'],
    ['10', '2 d', '12.5', 'unclear_unit'],
    ['10 V', '2 d', '12.5 V', 'different_units'],
    ['10', '0.1 %LEL', '10.3', 'unclear_unit'],
  ])
})

test('a relative tolerance gives a verdict only where every meaning of it agrees', () => {
  check([
    ['50 %RH', '2 %', '52.5 %RH', 'outside'],
    ['50 % RH', '2 %', '51 %RH', 'inside'],
    ['50', '2 %', '51.5 %', 'ambiguous'],
    ['50 %', '2 % of nominal', '51.5 %', 'outside'],
    ['50 %rh', '2 %', '51.5 %rh', 'ambiguous'],
    ['50 %RH', '2', '51.5 %RH', 'inside'],
    ['50 %RH', '2 % RH', '51.5 %RH', 'inside'],
    ['100', '10 % of reading', '110.5', 'ambiguous'],
    ['100', '10 % of reading', '89.95', 'outside'],
    ['100', '10 % of reading', '90.5', 'ambiguous'],
    ['50', '2 ppm', '51', 'ambiguous'],
    ['50', '2 ppm', '53', 'outside'],
    ['50 ppmv', '2 ppm', '51 ppmv', 'ambiguous'],
    ['50 ppm', '2 ppm', '51 ppm', 'inside'],
    ['100 V', '1 % of nominal', '101 V', 'inside'],
    ['100 V', '1 % of nominal', '101.1 V', 'outside'],
    ['1000 Hz', '2 ‰', '1002 Hz', 'inside'],
    ['50 ‰', '2 ‰', '51 ‰', 'ambiguous'],
    ['50 ‰', '2 ‰', '52.1 ‰', 'outside'],
    ['50 V', '2 ppm', '51 V', 'outside'],
    ['10 V', '50 ppm', '10.0005 V', 'inside'],
    ['10 V', '50 ppm', '9.9995 V', 'inside'],
    ['10 V', '50 ppm', '10.0006 V', 'outside'],
    ['10 V', '50 ppm', '9.9994 V', 'outside'],
  ])
})

test('a relative tolerance of zero is not comparable', () => {
  check([
    ['0 V', '1 %', '5 V', 'zero_nominal_value'],
    ['0.00 %RH', '2 %', '5 %RH', 'zero_nominal_value'],
    ['0 V', '1 % of reading', '5 V', 'zero_nominal_value'],
    ['0', '5 ppm', '1', 'zero_nominal_value'],
    ['0 V', '+1 %/-2 %', '0 V', 'zero_nominal_value'],
    ['0 ppm', '2 ppm', '3 ppm', 'outside'],
  ])
})

test('the decimal comma is tried as soon as one text has a comma', () => {
  check([
    ['1.234', '0,5', '1.235', 'outside'],
    ['1.234,5 g', '0,5 g', '1.235,1 g', 'outside'],
    ['1 234,5 g', '0,5 g', '1 235,0 g', 'inside'],
    ['10,5', '0.1', '10,61', 'mixed_decimal_marks'],
    ['0,500', '0,010', '0,505', 'inside'],
    ['0,500', '0,010', '0,520', 'outside'],
    ['1,234', '0.5', '1,236', 'outside'],
    ['1,234,567', '5', '1,234,580', 'outside'],
  ])
})

test('a group that begins with 0 never condemns a reading by itself', () => {
  check([
    ['0,500', '0.01', '0,505', 'ambiguous'],
    ['500', '5', '0,505', 'ambiguous'],
  ])
})

test('repeated readings that all lie inside are not one large reading outside', () => {
  check([
    ['100', '5', '100 101 099', 'ambiguous'],
    ['100', '5', '100 101 250', 'outside'],
    ['500 000', '1', '500 000', 'inside'],
    ['0 Pa', '500 Pa', '1 234 Pa', 'outside'],
  ])
})

test('text around a number keeps it from being compared', () => {
  const readings = [
    '~10.5',
    '<10.5',
    'ca. 10.5',
    '10.5 OK',
    '10.5*',
    '10.5 (avg)',
    '10.5 / 10.6',
    '10.5 10.6',
    '10.5 mm high',
    '10.5 V DC',
    '1.05 E1',
  ]
  for (const reading of [...readings, '10.5, 10.6', '10.5\n10.6', '10.5 ± 0.1', '1 1/2', 'NaN', '10:30']) {
    assert.equal(response('10', '0.1', reading), 'reading_not_read', reading)
  }
})

test('the final reading is as left, and as found only where nothing was left', () => {
  const texts = { nominalValue: '10', tolerance: '0.1', asFoundReading: '10.3' }
  const verdict = (asLeftReading: string | null) => outOfTolerance({ ...texts, asLeftReading }).verdict
  assert.equal(verdict('10.05'), 'inside')
  assert.equal(verdict(null), 'outside')
  assert.equal(verdict(' \u00A0'), 'outside')
  assert.equal(verdict('OK'), 'not_comparable')
})

test('deviation and limits are shown as far as they are certain', () => {
  assert.deepEqual(shown('10.00 mm', '±0.05 mm', '10.0300 mm'), ['0.03', '9.95', '10.05'])
  assert.deepEqual(shown('10,00 mm', '±0,05 mm', '9,98 mm'), ['-0.02', '9.95', '10.05'])
  assert.deepEqual(shown('100 V', '0.5 %', null), [null, '99.5', '100.5'])
  assert.deepEqual(shown('10', null, '10.03'), ['0.03', null, null])
  assert.deepEqual(shown('10', 'Class 1', '10.03'), ['0.03', null, null])
  assert.deepEqual(shown('50 %RH', '2 %', '51.5 %RH'), ['1.5', null, null])
  assert.deepEqual(shown('0 %RH', '2 %', '1 %RH'), ['1', null, null])
  assert.deepEqual(shown('0,500', '0,010', '0,505'), ['0.005', '0.49', '0.51'])
  assert.deepEqual(shown('1,234', '5', '1,236'), [null, null, null])
  assert.deepEqual(shown('10 mm', '0.1 mm', '1 cm'), [null, null, null])
  assert.deepEqual(shown(null, null, null), [null, null, null])
})

const scaled = fc.record({ digits: fc.integer({ min: -99_999, max: 99_999 }), scale: fc.nat(4) })
type Scaled = { digits: number; scale: number }
const text = ({ digits, scale }: Scaled, exponent = 0) => `${digits}e${exponent - scale}`
const mirrored = (value: Scaled): Scaled => ({ ...value, digits: -value.digits })
const unsigned = ({ digits, scale }: Scaled, exponent = 0) =>
  text({ digits: Math.abs(digits), scale }, exponent)

test('the same power of ten on all three texts never changes the verdict', () => {
  const exponents = fc.integer({ min: -25, max: 25 })
  assertProperty(
    fc.property(scaled, scaled, scaled, exponents, (nominal, tolerance, reading, exponent) => {
      const moved = response(text(nominal, exponent), unsigned(tolerance, exponent), text(reading, exponent))
      assert.equal(moved, response(text(nominal), unsigned(tolerance), text(reading)))
    }),
  )
})

test('mirrored limits give mirrored verdicts', () => {
  assertProperty(
    fc.property(scaled, scaled, scaled, scaled, (nominal, up, down, reading) => {
      const tolerance = `+${unsigned(up)}/-${unsigned(down)}`
      const mirroredTolerance = `+${unsigned(down)}/-${unsigned(up)}`
      assert.equal(
        response(text(mirrored(nominal)), mirroredTolerance, text(mirrored(reading))),
        response(text(nominal), tolerance, text(reading)),
      )
    }),
  )
})

test('whole numbers are compared as integers are', () => {
  const values = fc.integer({ min: -500, max: 500 })
  assertProperty(
    fc.property(values, fc.nat(500), values, (nominal, tolerance, reading) => {
      const expected = Math.abs(reading - nominal) <= tolerance ? 'inside' : 'outside'
      assert.equal(response(`${nominal} V`, `±${tolerance} V`, `${reading} V`), expected)
    }),
  )
})

test('any text has a response', () => {
  const marks = fc.constantFrom(
    ...Array.from('0123456789.,\' +-/±%()e×^mΩ°μ"~<\u00A0\u200B'),
    '10⁶',
    ' % of reading',
  )
  const anyText = fc.oneof(fc.string({ unit: marks, maxLength: 255 }), fc.string({ maxLength: 255 }))
  assertProperty(
    fc.property(anyText, anyText, anyText, (...texts) => {
      assert.match(compare(texts).verdict, /^(?:inside|outside|not_comparable)$/)
    }),
  )
})

test('the number that an overloaded multimeter sends is a reading like any other, and outside', () => {
  check([
    ['1 V', '±0.01 V', '9.90000000E+37', 'outside'],
    ['1 V', '±0.01 V', '-9.9E37 V', 'outside'],
    ['1 V', '1 %', '9.9E+37', 'outside'],
    ['1 V', '±0.01 V', '1e99', 'outside'],
    ['1 V', '±0.01 V', '1e100', 'reading_not_read'],
  ])
})

test('a tolerance in another SI prefix, or in K at °C, is converted; readings never are', () => {
  check([
    ['100 g', '±2 mg', '100.002 g', 'inside'],
    ['100 g', '±2 mg', '100.0021 g', 'outside'],
    ['50 mm', '+5 µm/-3 µm', '49.997 mm', 'inside'],
    ['50 mm', '+5 µm/-3 µm', '49.9969 mm', 'outside'],
    ['20 °C', '±0.5 K', '20.6 °C', 'outside'],
    ['20 °C', '500 mK', '20.5 °C', 'inside'],
    ['293 K', '±0.5 °C', '293 K', 'different_units'],
    ['20 °C', '19.5 to 20.5 K', '20 °C', 'different_units'],
    ['7 pH', '0.1 H', '7 pH', 'different_units'],
    ['5 PS', '0.1 S', '5 PS', 'different_units'],
    ['1 s', '0.5 fs', '1 s', 'different_units'],
    ['1 L', '0.5 cl', '1.1 L', 'different_units'],
    ['100 g', '0.1', '100000 mg', 'different_units'],
    ['10 mm', '0.01 in', '10 mm', 'different_units'],
  ])
})

test('a range is the limits where the nominal value lies in it', () => {
  check([
    ['10 V', '9.9 to 10.1', '10.1', 'inside'],
    ['10 V', '9.9 V to 10.1 V', '10.11 V', 'outside'],
    ['10 V', '9.9 - 10.1 V', '9.8', 'outside'],
    ['10 V', '9.9 … 10.1', '10', 'inside'],
    ['-5 °C', '-6 to -4', '-3.9', 'outside'],
    ['10 V', '9.9-10.1', '10', 'tolerance_not_read'],
    ['10 V', '10.1 to 9.9', '10', 'tolerance_not_read'],
    ['10 V', '0 - 5', '10', 'tolerance_not_read'],
    ['10 V', '1 to 2 %', '10', 'tolerance_not_read'],
    ['10 V', '9.9 mm to 10.1 mm', '10', 'different_units'],
  ])
})

test('marks around a tolerance say nothing else, and a comma may part its sides', () => {
  check([
    ['10 mm', 'within ±0.1 mm.', '10.2 mm', 'outside'],
    ['10 mm', '±(0.1 mm)', '10.2 mm', 'outside'],
    ['10 mm', '±(1 %)', '10.1', 'inside'],
    ['10 mm', '1 % of value', '10.11', 'outside'],
    ['10 mm', '1 % of measured value', '10.2', 'outside'],
    ['10 mm', '+0.1, -0.2 mm', '9.79', 'outside'],
    ['10 mm', '+0.1, -0.2 mm', '9.8', 'inside'],
  ])
})

test('spellings of one unit, and capitals of registers with one reading, are that unit', () => {
  check([
    ['10 mm', '0.1 MM', '10.2 mm', 'outside'],
    ['10 kg', '0.1 KG', '10.2 kg', 'outside'],
    ['20 °C', '0.5 ℃', '21 °C', 'outside'],
    ['10 ul', '0.1 µL', '10.2 µl', 'outside'],
    ['10 N·m', '0.1 Nm', '10.2 N m', 'outside'],
    ['10 ft lb', '0.1 lbf ft', '10.2 ftlbs', 'outside'],
    ['1 kOhm', '0.1 kΩ', '1.2 kohms', 'outside'],
    ['50 %RH', '1 %HR', '53 % r.h.', 'outside'],
    ['30°', '1 deg', '32 °', 'outside'],
  ])
})

test('two symmetric terms add up, each in its own unit or share', () => {
  check([
    ['100 V', '±(0.5 % + 2 mV)', '100.502 V', 'inside'],
    ['100 V', '±(0.5 % + 2 mV)', '100.5021 V', 'outside'],
    ['100 V', '0.1% + 3 mV', '99.896 V', 'outside'],
    ['100 V', '±0.1 % ± 3 mV', '99.897 V', 'inside'],
    ['20 °C', '(0.5 % + 0.1 K).', '20.3 °C', 'outside'],
    ['10 mm', '2 µm + 3 ppm', '10.0021 mm', 'outside'],
    ['10,0 V', '±(0,5 % + 2 mV)', '10,06 V', 'outside'],
    // A share of the reading may be meant of the nominal value.
    ['100 V', '±(1 % rdg + 10 mV)', '101.015 V', 'ambiguous'],
    ['50 %RH', '±(1 % + 0.5 %RH)', '51.2 %RH', 'ambiguous'],
    ['50 %RH', '±(1 % + 0.5 %RH)', '51.6 %RH', 'outside'],
    // Of zero the share adds nothing, and two shares are no tolerance.
    ['0 V', '±(0.5 % + 2 mV)', '0.003 V', 'outside'],
    ['0 V', '±(0.5 % of reading + 2 mV)', '0.002005 V', 'ambiguous'],
    ['0 V', '±(0.5 % + 10 ppm)', '0 V', 'zero_nominal_value'],
    ['10 V', '±(0.5 % + 2 mA)', '11 V', 'different_units'],
  ])
})

test('a sum is read only where every term says what it counts in', () => {
  const tolerances = [
    '0.5 % + 2',
    '0.1 + 0.2',
    '0.1 + 0.2 %',
    '0 V + 0.1 V',
    '1 % + 2 digits',
    '1 % rdg + 1 % FS',
  ]
  for (const tolerance of [...tolerances, '1 % + 2 mV + 3 µV', '1 % - 2 mV', '1 % or 2 mV']) {
    assert.equal(response('10 V', tolerance, '20 V'), 'tolerance_not_read', tolerance)
  }
})

test('a text with two meanings gives a verdict only where both agree', () => {
  check([
    // Terms that nothing joins: the sum, or either of them.
    ['100 V', '0.1% 3 mV', '100.104 V', 'outside'],
    ['100 V', '0.1% 3 mV', '100.102 V', 'ambiguous'],
    ['100 V', '0.1% 3 mV', '100.002 V', 'inside'],
    // A dash between two numbers: limits, or deviations.
    ['3', '0 - 5', '4', 'ambiguous'],
    ['3', '0 - 5', '2', 'inside'],
    ['3', '0 - 5', '6', 'outside'],
    ['-3', '-5 - 1', '0', 'ambiguous'],
    ['10', '+9.9 - 10.1', '11', 'ambiguous'],
    ['10', '+0.1 - 0.2', '10.2', 'outside'],
    ['10', '+0.1 - 0.2', '10.05', 'inside'],
    // A deviation without a unit beside one in another unit than the quantity.
    ['10 mm', '+5 µm/-3', '9 mm', 'tolerance_not_read'],
    ['100 V', '+1 %/-2', '97 V', 'tolerance_not_read'],
    ['10 mm', '+0.1 mm/-0.2', '9.7 mm', 'outside'],
  ])
})

test('a sum of two terms allows as much as both together', () => {
  const widths = fc.integer({ min: 1, max: 400 })
  assertProperty(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      widths,
      widths,
      fc.integer(),
      (nominal, percent, absolute, off) => {
        // In hundredths of a volt: the nominal value is in volts, so that 1 % of it is as many hundredths.
        const allowed = percent * nominal + absolute
        const reading = nominal * 100 + (off % (2 * allowed))
        const expected = Math.abs(reading - nominal * 100) <= allowed ? 'inside' : 'outside'
        const written = [`${nominal} V`, `±(${percent} % + ${absolute} cV)`, `${reading}e-2 V`] as const
        assert.equal(response(...written), expected, written.join(' | '))
        const joined = [written[0], `${absolute} cV + ${percent}%`, written[2]] as const
        assert.equal(response(...joined), expected, joined.join(' | '))
      },
    ),
  )
})
