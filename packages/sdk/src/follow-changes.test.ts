import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followPausing } from './follow-changes.ts'
import { createClient, followChanges, type FollowedChange } from './index.ts'

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
  const idle = [0, 0, 0, 0, 0, 0, 0]
  assert.deepEqual(await waitsOf(idle), [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})

test('no wait is shorter than a second', async () => {
  assert.deepEqual(await waitsOf([0, 1, 0], 0), [1000, 1000, 1000])
})

type Page = { data: object[]; cursor: number; has_more?: boolean }

/** Follows once over pages of changes, of things that the API has or has not. */
async function follow(pages: Page[], things: Record<string, object>, cursor: number | null = null) {
  const asked: string[] = []
  const handled: FollowedChange[][] = []
  const saved: number[] = []
  const client = createClient({
    baseUrl: 'https://calibration.example.com',
    maxRetries: 0,
    fetch: async (address) => {
      const { pathname, search } = new URL(address)
      const path = pathname.replace('/api/public/v1', '')
      asked.push(path + search)
      if (path === '/changes') {
        const { has_more = false, ...page } = pages.shift()!
        return Response.json({ ...page, pagination: { limit: 40, has_more } })
      }
      const thing = things[path]
      if (thing !== undefined) return Response.json(thing)
      const [code, status] = path.includes('broken') ? ['INTERNAL_ERROR', 500] : ['NOT_FOUND', 404]
      return Response.json({ code, message: 'No.' }, { status })
    },
  })
  const count = await followChanges(client, {
    once: true,
    store: { load: async () => cursor, save: async (next) => void saved.push(next) },
    handle: async (changes) => void handled.push(changes),
  })
  return { count, asked, handled, saved }
}

const changeOf = (resource: string, id: string, instrument: string | null) => ({
  ...recomputed,
  type: `${resource}.updated`,
  resource,
  id,
  instrument_id: instrument,
})

test('a change comes with what it is about, its instrument, and the record that a correction replaces', async () => {
  const things = {
    '/instruments/i1': { id: 'i1' },
    '/calibrations/c2': { id: 'c2', supersedes_id: 'c1' },
    '/calibrations/c1': { id: 'c1', supersedes_id: null },
    '/findings/f1': { id: 'f1' },
  }
  const data = [
    changeOf('instrument', 'i1', 'i1'),
    changeOf('calibration', 'c2', 'i1'),
    changeOf('calibration', 'c1', 'i1'),
    changeOf('finding', 'f1', 'i1'),
    changeOf('document', 'd1', 'i1'),
    changeOf('workspace', 'w1', null),
    changeOf('instrument', 'gone', 'gone'),
    changeOf('instrument', 'gone', 'gone'),
    changeOf('calibration', 'c3', 'gone'),
  ]
  const { count, asked, handled, saved } = await follow([{ data, cursor: 9 }], things)
  assert.deepEqual([count, saved], [9, [9]])
  const idOf = (thing: unknown) => (thing as { id: string } | null | undefined)?.id ?? thing
  assert.deepEqual(
    handled[0]?.map(({ current, instrument, superseded }) => [current, instrument, superseded].map(idOf)),
    [
      ['i1', 'i1', undefined],
      ['c2', 'i1', 'c1'],
      ['c1', 'i1', undefined],
      ['f1', 'i1', undefined],
      [undefined, 'i1', undefined],
      [undefined, undefined, undefined],
      [null, null, undefined],
      [null, null, undefined],
      [null, null, undefined],
    ],
  )
  // Each thing is read once, out of reach or not.
  assert.deepEqual(asked, [
    '/changes?limit=40',
    '/instruments/i1',
    '/calibrations/c2',
    '/calibrations/c1',
    '/findings/f1',
    '/instruments/gone',
    '/calibrations/c3',
  ])
})

test('pages are read from the kept cursor on until none is left, and what is new alone is handled and saved', async () => {
  const change = changeOf('workspace', 'w1', null)
  const pages = [
    { data: [change, change], cursor: 7, has_more: true },
    { data: [change], cursor: 8, has_more: true },
    { data: [], cursor: 8 },
  ]
  const { count, asked, handled, saved } = await follow(pages, {}, 0)
  assert.equal(count, 3)
  assert.deepEqual(asked, [
    '/changes?limit=40&after=0',
    '/changes?limit=40&after=7',
    '/changes?limit=40&after=8',
  ])
  assert.deepEqual(
    [handled.map(({ length }) => length), saved],
    [
      [2, 1],
      [7, 8],
    ],
  )
})

test('a failure to read what a change is about ends the run before the change is handled', async () => {
  await assert.rejects(follow([{ data: [changeOf('instrument', 'broken', 'broken')], cursor: 1 }], {}), {
    status: 500,
  })
})

test('followers end with the reason of their signal, while they wait too', async () => {
  const reason = new Error('enough')
  const controller = new AbortController()
  const client = createClient({
    baseUrl: 'https://calibration.example.com',
    fetch: async () => Response.json({ data: [], cursor: 1, pagination: { limit: 40, has_more: false } }),
  })
  const following = followChanges(client, {
    store: {
      load: async () => null,
      save: async () => setImmediate(() => controller.abort(reason)) && undefined,
    },
    handle: async () => {},
    signal: controller.signal,
  })
  await assert.rejects(following, reason)
})
