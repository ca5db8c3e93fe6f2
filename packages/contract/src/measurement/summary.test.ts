import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasuredPhase } from '../public/measured-point.ts'
import { summariseMeasurements, worstPhase } from './summary.ts'

const phase = (verdict: MeasuredPhase['verdict'], percent: string | null): MeasuredPhase => ({
  readings: ['1'],
  observed: null,
  judgement: null,
  not_applicable: null,
  unchanged: null,
  reference: '1',
  uncertainty: null,
  decision: null,
  mean: '1',
  error: '0',
  standard_deviation: null,
  lower_limit: null,
  upper_limit: null,
  verdict,
  percent_of_tolerance: percent,
})
const point = (found: MeasuredPhase | null, left: MeasuredPhase | null = null) => ({
  as_found: found,
  as_left: left,
  final_phase: left ? ('as_left' as const) : found && ('as_found' as const),
})

test('the final phase decides whether a point is out of tolerance', () => {
  const summary = summariseMeasurements([
    point(phase('out', '120'), phase('in', '20')),
    point(phase('in', '20')),
    point(phase('in', '20'), phase('out', '101')),
    point(null),
    point(phase('not_comparable', null)),
  ])
  assert.equal(summary.measurementCount, 5)
  assert.equal(summary.pointsOut, 1)
  assert.deepEqual(summary.outOfTolerance, [2])
  assert.deepEqual(summary.asFoundOut, [0])
  assert.equal(summary.pointsComparable, 3)
})

test('a point that was measured or judged as found and has no final phase counts as one without', () => {
  const judged = { ...phase('in', null), mean: null, judgement: 'conforms' as const }
  const unmeasured = { ...phase('not_comparable', null), mean: null }
  const summary = summariseMeasurements([
    { ...point(phase('out', '120')), final_phase: null },
    { ...point(judged), final_phase: null },
    { ...point(judged), final_phase: null },
    { ...point(unmeasured), final_phase: null },
    point(phase('in', '20')),
    point(null),
  ])
  assert.equal(summary.pointsWithoutFinal, 3)
  assert.deepEqual([summary.pointsOut, summary.asFoundOut, summary.pointsComparable], [0, [0], 1])
})

test('the worst point uses most of its tolerance as found, of several the first', () => {
  const worst = (...phases: (MeasuredPhase | null)[]) =>
    summariseMeasurements(phases.map((found) => point(found, phase('out', '900')))).worst
  assert.equal(worst(phase('in', '9'), phase('in', '10.5'), phase('in', '10.50'), phase('in', '2')), 1)
  assert.equal(worst(phase('in', '9'), phase('out', null), phase('out', '300')), 1)
  assert.equal(worst(phase('not_comparable', null), phase('in', '0')), 1)
  assert.equal(worst(null, phase('not_comparable', null)), 1)
  assert.equal(worst(null, null), 0)
  assert.equal(worst(), null)
})

test('of phases the worst is one beyond its limits, then one that uses most of them, and none is the least', () => {
  const untold = phase('not_comparable', null)
  const beyond = phase('out', null)
  for (const [phases, worst] of [
    [[null, untold], 1],
    [[untold, null], 0],
    [[untold, phase('in', '0')], 1],
    [[phase('in', '40'), phase('in', '70'), phase('in', '60')], 1],
    [[phase('out', '120'), beyond, phase('out', '130')], 1],
  ] as const) {
    assert.equal(worstPhase(phases), worst)
  }
})
