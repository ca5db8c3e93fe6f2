import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnGeometry } from './column-geometry.ts'

const size = { width: 240, height: 148 }

test('parts of a column are stacked and reach the height of their sum', () => {
  const { columns, top, bottom } = columnGeometry([[3, 1], [2]], size)
  assert.deepEqual([top, bottom], [22, 122])
  assert.deepEqual(columns[0]!.parts, [
    { y: 47, height: 75 },
    { y: 22, height: 25 },
  ])
  assert.equal(columns[0]!.top, 22)
  assert.deepEqual(columns[1]!.parts, [{ y: 72, height: 50 }])
})

test('columns fill the width side by side, each within its place', () => {
  const { columns, left, right } = columnGeometry(
    Array.from({ length: 12 }, () => [1]),
    size,
  )
  assert.equal(columns[0]!.wholeX, left)
  for (const [index, { x, width, wholeX, wholeWidth }] of columns.entries()) {
    assert.ok(x > wholeX && x + width < wholeX + wholeWidth)
    assert.ok(Math.abs(wholeX + wholeWidth - (columns[index + 1]?.wholeX ?? right)) < 1e-6)
  }
})

test('the scale has only whole numbers, even for small counts and for none', () => {
  const valuesOf = (counts: number[]) =>
    columnGeometry(
      counts.map((count) => [count]),
      { width: 640, height: 220 },
    ).ticks.map(({ value }) => value)
  assert.deepEqual(valuesOf([0, 0]), [0, 1])
  assert.deepEqual(valuesOf([2]), [0, 1, 2])
  assert.deepEqual(valuesOf([1840, 90]), [0, 500, 1000, 1500])
})

test('a column of nothing does not rise above its foot', () => {
  const { columns, bottom } = columnGeometry([[0]], size)
  assert.equal(columns[0]!.top, bottom)
})
