import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScopeLine } from '../fields/workspace.ts'
import {
  capabilityAboveOf,
  capabilityAt,
  expandedOfPoint,
  holdsOn,
  isBelowCapability,
  linesInside,
  scopeLineOf,
} from './accreditation-scope.ts'
import { evaluateMeasurements } from '../measurement/evaluate.ts'
import type { MeasurementCreate } from '../public/measurement.ts'

const line = (members: Partial<ScopeLine> = {}): ScopeLine => ({
  quantity: 'DC voltage',
  from: '1',
  to: '10',
  unit: 'V',
  cmc: '5',
  cmc_unit: 'µV',
  cmc_percent: '0.002',
  method: null,
  since: null,
  until: null,
  ...members,
})
const volts = (value: string, unit = 'V') => ({ value, unit })

test('a value lies inside a line of its quantity between two values, ends included, in any SI prefix', () => {
  const cases: [quantity: string | null, value: string, unit: string, isInside: boolean][] = [
    ['DC voltage', '10', 'V', true],
    ['DC voltage', '1', 'V', true],
    ['dc  Voltage ', '5000', 'mV', true],
    [null, '5', 'V', true],
    ['DC voltage', '10.001', 'V', false],
    ['DC voltage', '999', 'mV', false],
    ['AC voltage', '5', 'V', false],
    ['DC voltage', '5', 'A', false],
    ['DCvoltage', '5', 'V', false],
  ]
  for (const [quantity, value, unit, isInside] of cases) {
    const found = scopeLineOf([line({ quantity: 'Length', unit: 'mm' }), line()], {
      quantity,
      nominal: volts(value, unit),
    })
    assert.equal(found?.quantity === 'DC voltage', isInside, `${quantity} ${value} ${unit}`)
  }
  assert.equal(scopeLineOf([line()], { quantity: 'DC voltage', nominal: null }), undefined)
})

test('a line holds from its first day to its last, both included', () => {
  const dated = line({ since: '2025-01-01', until: '2025-12-31' })
  const days = ['2024-12-31', '2025-01-01', '2025-12-31', '2026-01-01']
  assert.deepEqual(
    days.map((day) => holdsOn(dated, day)),
    [false, true, true, false],
  )
  assert.ok(holdsOn(line(), '1999-01-01'))
})

test('the capability is a value plus a share of the value, in the unit that it is asked in', () => {
  assert.equal(capabilityAt(line(), volts('10'), 'µV')?.toFixed(6), '205.000000')
  assert.equal(capabilityAt(line({ cmc_percent: null }), volts('10'), 'mV')?.toFixed(6), '0.005000')
  assert.equal(capabilityAt(line({ cmc: null, cmc_unit: null }), volts('-10'), 'mV')?.toFixed(6), '0.200000')
  assert.equal(
    capabilityAt(line({ unit: '°C', cmc: '20', cmc_unit: 'mK', cmc_percent: null }), volts('5', '°C'), 'K'),
    0.02,
  )
  assert.equal(capabilityAt(line(), volts('10'), 'A'), null)
  assert.equal(capabilityAt(line({ cmc_unit: 'A' }), volts('10'), 'V'), null)
  // What a share of a temperature is in kelvins, °C do not say.
  const thermal = line({ unit: '°C', cmc: '20', cmc_unit: 'mK' })
  assert.equal(capabilityAt(thermal, volts('5', '°C'), 'K'), null)
  assert.equal(capabilityAt(thermal, volts('5', '°C'), '°C')?.toFixed(6), '0.020100')
})

test('an uncertainty equal to the capability is not below it', () => {
  const isBelow = (expanded: string) => isBelowCapability(line(), volts('10'), { expanded, unit: 'V' })
  assert.deepEqual(['0.000205', '0.0003', '0.000204'].map(isBelow), [false, false, true])
})

test('the capability above an uncertainty is printed in its unit with two digits, and only where it is above', () => {
  const above = (expanded: string, of: ScopeLine | undefined = line()) =>
    capabilityAboveOf(of, volts('10'), { expanded, unit: 'V' })
  assert.equal(above('0.0001'), '0.00021 V')
  assert.equal(above('0.0003'), null)
  const wide = line({ cmc: '12345', cmc_unit: 'V', cmc_percent: null })
  assert.equal(above('1', wide), '12000 V')
  assert.equal(capabilityAboveOf(undefined, volts('10'), { expanded: '0.0001', unit: 'V' }), null)
})

test('the lines that hold on a day and that a value lies inside of are found once, in their order', () => {
  const [low, high, past] = [line(), line({ from: '10', to: '100' }), line({ until: '2024-12-31' })]
  const inside = (...values: string[]) =>
    linesInside(
      [past, low, high],
      '2025-06-01',
      values.map((value) => ({ quantity: null, nominal: volts(value) })),
    )
  assert.deepEqual(inside('50', '5', '6'), [low, high])
  assert.deepEqual(inside('5000'), [])
})

test('the uncertainty of a point is that of its final phase, else its own, in the unit of its nominal value', () => {
  const expandedOf = (members: MeasurementCreate) => {
    const stated: MeasurementCreate = {
      nominal: volts('10'),
      tolerance: { symmetric: { absolute: '1' } },
      as_found: { readings: ['10'] },
      ...members,
    }
    const { measurements } = evaluateMeasurements([stated], { decisionRule: null, result: 'PASS' }, 'points')
    return expandedOfPoint(measurements[0]!)
  }
  const uncertainty = { expanded: '2', unit: 'mV', coverage_factor: '2' }
  assert.deepEqual(expandedOf({ uncertainty }), { expanded: '2', unit: 'mV' })
  const ofPhase = { expanded: '0.5', coverage_factor: '2' }
  assert.deepEqual(expandedOf({ uncertainty, as_found: { readings: ['10'], uncertainty: ofPhase } }), {
    expanded: '0.5',
    unit: 'V',
  })
  for (const none of [
    null,
    { expanded: '0', coverage_factor: '2' },
    { relative_percent: '1', coverage_factor: '2' },
  ])
    assert.equal(expandedOf({ uncertainty: none }), null)
})
