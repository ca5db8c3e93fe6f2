import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { seriesOfPoints, type NamedPoint } from './point-series.ts'

/** The name of the only point of each record. */
const namesOf = (...records: NamedPoint[]) => seriesOfPoints(records.map((point) => [point])).flat()

const ID = '019345b6-2f10-7c44-8d21-6b0a9e3f5c01'
const OTHER = '019345b6-2f10-7c44-8d21-6b0a9e3f5c02'

const point = (members: Partial<NamedPoint> = {}): NamedPoint => ({
  point_id: null,
  function: 'Length',
  channel: null,
  range: null,
  nominal: { value: '10', unit: 'mm' },
  ...members,
})
const at = (value: string, unit = 'mm') => ({ nominal: { value, unit } })

describe('a point of several records', () => {
  test('is the same by function, channel, range and nominal value, however these are written', () => {
    const [first, second, third, fourth] = namesOf(
      point(at('10', 'um')),
      point(at('10.000', 'µm')),
      point(at('10', 'mm')),
      point({ ...at('10', 'um'), channel: 'Up' }),
    )
    assert.equal(second, first)
    assert.notEqual(third, first)
    assert.notEqual(fourth, first)
  })

  test('is another one in another function, range, unit or direction', () => {
    const toward = (direction: 'up' | 'down') => ({ direction, position: null, text: null })
    const others = [
      point(),
      point({ function: 'Depth' }),
      point({ range: '25 mm' }),
      point({ nominal: { value: '10', unit: 'V' } }),
      point({ conditions: toward('up') }),
      point({ conditions: toward('down') }),
    ]
    assert.equal(new Set(namesOf(...others)).size, others.length)
    const [first, second] = namesOf(point({ conditions: { ...toward('up'), text: 'at noon' } }), others[4]!)
    assert.equal(first, second)
  })

  test('is the same by its id and nominal value, whatever else it says', () => {
    const renamed = { point_id: ID, function: 'Outside', range: '150 mm' }
    const [first, second, moved] = namesOf(
      point({ point_id: ID }),
      point(renamed),
      point({ ...renamed, ...at('20') }),
    )
    assert.equal(second, first)
    assert.notEqual(moved, first)
  })

  test('goes on in the procedure that came later, unless that has two points alike', () => {
    const [before, since] = namesOf(point(), point({ point_id: ID }))
    assert.equal(before, since)
    assert.equal(new Set(namesOf(point(), point({ point_id: ID }), point({ point_id: OTHER }))).size, 3)
  })

  test('has a number among those of its record that are alike', () => {
    const [one, two] = seriesOfPoints([
      [point(), point(at('20')), point()],
      [point(), point(), point()],
    ])
    assert.equal(new Set(one).size, 3)
    assert.deepEqual(two!.slice(0, 2), [one![0], one![2]])
    assert.equal(new Set(two).size, 3)
  })

  test('without a nominal value is that of the same function', () => {
    const [first, second] = namesOf(point({ nominal: null }), point({ nominal: null }))
    assert.equal(first, second)
  })
})

test('no records and records without points have no series', () => {
  assert.deepEqual(seriesOfPoints([]), [])
  assert.deepEqual(seriesOfPoints([[], []]), [[], []])
})
