import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roleOf } from './required-role.ts'

const named = (name: string, category: string | null = null) => ({
  asset_tag: 'STD-1',
  name,
  category,
  manufacturer: null,
  model: null,
})
const required = (...roles: string[]) => roles.map((role) => ({ role, minimum_tur: null }))

test('a standard has the role whose words its name and category have, in singular or plural', () => {
  const cases: readonly (readonly [name: string, category: string | null, role: string, fits: boolean])[] = [
    ['Gauge block set, grade 0, 47 pieces', null, 'Gauge block set, grade 1', true],
    ['Gauge blocks', null, 'Gauge block set', false],
    ['Weight set F1', 'Reference standards', 'Reference weights', true],
    ['Gauge block set', null, 'Setting ring or gauge block set, grade 0', true],
    ['Torque transducer', null, 'Gauge block set', false],
    ['Multifunction calibrator', null, 'Calibrator', true],
    ['Anything', null, ', grade 0', false],
  ]
  for (const [name, category, role, fits] of cases) {
    assert.equal(
      roleOf(named(name, category), required('Dead weight tester', role))?.role ?? null,
      fits ? role : null,
    )
  }
})
