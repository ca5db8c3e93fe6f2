import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstrumentModel } from '@plumbline/contract'
import { emptyValues } from './instrument-form-values.ts'
import { withModel } from './model-defaults.ts'

const kept = {
  id: '1',
  manufacturer: 'Aldergate',
  model: 'AC-150',
  calibration_interval_value: 6,
  calibration_interval_unit: 'months',
  tolerance_spec: '±0.02 mm',
  category: null,
} as InstrumentModel
const other = {
  ...kept,
  id: '2',
  model: 'AC-300',
  calibration_interval_value: 24,
  tolerance_spec: '±0.03 mm',
}
const models = [kept, other]
const typedMaker = { ...emptyValues, manufacturer: 'Aldergate' }
const stated = ({
  calibration_interval_value: value,
  tolerance_spec: tolerance,
  category,
}: typeof typedMaker) => [value, tolerance, category]

test('a model that is named fills in what it states, whatever the case', () => {
  const named = withModel(typedMaker, { ...typedMaker, model: ' ac-150' }, models)
  assert.deepEqual(stated(named), ['6', '±0.02 mm', ''])
  const another = withModel(named, { ...named, model: 'AC-300' }, models)
  assert.deepEqual(stated(another), ['24', '±0.03 mm', ''])
})

test('typed values are kept', () => {
  const typed = { ...typedMaker, calibration_interval_value: '3', category: 'Length' }
  const named = withModel(typed, { ...typed, model: 'AC-150' }, models)
  assert.deepEqual(stated(named), ['3', '±0.02 mm', 'Length'])
  const edited = { ...named, tolerance_spec: '±1 mm' }
  assert.equal(withModel(named, edited, models), edited)
})
