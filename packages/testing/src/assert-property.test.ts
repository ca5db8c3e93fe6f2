import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from './assert-property.ts'
import { FIXED_SEED, readSeedSettings, seedsOf } from './seeds.ts'

test('half of the cases are those of the fixed seed, as many those of each fresh one', () => {
  const [fixed, ...fresh] = seedsOf({ only: undefined, fresh: 3 }, 9)
  assert.deepEqual(fixed, { seed: FIXED_SEED, numRuns: 5 })
  assert.deepEqual(
    fresh.map(({ numRuns }) => numRuns),
    [5, 5, 5],
  )
  assert.equal(new Set(fresh.map(({ seed }) => seed)).size, 3)
})

test('a named seed is used alone, with all cases', () => {
  assert.deepEqual(seedsOf({ only: -4, fresh: 1 }, 9), [{ seed: -4, numRuns: 9 }])
})

test('seeds that are no integers are refused by the name of their variable', () => {
  assert.deepEqual(readSeedSettings({}), { only: undefined, fresh: 1 })
  assert.deepEqual(readSeedSettings({ PROPERTY_SEED: '-3', PROPERTY_FRESH_SEEDS: '0' }), {
    only: -3,
    fresh: 0,
  })
  for (const value of ['', ' ', 'x', '1.5', '9999999999']) {
    assert.throws(() => readSeedSettings({ PROPERTY_SEED: value }), /PROPERTY_SEED must be an integer/)
  }
  assert.throws(() => readSeedSettings({ PROPERTY_FRESH_SEEDS: '-1' }), /PROPERTY_FRESH_SEEDS must be/)
})

test('an example is checked before any other case, and once', async () => {
  const seen: number[] = []
  await assertProperty(
    fc.asyncProperty(fc.integer({ min: 0, max: 9 }), async (value) => {
      seen.push(value)
    }),
    { numRuns: 4, examples: [[-1]] },
  )
  assert.equal(seen[0], -1)
  assert.equal(seen.filter((value) => value === -1).length, 1)
})

test('a false property throws, whether it is asynchronous or not', async () => {
  assert.throws(() => assertProperty(fc.property(fc.nat(), () => false)), /Property failed/)
  await assert.rejects(assertProperty(fc.asyncProperty(fc.nat(), async () => false)), /Property failed/)
})
