import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasurementCreate } from '@plumbline/contract'
import { evaluateMeasurements } from '@plumbline/contract/measurement'
import { canonicalJson } from '../ledger/index.ts'
import { freezeMeasurements, readMeasurements } from './recorded-measurements.ts'

const point: MeasurementCreate = {
  nominal: { value: '10.000', unit: 'V' },
  tolerance: { symmetric: { absolute: '0.003', percent_of_span: null } },
  as_found: { readings: ['10.001', '10.002'] },
  uncertainty: { expanded: '0.8', coverage_factor: '2', unit: 'mV' },
}
const points: MeasurementCreate[] = [
  point,
  { ...point, as_left: { readings: ['10.000'] }, external: true, note: 'Adjusted.' },
  { ...point, tolerance: { upper: { absolute: '0.001' }, lower: null } },
  { ...point, tolerance: { text: 'Class M3' }, uncertainty: null },
  { ...point, as_found: { not_applicable: 'new instrument' } },
]

for (const decisionRule of ['guard_band_u', 'iso_14253_1', 'z540_3_rds', 'as agreed', null]) {
  test(`points are read as they were frozen, under the rule ${decisionRule ?? 'of nobody'}`, () => {
    const { measurements } = evaluateMeasurements(points, { decisionRule }, 'measurements')
    const frozen = freezeMeasurements(measurements, [])
    const kept = JSON.parse(canonicalJson(frozen)) as typeof frozen
    assert.deepEqual(readMeasurements(kept).points, measurements)
    assert.equal(measurements.length, points.length)
  })
}
