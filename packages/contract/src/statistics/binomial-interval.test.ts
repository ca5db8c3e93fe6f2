import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clopperPearson } from './binomial-interval.ts'

test('limits are those of Clopper and Pearson', () => {
  const cases: [successes: number, trials: number, lower: string, upper: string][] = [
    [19, 20, '0.7513', '0.9987'],
    [15, 20, '0.5090', '0.9134'],
    [48, 50, '0.8629', '0.9951'],
    [5, 10, '0.1871', '0.8129'],
    [0, 10, '0.0000', '0.3085'],
    [10, 10, '0.6915', '1.0000'],
    [1, 1, '0.0250', '1.0000'],
  ]
  for (const [successes, trials, lower, upper] of cases) {
    const interval = clopperPearson(successes, trials, 0.95)
    assert.deepEqual([interval.lower.toFixed(4), interval.upper.toFixed(4)], [lower, upper])
  }
})

test('without any failure, or any success, the limits are those of the closed form', () => {
  for (const trials of [1, 7, 100, 5000]) {
    const bound = 0.025 ** (1 / trials)
    assert.ok(Math.abs(clopperPearson(trials, trials, 0.95).lower - bound) < 1e-9)
    assert.ok(Math.abs(clopperPearson(0, trials, 0.95).upper - (1 - bound)) < 1e-9)
  }
})
