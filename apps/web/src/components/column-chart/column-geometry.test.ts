import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnGeometry } from './column-geometry.ts'

const size = { width: 240, height: 148 }

test('parts of a column stand on each other and reach the height of their sum', () => {
  const { columns, top, bottom } = columnGeometry([[3, 1], [2]], size)
  assert.deepEqual([top, bottom], [22, 122])
  assert.deepEqual(columns[0]!.parts, [
    { y: 47, height: 75 },
    { y: 22, height: 25 },
  ])
  assert.equal(columns[0]!.top, 22)
  assert.deepEqual(columns[1]!.parts, [{ y: 72, height: 50 }])
})

test('columns share the width, and nothing stands beside the plot', () => {
  const { columns, left, right } = columnGeometry([[1], [1]], size)
  assert.deepEqual(
    columns.map(({ wholeX, wholeWidth }) => [wholeX, wholeX + wholeWidth]),
    [
      [left, 136],
      [136, right],
    ],
  )
})

test('a chart of nothing has a scale of whole numbers and no column above its foot', () => {
  const { columns, ticks, bottom } = columnGeometry([[0]], size)
  assert.equal(columns[0]!.top, bottom)
  assert.ok(ticks.every(({ value }) => Number.isInteger(value)))
})
