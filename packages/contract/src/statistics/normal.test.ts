import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalInterval, normalProbability } from './normal.ts'

/** Φ(−z) to 15 digits, as computed with 50 digits. */
const tails: [z: number, tail: number][] = [
  [0, 0.5],
  [0.5, 0.308537538725987],
  [1, 0.158655253931457],
  [1.65, 0.0494714680336481],
  [2, 0.0227501319481792],
  [3, 0.00134989803163009],
  [4, 3.16712418331199e-5],
  [4.5, 3.39767312473006e-6],
  [6, 9.86587645037698e-10],
  [10, 7.61985302416052e-24],
]

test('the normal distribution is that of the tables, in its tails too', () => {
  for (const [z, tail] of tails) {
    assert.ok(Math.abs(normalProbability(-z) / tail - 1) < 1e-9, String(z))
    assert.ok(Math.abs(normalProbability(z) - (1 - tail)) < 1e-15, String(z))
  }
  assert.equal(normalProbability(Infinity), 1)
  assert.equal(normalProbability(-Infinity), 0)
})

test('an interval far out in either tail keeps its digits', () => {
  assert.ok(Math.abs(normalInterval(6, Infinity) / 9.86587645037698e-10 - 1) < 1e-9)
  assert.ok(Math.abs(normalInterval(-Infinity, -6) / 9.86587645037698e-10 - 1) < 1e-9)
  assert.ok(Math.abs(normalInterval(-1, 1) - 0.682689492137086) < 1e-15)
  assert.equal(normalInterval(-Infinity, Infinity), 1)
})

test('an interval has the probability between its ends, wherever they are', () => {
  const ends: [z: number, below: number][] = [
    [-Infinity, 0],
    ...tails.toReversed().map(([z, tail]) => [-z, tail] as [number, number]),
    ...tails.slice(1).map(([z, tail]) => [z, 1 - tail] as [number, number]),
    [Infinity, 1],
  ]
  for (const [index, [a, belowA]] of ends.entries()) {
    for (const [b, belowB] of ends.slice(index))
      assert.ok(Math.abs(normalInterval(a, b) - (belowB - belowA)) < 3e-15, `${a} to ${b}`)
  }
})
