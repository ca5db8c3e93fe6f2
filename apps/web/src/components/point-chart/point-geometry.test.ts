import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Measurement, MeasurementCreate } from '@plumbline/contract'
import { evaluateMeasurements } from '@plumbline/contract/measurement'
import { chartGroups, worstGroup } from './chart-groups.ts'
import { limitPaths, markPaths } from './mark-paths.ts'
import { nominalScale } from './point-geometry.ts'
import { pointAt, pointChart, type PointChart, type PointChartInput } from './point-geometry.ts'

const point = (
  nominal: string,
  found: string | null,
  members: MeasurementCreate = {},
): MeasurementCreate => ({
  nominal: { value: nominal, unit: 'V' },
  tolerance: { symmetric: { absolute: '0.05' } },
  ...(found !== null && { as_found: { readings: [found] } }),
  ...members,
})

function evaluated(points: readonly MeasurementCreate[]): readonly Measurement[] {
  const { measurements, issues } = evaluateMeasurements(points, {}, 'measurements')
  assert.deepEqual(issues, [])
  return measurements
}

const groupsOf = (...points: MeasurementCreate[]) => chartGroups(evaluated(points))

function chartOf(points: MeasurementCreate[], input: Partial<PointChartInput> = {}): PointChart {
  const [group] = groupsOf(...points)
  return pointChart({ points: group!.points, scale: 'unit', width: 800, height: 300, ...input })!
}

/** What stands at a height of the drawing, on its scale. */
function valueAt({ yTicks }: PointChart, y: number): number {
  const [low, high] = [yTicks[0]!, yTicks.at(-1)!]
  return low.value + ((y - low.y) / (high.y - low.y)) * (high.value - low.value)
}
const close = (value: number, expected: number) =>
  assert.ok(Math.abs(value - expected) < 1e-6, `${value} ≠ ${expected}`)

describe('groups', () => {
  test('keep functions, ranges, channels and units apart, and directions of a channel together', () => {
    const groups = groupsOf(
      point('1', '1', { function: 'DC voltage', range: '10 V' }),
      point('1', '1', { function: 'DC voltage', range: '100 V' }),
      point('1', '1', { function: 'DC voltage', range: '10 V', channel: 'Ch 1' }),
      { ...point('1', '1', { function: 'DC voltage', range: '10 V' }), nominal: { value: '1', unit: 'mV' } },
      point('2', '2', { function: 'DC voltage', range: '10 V', channel: 'Up' }),
      point('2', '2', { function: 'DC voltage', range: '10 V', channel: 'Down' }),
      { ...point('3', '3'), nominal: { value: '3', unit: 'um' } },
      { ...point('4', '4'), nominal: { value: '4', unit: 'µm' } },
    )
    assert.deepEqual(
      groups.map(({ name, unit, points }) => [name, unit, points.map(({ index }) => index)]),
      [
        ['DC voltage · 10 V', 'V', [0, 4, 5]],
        ['DC voltage · 100 V', 'V', [1]],
        ['DC voltage · Ch 1 · 10 V', 'V', [2]],
        ['DC voltage · 10 V', 'mV', [3]],
        ['', 'um', [6, 7]],
      ],
    )
  })

  test('omit points without readings or nominal value', () => {
    assert.deepEqual(groupsOf(point('1', null)), [])
    assert.deepEqual(groupsOf(), [])
    assert.equal(worstGroup([]), undefined)
  })

  test('show that of the worst point as found first, of several the first', () => {
    const named = (name: string, found: string, members: MeasurementCreate = {}) =>
      point('1', found, { function: name, ...members })
    assert.equal(worstGroup(groupsOf(named('A', '1.01'), named('B', '1.04'), named('C', '0.96')))?.name, 'B')
    const noWidth = { tolerance: { upper: { absolute: '0' }, lower: null } }
    assert.equal(worstGroup(groupsOf(named('A', '1.9'), named('B', '1.01', noWidth)))?.name, 'B')
    const adjusted = { as_left: { readings: ['1.00'] } }
    assert.equal(worstGroup(groupsOf(named('A', '1.02'), named('B', '1.06', adjusted)))?.name, 'B')
  })
})

describe('marks', () => {
  test('are positioned by nominal value, in ascending order, and deviation', () => {
    const chart = chartOf([point('10', '10.02'), point('1', '0.99'), point('5', '5')])
    assert.deepEqual(
      chart.points.map(({ index }) => index),
      [1, 2, 0],
    )
    assert.ok(chart.points[0]!.x < chart.points[1]!.x && chart.points[1]!.x < chart.points[2]!.x)
    const deviations = chart.points.map(({ marks }) => valueAt(chart, marks[0]!.y))
    for (const [position, expected] of [-0.01, 0, 0.02].entries()) close(deviations[position]!, expected)
  })

  test('with the same nominal value share a position, in the order of the record', () => {
    const chart = chartOf([
      point('5', '5.01', { channel: 'Up' }),
      point('5', '5.03', { channel: 'Down' }),
      point('1', '1'),
    ])
    assert.deepEqual(
      chart.points.map(({ index }) => index),
      [2, 0, 1],
    )
    assert.equal(chart.points[1]!.x, chart.points[2]!.x)
  })

  test('distinguish as found and as left by their kind, with an arrow between them', () => {
    const chart = chartOf([point('5', '5.08', { as_left: { readings: ['5.00'] } }), point('6', '6.01')])
    assert.deepEqual(
      chart.points.map(({ marks }) => marks.map(({ kind, isOutside }) => [kind, isOutside])),
      [
        [
          ['found', true],
          ['left', false],
        ],
        [['found', false]],
      ],
    )
    const { circles, adjustments, crosses } = markPaths(chart)
    const drawn = circles.filter(({ path }) => path !== '').map(({ kind, isOutside }) => [kind, isOutside])
    assert.deepEqual(drawn, [
      ['found', false],
      ['found', true],
      ['left', false],
    ])
    assert.equal(adjustments.match(/V/g)?.length, 1)
    assert.notEqual(crosses, '')
  })

  test('a reading at its limit is not outside', () => {
    const [first, second] = chartOf([point('5', '5.05'), point('6', '6.0501')]).points
    assert.deepEqual([first!.marks[0]!.isOutside, second!.marks[0]!.isOutside], [false, true])
  })

  test('carry the expanded uncertainty up and down, converted from another prefix of the unit', () => {
    const uncertainty = { expanded: '20', coverage_factor: '2', unit: 'mV' }
    const chart = chartOf([point('5', '5.01', { uncertainty }), point('6', '6')])
    const [{ bar }] = chart.points[0]!.marks as [PointChart['points'][number]['marks'][number]]
    close(valueAt(chart, bar!.top), 0.03)
    close(valueAt(chart, bar!.bottom), -0.01)
    assert.equal(chart.points[1]!.marks[0]!.bar, null)
  })
})

describe('limits', () => {
  test('follow the nominal value', () => {
    const tolerance = { symmetric: { percent_of_nominal: '1' } }
    const chart = chartOf([point('10', '10', { tolerance }), point('2', '2', { tolerance })])
    const [run] = chart.limits
    assert.equal(chart.limits.length, 1)
    const [, first, last] = run!.steps
    close(valueAt(chart, first!.upper!), 0.02)
    close(valueAt(chart, last!.upper!), 0.1)
    close(valueAt(chart, last!.lower!), -0.1)
  })

  test('of one side leave the other open', () => {
    const chart = chartOf([point('5', '5.01', { tolerance: { upper: { absolute: '0.05' }, lower: null } })])
    const [run] = chart.limits
    assert.ok(run!.steps.every(({ lower, upper }) => lower === null && upper !== null))
    const { area, lines } = limitPaths(run!, chart.plot)
    assert.equal(lines.match(/M/g)?.length, 1)
    assert.ok(area.includes(String(chart.plot.bottom)))
  })

  test('end at a point without limits', () => {
    const points = [point('1', '1'), point('2', '2', { tolerance: null }), point('3', '3'), point('4', '4')]
    assert.deepEqual(
      chartOf(points).limits.map(({ steps }) => steps.length),
      [3, 4],
    )
    assert.deepEqual(chartOf([point('2', '2', { tolerance: null })]).limits, [])
    assert.deepEqual(chartOf([point('2', '2', { tolerance: { text: 'Class M3' } })]).limits, [])
  })

  test('change in a step where one nominal value has two tolerances', () => {
    const narrow = { tolerance: { symmetric: { absolute: '0.01' } } }
    const [run] = chartOf([
      point('5', '5', { channel: 'Up' }),
      point('5', '5', { channel: 'Down', ...narrow }),
      point('9', '9'),
    ]).limits
    const [, one, other] = run!.steps
    assert.equal(one!.x, other!.x)
    assert.notEqual(one!.upper, other!.upper)
  })

  test('are ±100 on the scale of the tolerance, on which an error is scaled by the limit on its side', () => {
    const tolerance = { upper: { absolute: '0.1' }, lower: { absolute: '0.2' } }
    const points = [point('5', '5.05', { tolerance }), point('6', '5.9', { tolerance })]
    const chart = chartOf(points, { scale: 'percent' })
    for (const { marks } of chart.points) close(Math.abs(valueAt(chart, marks[0]!.y)), 50)
    close(valueAt(chart, chart.limits[0]!.steps[0]!.lower!), -100)
    close(valueAt(chart, chart.limits[0]!.steps[0]!.upper!), 100)
  })

  test('points without them are not on that scale, and counted', () => {
    const points = [point('5', '5.01'), point('6', '6.01', { tolerance: null })]
    const chart = chartOf(points, { scale: 'percent' })
    assert.deepEqual([chart.points.length, chart.notShown], [1, 1])
    const [group] = groupsOf(point('6', '6.01', { tolerance: null }))
    assert.equal(pointChart({ points: group!.points, scale: 'percent', width: 800, height: 300 }), null)
  })
})

describe('the axis of nominal values', () => {
  const plot = { left: 64, right: 784, top: 14, bottom: 272 }

  test('is even, and by powers of ten where positive values span three of them', () => {
    assert.equal(nominalScale([0, 5, 10], plot).isLogarithmic, false)
    assert.equal(nominalScale([0.1, 99], plot).isLogarithmic, false)
    assert.equal(nominalScale([-1, 1000], plot).isLogarithmic, false)
    const wide = nominalScale([0.1, 10, 1000], plot)
    assert.equal(wide.isLogarithmic, true)
    assert.deepEqual(
      wide.ticks.map(({ value }) => value),
      [0.1, 1, 10, 100, 1000],
    )
    close(wide.position(10) - wide.position(0.1), wide.position(1000) - wide.position(10))
  })

  test('puts a single value in its middle, zero too', () => {
    for (const value of [0, 10, -40]) close(nominalScale([value], plot).position(value), 424)
  })
})

describe('many points', () => {
  const points = Array.from({ length: 500 }, (_, index) =>
    point(String(index + 1), String(index + 1.01), {
      uncertainty: { expanded: '0.01', coverage_factor: '2' },
    }),
  )

  test('are drawn in as few pieces as few points, with smaller marks', () => {
    const chart = chartOf(points)
    assert.equal(chart.points.length, 500)
    assert.ok(chart.radius < chartOf(points.slice(0, 5)).radius)
    assert.equal(markPaths(chart).circles.length, 4)
  })

  test('are found by the pointer, each by itself; far from all there is none', () => {
    const chart = chartOf(points)
    for (const position of [0, 250, 499]) {
      const { x, marks } = chart.points[position]!
      assert.equal(pointAt(chart, x, marks[0]!.y), position)
    }
    const few = chartOf([point('1', '1'), point('100', '100')])
    assert.equal(pointAt(few, 400, 150), undefined)
  })
})
