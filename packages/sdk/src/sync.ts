import type { CallOptions, Client } from './client.ts'
import type { Operations } from './contract-types.ts'
import { PAGE_LIMIT_MAX } from './pages.ts'

/** How far a copy has come; plain JSON. */
export interface Watermark {
  /** UTC timestamp: everything before it has been handled. */
  readonly since: string
  /** Ids of records at or after `since` that have been handled already. */
  readonly handled: readonly string[]
}

/** Where the watermark of one copy is kept: a row of your database, a file. */
export interface WatermarkStore {
  /** Returns what `save` kept last, or nothing before the first time. */
  load(): Promise<Watermark | null | undefined>
  /** Keeps the watermark; must have stored it durably before the promise resolves. */
  save(watermark: Watermark): Promise<void>
}

/** How a copy is brought up to date. */
export interface SyncOptions<Row> extends CallOptions {
  readonly store: WatermarkStore
  /**
   * Called with the rows of one page, in their order. The watermark moves on when its promise resolves, so store the
   * rows durably before that. After a crash in between the same rows come again: write them by their id.
   */
  readonly handle: (rows: Row[]) => Promise<void>
  /**
   * Milliseconds before the watermark from which rows are read again: 2000 for calibrations; for instruments none where the
   * server sends `Sync-Watermark`, else 30,000.
   */
  readonly overlapMs?: number | undefined
}

/** A record of the calibration feed. */
export type Calibration = Operations['listCalibrations']['reply']['data'][number]
/** A row of the list of instruments. */
export type Instrument = Operations['listInstruments']['reply']['data'][number]

const BEGINNING = '1970-01-01T00:00:00.000Z'

/** The feed never falls back in time, and records become readable in its order. */
const FEED_OVERLAP_MS = 2000

/** Of a server that sends no `Sync-Watermark`: a change becomes readable when its request has ended, some ten seconds later. */
const CLOCK_OVERLAP_MS = 30_000

/**
 * Reads every calibration and void marker that entered the ledger since the last run, and returns how many were new.
 * Records come in the order of the ledger and each comes once, unless a run ended between `handle` and `save`.
 *
 * Approval, correction and void of a record do not bring it up again: a correction and a void marker are records of
 * their own, and webhooks report an approval.
 *
 * @throws what `handle`, the store and the client throw; the next run goes on from the last saved watermark
 */
export async function syncCalibrations(client: Client, options: SyncOptions<Calibration>): Promise<number> {
  const { store, handle, overlapMs = FEED_OVERLAP_MS, ...call } = options
  const start = await store.load()
  const handled = new Map((start?.handled ?? []).map((id) => [id, start?.since ?? BEGINNING]))
  let since = start?.since ?? BEGINNING
  let count = 0
  for (let offset = 0; ;) {
    const query = {
      sort: 'updated_at',
      include: 'voided',
      limit: PAGE_LIMIT_MAX,
      updated_since: since,
      offset,
    }
    const { data, pagination } = await client.listCalibrations({ query }, call)
    const fresh = data.filter(({ id }) => !handled.has(id))
    const last = data.at(-1)?.created_at ?? since
    // Known rows too: how long they must be remembered follows from their own time.
    for (const { id, created_at: at } of data) handled.set(id, at ?? since)
    if (fresh.length > 0) {
      await handle(fresh)
      count += fresh.length
      await store.save(watermarkAt(last, overlapMs, handled))
    }
    if (!pagination.has_more || data.length === 0) return count
    // By time wherever that leads on, since rows can leave the list while it is read and shift the offsets after them.
    offset = last > since ? 0 : offset + data.length
    since = last > since ? last : since
  }
}

/** Stands `overlapMs` before the last record, with the records after it that need not come again. */
function watermarkAt(last: string, overlapMs: number, handled: Map<string, string>): Watermark {
  const since = new Date(Math.max(0, Date.parse(last) - overlapMs)).toISOString()
  for (const [id, at] of handled) if (at < since) handled.delete(id)
  return { since, handled: [...handled.keys()] }
}

/**
 * Reads every instrument that changed since the last run, retired ones included (`deleted` is true on them), and returns
 * how many rows were handled. A row can come twice; the later one is the newer. The watermark moves on at the end of a
 * run only, so an interrupted first run begins anew.
 *
 * @throws what `handle`, the store and the client throw; the next run goes on from the last saved watermark
 */
export async function syncInstruments(client: Client, options: SyncOptions<Instrument>): Promise<number> {
  const { store, handle, overlapMs, ...call } = options
  const since = (await store.load())?.since
  const started = Date.now()
  // By time of creation a change moves no row, so that none slips past the end of a page.
  const filter = {
    sort: 'created_at',
    include: 'retired',
    limit: PAGE_LIMIT_MAX,
    ...(since && { updated_since: since }),
  }
  let next: string | undefined
  let count = 0
  for (let offset = 0, anchor: string | undefined; ;) {
    const response = await client.listInstruments({ query: { ...filter, offset } }, call).withResponse()
    // Of the first page: what changes while the others are read comes with the next run.
    next ??= nextSince(response.headers, started, overlapMs)
    const { data, pagination } = response.data
    if (anchor !== undefined && offset > 0 && !data.some(({ id }) => id === anchor)) {
      // Rows left the list and those after them moved up: go back until the last known row is found.
      offset = Math.max(0, offset - PAGE_LIMIT_MAX / 2)
      continue
    }
    if (data.length > 0) await handle(data)
    count += data.length
    if (!pagination.has_more || data.length === 0) break
    anchor = data.at(-1)?.id
    offset += data.length - 1
  }
  await store.save({ since: next, handled: [] })
  return count
}

/** From where the next run reads: the list holds every change up to the watermark that came with it. */
function nextSince(headers: Headers, started: number, overlapMs?: number): string {
  const watermark = instantOf(headers.get('sync-watermark'))
  const back = overlapMs ?? (watermark === undefined ? CLOCK_OVERLAP_MS : 0)
  const at = watermark ?? instantOf(headers.get('date')) ?? started
  return new Date(at - back).toISOString()
}

function instantOf(date: string | null): number | undefined {
  const instant = Date.parse(date ?? '')
  return Number.isNaN(instant) ? undefined : instant
}
