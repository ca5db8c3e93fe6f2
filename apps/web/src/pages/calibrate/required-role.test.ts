import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchedName } from './required-role.ts'

const named = (name: string) => ({ asset_tag: 'STD-1', name, manufacturer: null, model: null })
const required = (...roles: string[]) => roles.map((role) => ({ role, minimum_tur: '4' }))

test('a standard is matched by the words of the procedure in its name, in singular or plural', () => {
  const cases: readonly (readonly [name: string, role: string, matched: string | null])[] = [
    ['Gauge block set, grade 1, 47 pieces', 'Gauge block set, grade 1', 'Gauge block set'],
    ['Gauge block set', 'Setting ring or gauge block set, grade 0', 'gauge block set'],
    ['Multifunction calibrator', 'Calibrator', 'Calibrator'],
    ['Weight set F1', 'Reference weights', 'Reference weights'],
    ['Torque transducer', 'Gauge block set', null],
    ['Anything', ', grade 0', null],
    ['Anything', 'Reference, class 1', null],
  ]
  for (const [name, role, matched] of cases) {
    assert.equal(matchedName(named(name), required('Dead weight tester', role)), matched, name)
  }
})

test('grade and ratio are not matched, so that a wrong grade is not reported as suitable', () => {
  assert.equal(
    matchedName(named('Gauge block set, grade 2'), required('Gauge block set, grade K')),
    'Gauge block set',
  )
})

test('a name in other words is not matched, although the standard may be suitable', () => {
  const cases: readonly (readonly [name: string, role: string])[] = [
    ['Gauge blocks, 87 pieces', 'Gauge block set, grade 0'],
    ['Pt100 probe', 'Platinum resistance thermometer with readout'],
    ['Analytical balance XPR205', 'Balance with a resolution of 0.01 mg'],
    ['Digital manometer', 'Reference pressure gauge'],
  ]
  for (const [name, role] of cases) assert.equal(matchedName(named(name), required(role)), null, name)
})
