import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadChart } from './load-geometry.ts'

const size = { width: 640, height: 220 }

test('bars stand on the base line, as high as their counts are', () => {
  const { bars, bottom, top } = loadChart([4, 0, 2], size)
  assert.deepEqual(
    bars.map((bar) => (bottom - bar.top) / (bottom - top)),
    [1, 0, 0.5],
  )
})

test('columns fill the width side by side, each around its bar', () => {
  const { bars, left, right } = loadChart(Array<number>(12).fill(1), size)
  assert.equal(bars[0]!.columnX, left)
  for (const [index, bar] of bars.entries()) {
    assert.ok(bar.x > bar.columnX && bar.x + bar.width < bar.columnX + bar.columnWidth)
    const next = bars[index + 1]?.columnX ?? right
    assert.ok(Math.abs(bar.columnX + bar.columnWidth - next) < 1e-6)
  }
})

test('the scale counts whole instruments, also of few and of none', () => {
  const valuesOf = (counts: number[]) => loadChart(counts, size).ticks.map(({ value }) => value)
  assert.deepEqual(valuesOf([0, 0]), [0, 1])
  assert.deepEqual(valuesOf([2]), [0, 1, 2])
  assert.deepEqual(valuesOf([1840, 90]), [0, 500, 1000, 1500])
})
