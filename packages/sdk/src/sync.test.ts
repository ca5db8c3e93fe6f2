import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, syncCalibrations, syncInstruments, type Watermark } from './index.ts'

/** A client whose requests get these rows one page after the other, and a copy that keeps what it is given. */
function copying(pages: { data: object[]; has_more?: boolean; headers?: Record<string, string> }[]) {
  const queries: Record<string, string>[] = []
  const rows: { id: string }[] = []
  const saved: Watermark[] = []
  const client = createClient({
    baseUrl: 'https://calibration.example.com',
    apiKey: 'ctk_test',
    maxRetries: 0,
    fetch: async (url) => {
      queries.push(Object.fromEntries(new URL(url).searchParams))
      const page = pages.shift()
      if (page === undefined) throw new Error('no more pages')
      const { data, has_more = false, headers = {} } = page
      return Response.json({ data, pagination: { limit: 100, offset: 0, total: 0, has_more } }, { headers })
    },
  })
  const store = {
    load: async () => saved.at(-1),
    save: async (watermark: Watermark) => void saved.push(watermark),
  }
  const handle = async (page: { id: string }[]) => {
    assert.ok(page.length > 0, 'a page without rows is not handled')
    rows.push(...page)
  }
  return { client, queries, rows, saved, options: { store, handle } }
}

const record = (id: string, at: string) => ({ id, created_at: `2026-11-21T08:00:${at}Z` })
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

test('a record that stands in several pages or runs is handled once, and all of them in their order', async () => {
  const { client, queries, rows, options } = copying([
    { data: [record('a', '01.000'), record('b', '02.000')], has_more: true },
    { data: [record('b', '02.000'), record('c', '03.000')] },
    { data: [record('b', '02.000'), record('c', '03.000'), record('d', '03.000')] },
  ])
  assert.equal(await syncCalibrations(client, options), 3)
  assert.equal(await syncCalibrations(client, options), 1)
  assert.deepEqual(idsOf(rows), ['a', 'b', 'c', 'd'])
  assert.deepEqual(
    queries.map(({ updated_since: since, offset }) => [since, offset]),
    [
      ['1970-01-01T00:00:00.000Z', '0'],
      ['2026-11-21T08:00:02.000Z', '0'],
      ['2026-11-21T08:00:01.000Z', '0'],
    ],
  )
  for (const { sort, include, limit } of queries)
    assert.deepEqual([sort, include, limit], ['updated_at', 'voided', '100'])
})

test('pages of one instant are told apart by their offset, and an empty page ends a run', async () => {
  const { client, queries, rows, options } = copying([
    { data: [record('a', '01.000')], has_more: true },
    { data: [record('b', '01.000')], has_more: true },
    { data: [record('c', '01.000')], has_more: true },
    { data: [], has_more: true },
  ])
  assert.equal(await syncCalibrations(client, options), 3)
  assert.deepEqual(idsOf(rows), ['a', 'b', 'c'])
  assert.deepEqual(
    queries.map(({ offset }) => offset),
    ['0', '0', '1', '2'],
  )
})

test('a watermark remembers the records of the overlap alone', async () => {
  const { client, saved, options } = copying([
    { data: [record('a', '01.000'), record('b', '02.000'), record('c', '04.000')] },
    { data: [record('c', '04.000'), record('d', '30.000')] },
    { data: [record('e', '30.000')] },
  ])
  await syncCalibrations(client, options)
  assert.deepEqual(saved.at(-1), { since: '2026-11-21T08:00:02.000Z', handled: ['b', 'c'] })
  await syncCalibrations(client, options)
  assert.deepEqual(saved.at(-1), { since: '2026-11-21T08:00:28.000Z', handled: ['d'] })
  await syncCalibrations(client, { ...options, overlapMs: 60_000 })
  assert.deepEqual(saved.at(-1), { since: '2026-11-21T07:59:30.000Z', handled: ['d', 'e'] })
})

test('a run without anything new saves nothing', async () => {
  const { client, saved, options } = copying([{ data: [] }])
  assert.equal(await syncCalibrations(client, options), 0)
  assert.deepEqual(saved, [])
})

test('an overlap never reaches back beyond the beginning of time', async () => {
  const first = { id: 'a', created_at: '1970-01-01T00:00:01.000Z' }
  const { client, saved, options } = copying([{ data: [first] }])
  await syncCalibrations(client, options)
  assert.deepEqual(saved, [{ since: '1970-01-01T00:00:00.000Z', handled: ['a'] }])
})

test('instruments are read again from the watermark of the first page, else from its date, else from the start of the run', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-21T08:00:00Z') })
  const date = 'Sat, 21 Nov 2026 09:00:00 GMT'
  const watermark = '2026-11-21T09:30:00.123Z'
  const cases: [headers: Record<string, string>, overlapMs: number | undefined, since: string][] = [
    [{ 'sync-watermark': watermark, date }, undefined, watermark],
    [{ 'sync-watermark': watermark }, 1000, '2026-11-21T09:29:59.123Z'],
    [{ date }, undefined, '2026-11-21T08:59:30.000Z'],
    [{ date }, 0, '2026-11-21T09:00:00.000Z'],
    [{ 'sync-watermark': 'soon', date }, undefined, '2026-11-21T08:59:30.000Z'],
    [{}, undefined, '2026-11-21T07:59:30.000Z'],
    [{ date: 'yesterday' }, undefined, '2026-11-21T07:59:30.000Z'],
  ]
  for (const [headers, overlapMs, since] of cases) {
    const { client, queries, saved, options } = copying([
      { data: [{ id: 'a' }], has_more: true, headers },
      { data: [{ id: 'a' }, { id: 'b' }], headers: { 'sync-watermark': '2030-01-01T00:00:00.000Z' } },
      { data: [] },
    ])
    assert.equal(await syncInstruments(client, { ...options, overlapMs }), 3)
    assert.deepEqual(saved, [{ since, handled: [] }])
    assert.equal(await syncInstruments(client, options), 0)
    assert.deepEqual(
      queries.map(({ updated_since: from }) => from),
      [undefined, undefined, since],
    )
    for (const { sort, include, limit } of queries)
      assert.deepEqual([sort, include, limit], ['created_at', 'retired', '100'])
  }
})

test('where rows left the list while it was read, it is read back to the last known one, at most to its beginning', async () => {
  const rowsFrom = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => ({ id: String(first + index) }))
  const { client, queries, rows, options } = copying([
    { data: rowsFrom(0, 99), has_more: true },
    { data: rowsFrom(190, 195) },
    { data: rowsFrom(140, 195), has_more: true },
    { data: rowsFrom(90, 189), has_more: true },
    { data: rowsFrom(189, 195) },
  ])
  assert.equal(await syncInstruments(client, options), 207)
  assert.deepEqual(
    queries.map(({ offset }) => offset),
    ['0', '99', '49', '0', '99'],
  )
  // Pages that lack the last known row are not taken: what they miss came before them.
  assert.deepEqual(idsOf(rows), idsOf([...rowsFrom(0, 99), ...rowsFrom(90, 189), ...rowsFrom(189, 195)]))
})

test('where the last known row itself left the list, it is read again from its beginning, once', async () => {
  const rowsFrom = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => ({ id: String(first + index) }))
  const { client, queries, rows, options } = copying([
    { data: rowsFrom(0, 99), has_more: true },
    { data: rowsFrom(200, 205) },
    { data: rowsFrom(150, 205) },
    { data: rowsFrom(100, 199), has_more: true },
    { data: rowsFrom(199, 205) },
  ])
  assert.equal(await syncInstruments(client, options), 207)
  assert.deepEqual(
    queries.map(({ offset }) => offset),
    ['0', '99', '49', '0', '99'],
  )
  assert.deepEqual(idsOf(rows), idsOf([...rowsFrom(0, 199), ...rowsFrom(199, 205)]))
})

test('the last known row is looked for from the second row of the list on', async () => {
  const { client, queries, options } = copying([
    { data: [{ id: 'a' }, { id: 'b' }], has_more: true },
    { data: [{ id: 'c' }], has_more: true },
    { data: [{ id: 'b' }, { id: 'c' }] },
  ])
  assert.equal(await syncInstruments(client, options), 4)
  assert.deepEqual(
    queries.map(({ offset }) => offset),
    ['0', '1', '0'],
  )
})

test('an empty page ends the list of instruments, whatever it says of further ones', async () => {
  const { client, rows, saved, options } = copying([{ data: [], has_more: true }])
  assert.equal(await syncInstruments(client, options), 0)
  assert.deepEqual([rows.length, saved.length], [0, 1])
})

test('a list of one instrument is handled, and an empty one is not', async () => {
  const { client, rows, options } = copying([{ data: [{ id: 'a' }] }, { data: [] }])
  assert.equal(await syncInstruments(client, options), 1)
  assert.equal(await syncInstruments(client, options), 0)
  assert.deepEqual(idsOf(rows), ['a'])
})
