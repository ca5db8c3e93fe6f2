import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasurementUncertainty } from '@plumbline/contract'
import { statedUncertainty, uncertaintyEntry } from './uncertainty-entry.ts'

test('all members of an uncertainty are preserved, including those that the form does not show', () => {
  const stated: MeasurementUncertainty[] = [
    { expanded: '0.8', coverage_factor: '2', unit: 'mV', coverage_probability: '95.45' },
    { expanded: '0.8', coverage_factor: '2.87', coverage_probability: '95.45', degrees_of_freedom: '4' },
    { relative_percent: '0.05', coverage_factor: '2', coverage_probability: '95.45' },
    { expanded: '0.8', coverage_factor: '2', confidence_level: 'as agreed' },
  ]
  for (const uncertainty of stated) {
    assert.deepEqual(statedUncertainty(uncertaintyEntry(uncertainty), 'V'), uncertainty)
  }
})
