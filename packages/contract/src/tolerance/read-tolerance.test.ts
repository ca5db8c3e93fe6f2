import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalText } from './decimal.ts'
import { readTolerance } from './read-tolerance.ts'

const read = (text: string): string | null => {
  const tolerance = readTolerance(text, 'decimal_point')
  if (tolerance === null) return null
  const { lower, upper, measure } = tolerance
  return [decimalText(lower), decimalText(upper), measure ?? ''].join(' ').trim()
}

const check = (cases: [text: string, reading: string | null][]) => {
  for (const [text, reading] of cases) assert.equal(read(text), reading, text)
}

test('a symmetric tolerance is an unsigned number under any plus-minus sign', () => {
  check([
    ['0.05', '-0.05 0.05'],
    ['±0.05', '-0.05 0.05'],
    ['± 0.05 mm', '-0.05 0.05 mm'],
    ['+/-0.05mm', '-0.05 0.05 mm'],
    ['+/- 0.05', '-0.05 0.05'],
    ['+-0.05', '-0.05 0.05'],
    ['-/+0.05', '-0.05 0.05'],
    ['(±0.05 mm)', '-0.05 0.05 mm'],
    ['( 0.05 )', '-0.05 0.05'],
    ['0.05kg m', '-0.05 0.05 kg·m'],
    ['0', '0 0'],
    ['1,000', '-1000 1000'],
  ])
})

test('a relative tolerance says what it is a share of', () => {
  check([
    ['0.5%', '-0.5 0.5 %'],
    ['±0.5 %', '-0.5 0.5 %'],
    ['0.5 % of nominal', '-0.5 0.5 % of nominal'],
    ['0.5% of reading', '-0.5 0.5 % of reading'],
    ['0.5 % of rdg', '-0.5 0.5 % of reading'],
    ['0.5 %rdg', '-0.5 0.5 % of reading'],
    ['0.5 % RDG', '-0.5 0.5 % of reading'],
    ['50 ppm', '-50 50 ppm'],
    ['2 ‰', '-2 2 ‰'],
    ['2 % RH', '-2 2 %RH'],
  ])
})

test('an asymmetric tolerance is two signed numbers, or one and a 0', () => {
  check([
    ['+0.1/-0.2', '-0.2 0.1'],
    ['-0.2/+0.1 mm', '-0.2 0.1 mm'],
    ['+ 0.1 / - 0.2 mm', '-0.2 0.1 mm'],
    ['+0.1 mm/-0.2 mm', '-0.2 0.1 mm'],
    ['+0.1 mm / -0.2', '-0.2 0.1 mm'],
    ['+0.1 -0.2', '-0.2 0.1'],
    ['+0.1 - 0.2', '-0.2 0.1'],
    ['0 -0.013', '-0.013 0'],
    ['0/-0.013', '-0.013 0'],
    ['+0.013 0', '0 0.013'],
    ['0.000 -0.013', '-0.013 0'],
    ['+0/-0.013', '-0.013 0'],
    ['0/0', '0 0'],
    ['+0.2/+0.1', '0.1 0.2'],
    ['-0.1/-0.2', '-0.2 -0.1'],
    ['+1 % / -2 %', '-2 1 %'],
    ['+1 deg C / -2 °C', '-2 1 °C'],
    ['+1 m/s/-2 m/s', '-2 1 m/s'],
    ['(+0.1/-0.2)', '-0.2 0.1'],
    ['+0.1mm -0.2mm', '-0.2 0.1 mm'],
    ['+1kg m/-2kg m', '-2 1 kg·m'],
  ])
})

test('a range is two numbers of which the first is smaller, with blanks about what is between them', () => {
  check([
    ['0 - 5', '0 5'],
    ['-5 - 1', '-5 1'],
    ['4.9 to 5.1', '4.9 5.1'],
    ['4.9 - 5.1 V', '4.9 5.1 V'],
    ['4.9 V to 5.1 mV', null],
    ['4.9 to 5.1 or so', null],
  ])
})

test('a range counts in the unit that either of its numbers names', () => {
  check([
    ['4.9 V to 5.1', '4.9 5.1 V'],
    ['4.9 V to 5.1 V', '4.9 5.1 V'],
    ['4.9 to 5.1   V', '4.9 5.1 V'],
    ['4.9 V - 5.1', '4.9 5.1 V'],
    ['4.9V to 5.1V', '4.9 5.1 V'],
    ['1kg m to 2kg m', '1 2 kg·m'],
    ['5.1 to 4.9', null],
    ['5 to 5', null],
    ['-1 to 0', '-1 0'],
    ['4.9 to five', null],
    ['low to 5', null],
  ])
})

test('a dash between blanks is a sign as well where it can be one', () => {
  const both = (text: string) => {
    const tolerance = readTolerance(text, 'decimal_point')
    const other = tolerance?.otherwise
    return other === undefined
      ? null
      : [decimalText(other.lower), decimalText(other.upper), other.isRange === true]
  }
  const cases: [text: string, otherwise: (string | boolean)[] | null][] = [
    ['0 - 5', ['-5', '0', false]],
    ['-5 - 1', ['-5', '-1', false]],
    ['4.9 - 5.1', null],
    ['0 to 5', null],
    ['+0.1 - 0.2', ['0.1', '0.2', true]],
    ['+0.1 -0.2', null],
    ['+0.1/-0.2', null],
    ['+0.2 - 0.1', null],
  ]
  for (const [text, otherwise] of cases) assert.deepEqual(both(text), otherwise, text)
})

test('only terms that each name what they count in are a sum, and those that nothing joins may stand alone', () => {
  const second = (text: string) => {
    const tolerance = readTolerance(text, 'decimal_point')
    if (tolerance?.second === undefined) return null
    const { width, measure, isLoose } = tolerance.second
    return [decimalText(tolerance.upper), tolerance.measure, decimalText(width), measure, isLoose]
  }
  const cases: [text: string, terms: unknown[] | null][] = [
    ['±(0.5 % + 2 mV)', ['0.5', '%', '2', 'mV', false]],
    ['0.5 % of reading + 2 mV', ['0.5', '% of reading', '2', 'mV', false]],
    ['0.1 % ± 3 mV', ['0.1', '%', '3', 'mV', false]],
    ['0.1 % 3 mV', ['0.1', '%', '3', 'mV', true]],
    ['0.5 % + 2', null],
    ['0.5 + 2 mV', null],
    ['0 mm + 0.1 mm', null],
    ['0.1 mm + 0 mm', null],
    ['0.1 mm + 0.02 mm', ['0.1', 'mm', '0.02', 'mm', false]],
    ['±0.1 mm ± 0.02 mm', ['0.1', 'mm', '0.02', 'mm', false]],
    ['0.1 mm 0.02 mm', ['0.1', 'mm', '0.02', 'mm', true]],
    ...['% of nominal', '% of reading', '‰', 'ppm'].map((share): [string, unknown[]] => [
      `5 ${share} ± 3 mV`,
      ['5', share, '3', 'mV', false],
    ]),
  ]
  for (const [text, terms] of cases) assert.deepEqual(second(text), terms, text)
})

test('a tolerance is doubtful as soon as one of its numbers is a group that begins with 0', () => {
  const texts = ['± 0,500', '0,500 % + 2 mV', '0.5 % + 0,002 mV', '+0,500/-0.2', '+0.5/-0,200']
  for (const text of [...texts, '0,500 to 900', '0.5 to 0,900'])
    assert.equal(readTolerance(text, 'decimal_point')?.isDoubtful, true, text)
  for (const text of ['± 0.500', '0.5 % + 2 mV', '+0.5/-0.2', '0.5 to 0.9', '± 1,500'])
    assert.equal(readTolerance(text, 'decimal_point')?.isDoubtful, false, text)
})

test('a second deviation alone has no unit of its own, unless it is 0', () => {
  const cases: [text: string, isPartlyBare: boolean][] = [
    ['+5 µm/-3', true],
    ['+5 µm/-3 µm', false],
    ['+5/-3 µm', false],
    ['+5/-3', false],
    ['+5 µm/0', false],
  ]
  for (const [text, isPartlyBare] of cases)
    assert.equal(readTolerance(text.replaceAll('µ', 'μ'), 'decimal_point')?.isPartlyBare, isPartlyBare, text)
})

test('two numbers that may be a sum or two deviations are no tolerance', () => {
  check([
    ['0 + 0.1', null],
    ['+0.2 + 0.1', null],
    ['4.9-5.1', null],
    ['0.1 + 0.2', null],
    ['+0.1-0.2', null],
  ])
})

test('what the comparison does not know is no tolerance', () => {
  check([
    ['+0.05', null],
    ['-0.05', null],
    ['10.0 mm ± 0.1 mm', null],
    ['10 V +/- 5 mV', null],
    ['±-0.05', null],
    ['±±0.05', null],
    ['± 0.05 / 0.03', null],
    ['0.1/0.2', null],
    ['0.1/-0.2', null],
    ['+0.1/0.2', null],
    ['+0.1 mm/-0.2 um', null],
    ['+0.1/-0.2/+0.3', null],
    ['1/64 in', null],
    ['≤ 5.1', null],
    ['<0.1', null],
    ['5.1 max', null],
    ['Class 1', null],
    ['1 LSD', null],
    ['2 digits', null],
    ['0.1 % + 2 counts', null],
    ['0.1 % of span', null],
    ['0.1 %FS', null],
    ['0.1 % FS', null],
    ['0.1 % F.S.', null],
    ['5 ppm of reading', null],
    ['0.5 % rdg + 3 digits', null],
    ['0.5 % of reading or 2 V', null],
    ['0.5 % rdg max', null],
    ['1 V or 0.5 % rdg', null],
    ['0.5 mm or 1 % of reading', null],
    ['0.5 % of nominal or 2 V', null],
    ['1 V or 0.5 % of nominal', null],
    ['0.5 °C or 1 %, whichever is greater', null],
    ['(±0.05', null],
    ['5 (±0.1)', null],
    ['0.1 % ±(3 mV)', null],
    ['±(0.05) mm', null],
    ['0.05 ±', null],
    ['0.5 mV % of nominal', null],
    ['0.5 mV % of reading', null],
    ['+0.1;-0.2 mm', null],
    ['± within 0.05 mm', null],
    ['10/-0.2', null],
    ['±0.05)', null],
    ['(±0.05) mm', null],
    ['±', null],
    ['', null],
    ['()', null],
  ])
})
