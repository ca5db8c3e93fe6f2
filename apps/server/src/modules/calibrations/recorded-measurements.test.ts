import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasurementCreate } from '@plumbline/contract'
import { evaluateMeasurements } from '@plumbline/contract/measurement'
import { canonicalJson } from '../ledger/index.ts'
import { freezeMeasurements, ledgerMeasurements, readMeasurements } from './recorded-measurements.ts'

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
  { ...point, as_left: { unchanged: 'other range' }, conditions: { direction: 'up' }, accredited: true },
  { ...point, as_found: { observed: 'GO', judgement: 'conforms' }, reads: 'standard' },
]

for (const decisionRule of ['guard_band_u', 'iso_14253_1', 'z540_3_rds', 'as agreed', null]) {
  test(`points are read as they were frozen, under the rule ${decisionRule ?? 'none'}`, () => {
    const { measurements } = evaluateMeasurements(
      points,
      { decisionRule, result: 'PASS_WITH_ADJUSTMENT' },
      'measurements',
    )
    const frozen = freezeMeasurements(measurements, [])
    const kept = JSON.parse(canonicalJson(frozen)) as typeof frozen
    assert.deepEqual(readMeasurements(kept).points, measurements)
    assert.equal(measurements.length, points.length)
  })
}

test('points of the first version have what it computed, and nothing else', () => {
  const decision = { rule: 'simple_acceptance', outcome: 'pass', tur: '4.5' }
  const phase = { readings: ['10.001'], mean: '10.001', error: '0.001', verdict: 'in' }
  const recorded = readMeasurements({
    engine: '1',
    standards: [],
    points: [{ as_found: phase, as_left_not_applicable: 'not adjusted', external: false, decision }],
  })
  const [first] = recorded.points
  assert.deepEqual(
    [first!.reads, first!.final_phase, first!.decision!.tur, first!.decision!.expanded_95],
    ['item', 'as_found', 4.5, null],
  )
  assert.deepEqual([first!.as_found!.mean, first!.as_found!.decision], ['10.001', null])
  assert.deepEqual(
    [first!.as_left!.not_applicable, first!.as_left!.verdict],
    ['not adjusted', 'not_comparable'],
  )
  // As a certificate that is made today attaches it.
  assert.deepEqual(readMeasurements(ledgerMeasurements(recorded)), recorded)
})
