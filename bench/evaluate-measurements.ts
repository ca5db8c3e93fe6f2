// Measures the processor time of the measurement engine for 500 points, with one and with ten readings per phase, including
// helper threads.
import { MEASUREMENTS_MAX, type MeasurementCreate } from '../packages/contract/src/index.ts'
import { evaluateMeasurements } from '../packages/contract/src/measurement/index.ts'
import { median } from './measure.ts'

const ROUNDS = 200

const rules = ['guard_band_u', 'z540_3_method_6', 'z540_3_rds', 'iso_14253_1']

/** A point with this many readings, tolerance terms of reading and span, and an uncertainty in a prefixed unit. */
function pointOf(index: number, readings: number): MeasurementCreate {
  const value = (offset: number) => (index / 8 + offset / 1000).toFixed(4)
  const phase = { readings: Array.from({ length: readings }, (_, offset) => value(offset % 7)) }
  return {
    function: 'DC voltage',
    nominal: { value: value(0), unit: 'V' },
    tolerance: { symmetric: { absolute: '0.002', percent_of_reading: '0.05', percent_of_span: '0.01' } },
    span: '20',
    as_found: phase,
    as_left: phase,
    uncertainty: { expanded: '0.8', coverage_factor: index % 2 === 0 ? '2' : '2.05', unit: 'mV' },
    decision_rule: rules[index % rules.length]!,
  }
}

for (const readings of [1, 10]) {
  const points = Array.from({ length: MEASUREMENTS_MAX }, (_, index) => pointOf(index, readings))
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage()
    const { issues } = evaluateMeasurements(points, {}, 'points')
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
    if (issues.length > 0) throw new Error('a point of the bench is refused')
  }
  const sorted = times.slice(ROUNDS / 10).toSorted((a, b) => a - b)
  console.log(
    `${points.length} points, ${readings} readings as found and as left: quickest ${sorted[0]!.toFixed(1)} ms, p50 ${median(sorted).toFixed(1)} ms, p95 ${sorted[Math.floor(sorted.length * 0.95)]!.toFixed(1)} ms, first ${times[0]!.toFixed(1)} ms`,
  )
}
