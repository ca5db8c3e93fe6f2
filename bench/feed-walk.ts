// Measures the feed of a million records: reading it from the first page to the last, single pages at its beginning and end,
// and the way of synchronizing that the contract recommends, by the time of the last record seen.
import { Pool } from 'undici'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { startChildServer } from './processes/child-server.ts'
import { fillFeed } from './fill/fill-feed.ts'
import { fillRegister } from './fill/fill-register.ts'
import { alternate, callers, median, printTable, report, requests } from './measure.ts'

const RECORDS = Number(process.env['BENCH_RECORDS'] ?? 1_000_000)
const INSTRUMENTS = 10_000
const PAGE = 100

/** Number of pages whose latencies are reported together. */
const STRETCHES = 10

/** The overlap of recommended synchronizations before the last record seen. */
const OVERLAP_MS = 1000

const FEED = '/api/public/v1/calibrations'

const bench = await openBenchDatabase()
const { runtime, owner } = bench
const { workspace, key, sites } = await makeWorkspace(runtime, 'Feed')
await fillRegister(owner, workspace.workspaceId, sites, INSTRUMENTS)
await fillFeed(owner, workspace.workspaceId, RECORDS)
const app = await startChildServer('serve-app.ts', {
  DATA_DIR: runtime.config.DATA_DIR,
  RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
})
const http = new Pool(app.origin, { connections: 1 })

interface FeedPage {
  data: { id: string; created_at: string }[]
  pagination: { has_more: boolean }
}

async function page(query: string): Promise<FeedPage> {
  const { statusCode, body } = await http.request({
    method: 'GET',
    path: `${FEED}?limit=${PAGE}&${query}`,
    headers: { 'x-api-key': key },
  })
  if (statusCode !== 200) throw new Error(`returned ${statusCode}: ${await body.text()}`)
  return (await body.json()) as FeedPage
}

/** Reads the whole feed page by page, and returns how long each took, in milliseconds. */
async function readWholeFeed(): Promise<number[]> {
  const latencies: number[] = []
  for (let offset = 0, more = true; more; offset += PAGE) {
    const start = performance.now()
    const { pagination } = await page(`offset=${offset}`)
    latencies.push(performance.now() - start)
    more = pagination.has_more
  }
  return latencies
}

/** Synchronizes as the contract recommends, for this many pages from an instant; returns the number of new records. */
async function readSince(since: string, pages: number): Promise<number> {
  const known = new Set<string>()
  let from = since
  for (let count = 0; count < pages; count += 1) {
    const { data } = await page(`updated_since=${from}`)
    for (const { id } of data) known.add(id)
    from = new Date(Date.parse(data.at(-1)?.created_at ?? from) - OVERLAP_MS).toISOString()
  }
  return known.size
}

/** Returns the instant of the record at an index. */
async function instantAt(offset: number): Promise<string> {
  return (await page(`offset=${offset}`)).data[0]!.created_at
}

const load = (query: string) => requests(app.origin, `${FEED}?limit=${PAGE}${query}`, { 'x-api-key': key }, 1)
const stretch = (index: number, whole: readonly number[]) =>
  whole.slice((index * whole.length) / STRETCHES, ((index + 1) * whole.length) / STRETCHES)

try {
  const deep = Math.floor(RECORDS * 0.9)
  report(
    `Pages of ${PAGE} of ${RECORDS} records`,
    await alternate({
      'first page': load(''),
      [`offset ${deep}`]: load(`&offset=${deep}`),
      'last page': load(`&offset=${RECORDS - PAGE}`),
      'newest first': load('&sort=-updated_at'),
    }),
  )

  const starts = { 'from the beginning': 0, [`from record ${deep}`]: deep }
  const SINCE_PAGES = 10
  const loads = Object.entries(starts).map(async ([name, offset]) => {
    const since = await instantAt(offset)
    return [name, callers(1, () => readSince(since, SINCE_PAGES))] as const
  })
  report(
    `${SINCE_PAGES} pages by updated_since, a second of overlap`,
    await alternate(Object.fromEntries(await Promise.all(loads))),
  )

  const startedAt = performance.now()
  const latencies = await readWholeFeed()
  const seconds = (performance.now() - startedAt) / 1000
  printTable(
    `Whole feed: ${latencies.length} pages in ${seconds.toFixed(1)} s`,
    ['part', 'records a second', 'p50 ms'],
    [
      ['all', RECORDS / seconds, median(latencies)],
      ...[0, STRETCHES - 1].map((index) => {
        const part = stretch(index, latencies)
        const spent = part.reduce((sum, ms) => sum + ms, 0) / 1000
        return [`${index === 0 ? 'first' : 'last'} tenth`, (part.length * PAGE) / spent, median(part)]
      }),
    ],
  )
} finally {
  await http.close()
  await app.stop()
  await bench.drop()
}
