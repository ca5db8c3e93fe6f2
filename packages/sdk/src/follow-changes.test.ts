import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followPausing } from './follow-changes.ts'
import { createClient } from './index.ts'

const recomputed = {
  at: '2026-11-21T04:56:39.123Z',
  type: 'workspace.due_dates_recomputed',
  resource: 'workspace',
  id: '019345b4-11f2-7c55-a0de-5f3b7a9c2e47',
  instrument_id: null,
}

/** Follows until all the pages were read, each of which has so many rows, and returns the waits in milliseconds. */
async function waitsOf(rowCounts: number[], maxIdleMs?: number): Promise<number[]> {
  const waits: number[] = []
  const ended = new Error('no more pages')
  let cursor = 0
  const client = createClient({
    baseUrl: 'https://calibration.example.com',
    apiKey: 'ctk_test',
    maxRetries: 0,
    fetch: async () => {
      const rows = rowCounts.shift()
      if (rows === undefined) throw ended
      const data = Array.from({ length: rows }, () => ({ ...recomputed, cursor: (cursor += 1) }))
      return Response.json({ data, cursor, pagination: { limit: 40, has_more: false } })
    },
  })
  const pause = async (ms: number) => void waits.push(ms)
  const following = followPausing(pause, client, {
    store: { load: async () => null, save: async () => {} },
    handle: async () => {},
    maxIdleMs,
  })
  await assert.rejects(following, { cause: ended })
  return waits
}

test('waits double while nothing is new, up to the longest, and begin again with a second', async () => {
  assert.deepEqual(await waitsOf([0, 0, 0, 1, 0]), [1000, 2000, 4000, 1000, 2000])
  assert.deepEqual(await waitsOf([0, 0, 0, 0], 3000), [1000, 2000, 3000, 3000])
})

test('no wait is shorter than a second', async () => {
  assert.deepEqual(await waitsOf([0, 1, 0], 0), [1000, 1000, 1000])
})
