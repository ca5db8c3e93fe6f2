import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { withDecimalPoints } from './decimal-points.ts'
import { outOfTolerance } from './out-of-tolerance.ts'

const written = (...texts: string[]) =>
  Object.values(withDecimalPoints(Object.fromEntries(texts.map((text, index) => [`t${index}`, text])), 't0'))

test('a comma that can only be a decimal one becomes a point, and so do those beside it', () => {
  const cases: [before: string[], after: string[]][] = [
    [
      ['50 mm', '0.05 mm', '50,03'],
      ['50 mm', '0.05 mm', '50.03'],
    ],
    [
      ['50,000 mm', '±0,05', '50,030 mm'],
      ['50.000 mm', '±0.05', '50.030 mm'],
    ],
    [['+0,1/-0,25 mm'], ['+0.1/-0.25 mm']],
    [['±(0,5 % + 2,5 mV)'], ['±(0.5 % + 2.5 mV)']],
    [['9,9 to 10,1'], ['9.9 to 10.1']],
    [['1.234,5 g'], ['1234.5 g']],
    [['1 234,5 kg·m2/s2'], ['1 234.5 kg·m2/s2']],
    [['10,5 V DC'], ['10.5 V DC']],
    [['1,5e-3 A'], ['1.5e-3 A']],
    [[',5'], ['.5']],
    [['0,050'], ['0.050']],
    // Three digits after the comma: the nominal value shows what they are.
    [
      ['50 mm', '0.05 mm', '50.03', '50,010'],
      ['50 mm', '0.05 mm', '50.03', '50.010'],
    ],
    [
      ['50.000 mm', '±0.020', '49,99'],
      ['50.000 mm', '±0.020', '49.99'],
    ],
    [
      ['10.5 mm', '0.1', '10,53', '10,490'],
      ['10.5 mm', '0.1', '10.53', '10.490'],
    ],
  ]
  for (const [before, after] of cases) assert.deepEqual(written(...before), after)
})

test('a comma is a decimal one beside a nominal value within a factor of ten, excluding ten itself', () => {
  const cases: [nominal: string, reading: string, after: string][] = [
    ['50 mm', '499,999', '499.999'],
    ['50 mm', '500,000', '500,000'],
    ['50 mm', '5,001', '5.001'],
    ['50 mm', '5,000', '5,000'],
    ['-50 mm', '49,999', '49.999'],
    ['n/a', '49,999', '49,999'],
    ['1200000', '1,234,567', '1,234,567'],
  ]
  for (const [nominal, reading, after] of cases)
    assert.deepEqual(written(nominal, reading), [nominal, after], `${nominal} ${reading}`)
  assert.deepEqual(written('50000', '50.000', '1,234'), ['50000', '50.000', '1,234'])
})

test('what may be meant otherwise stays as it is', () => {
  const cases = [
    ['1,234', '5', '1,236'],
    // A point that groups thousands, as the reading shows.
    ['50.000 Pa', '200', '49.999,5 Pa'],
    ['50.000 Pa', '200', '50010,5 Pa'],
    ['50010 Pa', '200', '50,010'],
    ['0', '5', '1,236'],
    ['1,234.5 g', '0,5 g'],
    ['10; 10,5', 'OK, 10,5', 'about 10,5', 'n/a'],
    ['50 mm', '0.05', '50.03'],
    [''],
  ]
  for (const texts of cases) assert.deepEqual(written(...texts), texts)
})

test('texts that are compared in commas say the same in points', () => {
  const number = fc
    .tuple(fc.nat(2000), fc.constantFrom('', ',5', ',25', ',125', ',0'))
    .map((parts) => parts.join(''))
  assertProperty(
    fc.property(number, number, number, (nominalValue, tolerance, asFoundReading) => {
      const texts = { nominalValue, tolerance, asFoundReading }
      const { verdict } = outOfTolerance(texts)
      const after = withDecimalPoints(texts, 'nominalValue')
      if (verdict !== 'not_comparable') assert.equal(outOfTolerance(after).verdict, verdict)
      assert.deepEqual(withDecimalPoints(after, 'nominalValue'), after)
    }),
  )
})
