import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalInterval } from './normal.ts'
import { coverageQuantile, studentInterval } from './student-t.ts'

/** JCGM 100:2008, table G.2: t for 68.27, 90, 95, 95.45, 99 and 99.73 %. */
const tableG2: [degrees: number | null, ...quantiles: number[]][] = [
  [1, 1.84, 6.31, 12.71, 13.97, 63.66, 235.8],
  [2, 1.32, 2.92, 4.3, 4.53, 9.92, 19.21],
  [3, 1.2, 2.35, 3.18, 3.31, 5.84, 9.22],
  [4, 1.14, 2.13, 2.78, 2.87, 4.6, 6.62],
  [5, 1.11, 2.02, 2.57, 2.65, 4.03, 5.51],
  [8, 1.07, 1.86, 2.31, 2.37, 3.36, 4.28],
  [10, 1.05, 1.81, 2.23, 2.28, 3.17, 3.96],
  [16, 1.03, 1.75, 2.12, 2.17, 2.92, 3.54],
  [20, 1.03, 1.72, 2.09, 2.13, 2.85, 3.42],
  [50, 1.01, 1.68, 2.01, 2.05, 2.68, 3.16],
  [100, 1.005, 1.66, 1.984, 2.025, 2.626, 3.077],
  [null, 1, 1.645, 1.96, 2, 2.576, 3],
]
const coverages = [0.6827, 0.9, 0.95, 0.9545, 0.99, 0.9973]

test("quantiles of Student's t are those of JCGM 100, table G.2", () => {
  for (const [degrees, ...quantiles] of tableG2) {
    for (const [index, printed] of quantiles.entries()) {
      const digits = String(printed).split('.')[1]?.length ?? 0
      const least = printed >= 100 ? 0.05 : 0.5 * 10 ** -Math.max(digits, 2)
      const computed = coverageQuantile(coverages[index]!, degrees)
      assert.ok(Math.abs(computed - printed) <= least * 1.001, `${degrees} ${coverages[index]}: ${computed}`)
    }
  }
})

test('for one and two degrees of freedom quantiles are those of the closed form', () => {
  for (const probability of [0.01, 0.5, 0.9, 0.9545, 0.9999]) {
    const one = Math.tan((Math.PI * probability) / 2)
    assert.ok(Math.abs(coverageQuantile(probability, 1) / one - 1) < 1e-9)
    const two = probability * Math.sqrt(2 / (1 - probability ** 2))
    assert.ok(Math.abs(coverageQuantile(probability, 2) / two - 1) < 1e-9)
  }
})

test('the quantile of many degrees of freedom covers its probability to 11 digits', () => {
  for (const degrees of [999, 1000, 1001, 1500, 10_000]) {
    for (const probability of coverages) {
      const t = coverageQuantile(probability, degrees)
      assert.ok(Math.abs(studentInterval(-t, t, degrees) - probability) < 1e-11, `${degrees} ${probability}`)
    }
  }
})

test('far out, too, the quantile of many degrees of freedom has the tail of its probability to 8 digits', () => {
  for (const degrees of [999, 1000, 1001, 1002, 1500]) {
    for (const probability of [0.99, 0.9973, 0.9999]) {
      const t = coverageQuantile(probability, degrees)
      const tail = studentInterval(t, Infinity, degrees)
      assert.ok(Math.abs(tail / ((1 - probability) / 2) - 1) < 2e-9, `${degrees} ${probability}`)
    }
  }
})

test('many degrees of freedom come to the normal distribution without a step', () => {
  const infinite = coverageQuantile(0.9545, null)
  for (const degrees of [1e5, 1e6, 9_999_999, 1e7, 1e12]) {
    assert.ok(
      Math.abs(coverageQuantile(0.9545, degrees) / infinite - 1) < 3 / degrees + 1e-6,
      String(degrees),
    )
  }
})

test('an interval has the probability between its ends, of one degree of freedom as that of Cauchy', () => {
  const ends = [-Infinity, -1e6, -40, -1, -0.5, -0.01, 0, 0.01, 0.5, 1, 40, 1e6, Infinity]
  for (const [index, a] of ends.entries()) {
    for (const b of ends.slice(index)) {
      const expected = (Math.atan(b) - Math.atan(a)) / Math.PI
      assert.ok(Math.abs(studentInterval(a, b, 1) - expected) < 1e-12, `${a} to ${b}`)
    }
  }
})

test('an interval far out in either tail keeps its digits', () => {
  const tail = Math.atan(1e-6) / Math.PI
  assert.ok(Math.abs(studentInterval(1e6, Infinity, 1) / tail - 1) < 1e-9)
  assert.ok(Math.abs(studentInterval(-Infinity, -1e6, 1) / tail - 1) < 1e-9)
})

test('of infinitely many degrees of freedom, or ten million, an interval is that of the normal distribution', () => {
  for (const degrees of [null, 1e7, 1e9]) assert.equal(studentInterval(-1, 2, degrees), normalInterval(-1, 2))
  assert.ok(Math.abs(studentInterval(-1, 2, 9_999_999) - normalInterval(-1, 2)) < 1e-7)
})
