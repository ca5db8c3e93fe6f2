import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Measurement, MeasurementCreate } from '@plumbline/contract'
import { evaluateMeasurements } from '@plumbline/contract/measurement'
import { columnsOf, hasNumericLimits, hasOwnLimits, limitsOf, pointGroups } from './point-rows.ts'
import { headUnits } from './point-units.ts'

const point = {
  nominal: { value: '10.000', unit: 'V' },
  tolerance: { symmetric: { absolute: '0.05' } },
} as const

function evaluated(...points: MeasurementCreate[]): readonly Measurement[] {
  const { measurements, issues } = evaluateMeasurements(points, {}, 'measurements')
  assert.deepEqual(issues, [])
  return measurements
}

describe('points', () => {
  test('keep their order under headings of function, channel and range', () => {
    const volts = { ...point, function: 'DC voltage', channel: 'Ch 1', range: '10 V' }
    const groups = pointGroups(
      evaluated(volts, { ...volts }, { ...point, function: 'Resistance' }, { ...volts }),
    )
    assert.deepEqual(
      groups.map(({ name, rows }) => [name, rows.map(({ key }) => key)]),
      [
        ['DC voltage · Ch 1 · 10 V', [0, 1]],
        ['Resistance', [2]],
        ['DC voltage · Ch 1 · 10 V', [3]],
      ],
    )
  })

  test('without function, channel and range form one group without a name', () => {
    const groups = pointGroups(evaluated(point, point))
    assert.deepEqual(
      groups.map(({ name, rows }) => [name, rows.length]),
      [['', 2]],
    )
  })

  test('have only the columns in which one of them has a value', () => {
    assert.deepEqual(columnsOf(evaluated(point)), {
      found: false,
      left: false,
      uncertainty: false,
      decision: false,
    })
    const columns = columnsOf(
      evaluated(
        { ...point, as_found: { not_applicable: 'new instrument' }, as_left: { readings: ['10.01'] } },
        { ...point, uncertainty: { expanded: '0.01', coverage_factor: '2' } },
      ),
    )
    assert.deepEqual(columns, { found: true, left: true, uncertainty: true, decision: false })
  })
})

test('the unit of points is shown in the column headings, in a group heading, or in each cell', () => {
  const ohms = { ...point, nominal: { value: '100', unit: 'Ω' }, function: 'Resistance' }
  const volts = { ...point, function: 'DC voltage' }
  const unitsOf = (...points: MeasurementCreate[]) => headUnits(evaluated(...points))
  assert.deepEqual(unitsOf(point, volts), { table: 'V', groups: new Map() })
  const groups = new Map([
    [0, 'V'],
    [2, 'Ω'],
  ])
  assert.deepEqual(unitsOf(volts, volts, ohms), { table: '', groups })
  assert.deepEqual(unitsOf(point, { ...ohms, function: null }), { table: '', groups: new Map() })
})

describe('the limits of a row', () => {
  const rowOf = (tolerance: MeasurementCreate['tolerance']) => {
    const phases = { as_found: { readings: ['12.000'] }, as_left: { readings: ['10.000'] } }
    return pointGroups(evaluated({ ...point, tolerance: tolerance ?? null, ...phases }))[0]!.rows[0]!
  }

  test('are those of the phase that decides, and a phase with other ones shows its own', () => {
    const row = rowOf({ symmetric: { percent_of_reading: '1' } })
    assert.deepEqual([limitsOf(row)?.lower, limitsOf(row)?.upper], ['9.900', '10.100'])
    assert.equal(hasOwnLimits(row.found!, row), true)
    assert.equal(hasOwnLimits(row.left!, row), false)
  })

  test('are figures unless the tolerance is stated in words', () => {
    assert.equal(hasNumericLimits(limitsOf(rowOf({ upper: { absolute: '0.05' } }))), true)
    assert.equal(hasNumericLimits(limitsOf(rowOf({ text: 'Class M3' }))), false)
  })

  test('are shown once if both phases have the same', () => {
    const row = rowOf({ symmetric: { absolute: '0.05' } })
    assert.equal(hasOwnLimits(row.found!, row), false)
  })

  test('are not shown of a phase without any', () => {
    const row = rowOf({ symmetric: { absolute: '0.05' } })
    assert.equal(hasOwnLimits({ ...row.found!, lower: null, upper: null }, row), false)
  })
})
