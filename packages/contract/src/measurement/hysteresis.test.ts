import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import type { MeasurementCreate } from '../public/measurement.ts'
import { evaluateMeasurements } from './evaluate.ts'
import { hysteresisOf, withoutDirection } from './hysteresis.ts'

const point = (channel: string | null, nominal: string, ...readings: string[]): MeasurementCreate => ({
  function: 'Pressure',
  channel,
  nominal: { value: nominal, unit: 'bar' },
  as_found: { readings },
})
const pairs = (points: readonly MeasurementCreate[]) =>
  hysteresisOf(evaluateMeasurements(points, {}, 'points').measurements)

describe('hysteresis', () => {
  test('is the mean while falling minus the mean while rising, at one nominal value', () => {
    const points = [
      point('Up', '4', '4.02', '4.04'),
      point('Up', '10.0', '10.00'),
      point('Down', '10', '10.10'),
      point('down', '4', '4.00'),
    ]
    assert.deepEqual(pairs(points), [
      { up: 0, down: 3, asFound: '-0.03', asLeft: null },
      { up: 1, down: 2, asFound: '0.10', asLeft: null },
    ])
  })

  test('is of each phase that both points have readings of', () => {
    const up = { ...point('Up', '4', '4.02'), as_left: { readings: ['4.01'] } }
    const down = { ...point('Down', '4', '4.06'), as_left: { readings: ['4.02'] } }
    assert.deepEqual(pairs([up, down]), [{ up: 0, down: 1, asFound: '0.04', asLeft: '0.01' }])
    const { as_left: _left, ...onlyFound } = down
    assert.deepEqual(pairs([up, onlyFound])[0]!.asLeft, null)
  })

  for (const [up, down] of [
    ['Up', 'Down'],
    ['Channel 2, increasing', 'Channel 2, decreasing'],
    ['Sensor (rising)', 'Sensor (falling)'],
    ['aufwärts', 'abwärts'],
    ['Steigend', 'Fallend'],
  ] as const) {
    test(`is found between ${up} and ${down}`, () => {
      assert.equal(pairs([point(up, '4', '4.0'), point(down, '4', '4.1')])[0]?.asFound, '0.1')
    })
  }

  for (const [one, other] of [
    ['Clockwise', 'Counter-clockwise'],
    ['Setup', 'Markdown'],
    ['Ch 1 up', 'Ch 2 down'],
    ['Up', 'Up'],
    [null, 'Down'],
  ] as const) {
    test(`is not between ${one} and ${other}`, () => {
      assert.deepEqual(pairs([point(one, '4', '4.0'), point(other, '4', '4.1')]), [])
    })
  }

  test('is not between other functions, ranges, units or nominal values', () => {
    const up = point('Up', '4', '4.0')
    for (const change of [
      { function: 'Vacuum' },
      { range: '10 bar' },
      { nominal: { value: '4', unit: 'psi' } },
      { nominal: { value: '4.1', unit: 'bar' } },
    ]) {
      assert.deepEqual(pairs([up, { ...point('Down', '4', '4.1'), ...change }]), [])
    }
  })

  test('is of no points without a nominal value, or with one that is no number', () => {
    const without = (channel: string) => ({ ...point(channel, '4', '4.0'), nominal: null })
    assert.deepEqual(pairs([without('Up'), without('Down')]), [])
    const worded = (channel: string) => ({
      ...evaluateMeasurements([point(channel, '4', '4.0')], {}, 'points').measurements[0]!,
      nominal: { value: 'four', unit: 'bar' },
    })
    assert.deepEqual(hysteresisOf([worded('Up'), worded('Down')]), [])
  })

  test('is between the directions that the conditions of two points state, of one channel', () => {
    const toward = (direction: 'up' | 'down', channel: string | null, reading: string) => ({
      ...point(channel, '4', reading),
      conditions: { direction, position: null, text: null },
    })
    assert.deepEqual(pairs([toward('down', ' Sensor 1 ', '4.3'), toward('up', 'Sensor 1', '4.1')]), [
      { up: 1, down: 0, asFound: '0.2', asLeft: null },
    ])
    assert.deepEqual(pairs([toward('up', null, '4.1'), toward('down', null, '4.0')])[0]!.asFound, '-0.1')
    assert.deepEqual(pairs([toward('up', 'Sensor 1', '4.1'), toward('down', 'Sensor 2', '4.3')]), [])
    assert.deepEqual(pairs([toward('up', null, '4.1'), toward('up', null, '4.3')]), [])
    assert.equal(pairs([toward('up', null, '4.1'), toward('down', ' ', '4.3')])[0]!.asFound, '0.2')
  })

  test('is of whole numbers without digits after the point', () => {
    assert.equal(pairs([point('Up', '40', '40'), point('Down', '40', '43')])[0]!.asFound, '3')
  })

  test('has as many digits after the point as the mean that has more', () => {
    assert.equal(pairs([point('Up', '4', '4.0'), point('Down', '4', '4.100')])[0]!.asFound, '0.100')
    assert.equal(pairs([point('Up', '4', '4.000'), point('Down', '4', '4.1')])[0]!.asFound, '0.100')
  })

  test('is of no points without readings in a common phase', () => {
    const left = { ...point('Down', '4'), as_found: null, as_left: { readings: ['4.0'] } }
    assert.deepEqual(pairs([point('Up', '4', '4.0'), left]), [])
  })

  test('pairs are in the order of the rising points', () => {
    const points = [
      point('Up', '4', '4.0'),
      point('Up', '10', '10.0'),
      point('Down', '4', '4.0'),
      point('Down', '10', '10.0'),
      point('Down', '2', '2.0'),
      point('Up', '2', '2.0'),
    ]
    assert.deepEqual(
      pairs(points).map(({ up, down }) => [up, down]),
      [
        [0, 2],
        [1, 3],
        [5, 4],
      ],
    )
  })

  test('pairs each cycle by itself', () => {
    const cycle = (up: string, down: string) => [point('Up', '4', up), point('Down', '4', down)]
    const found = pairs([...cycle('4.00', '4.05'), ...cycle('4.01', '4.04')])
    assert.deepEqual(
      found.map(({ asFound }) => asFound),
      ['0.05', '0.03'],
    )
  })

  test('changes its sign alone where the directions change places', () => {
    const reading = fc.integer({ min: -100_000, max: 100_000 }).map((units) => (units / 1000).toFixed(3))
    assertProperty(
      fc.property(reading, reading, (one, other) => {
        const [pair] = pairs([point('Up', '4', one), point('Down', '4', other)])
        const [mirrored] = pairs([point('Down', '4', one), point('Up', '4', other)])
        assert.equal(Number(pair!.asFound), -Number(mirrored!.asFound) + 0)
      }),
    )
  })
})

test('a channel is named without the word for its direction', () => {
  for (const [channel, name] of [
    ['Sensor 1, up', 'Sensor 1'],
    ['Sensor 1 (down)', 'Sensor 1'],
    ['Sensor 1 – down', 'Sensor 1'],
    ['Up', null],
    ['Sensor 1', 'Sensor 1'],
    [' Sensor 1 ', 'Sensor 1'],
    ['Sensor 1 :  (auf)', 'Sensor 1'],
    ['undefined', 'undefined'],
    ['', null],
    [null, null],
  ] as const) {
    assert.equal(withoutDirection(channel), name, String(channel))
  }
})
