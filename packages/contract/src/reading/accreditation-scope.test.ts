import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScopeLine } from '../fields/workspace.ts'
import { capabilityAt, holdsOn, isBelowCapability, scopeLineOf } from './accreditation-scope.ts'

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
})

test('an uncertainty equal to the capability is not below it', () => {
  const isBelow = (expanded: string) => isBelowCapability(line(), volts('10'), { expanded, unit: 'V' })
  assert.deepEqual(['0.000205', '0.0003', '0.000204'].map(isBelow), [false, false, true])
})
