import type { CallOptions, Client } from './client.ts'
import type { Operations } from './contract-types.ts'
import { PAGE_LIMIT_MAX } from './pages.ts'

/** Progress of a copy, as plain JSON. */
export interface Watermark {
  /** UTC timestamp: everything before it has been handled. */
  readonly since: string
  /** Ids of records at or after `since` that have been handled already. */
  readonly handled: readonly string[]
}

/** Storage for the watermark of one copy: a database row or a file. */
export interface WatermarkStore {
  /** Returns the value last saved, or nothing the first time. */
  load(): Promise<Watermark | null | undefined>
  /** Saves the watermark. It must be stored durably before the promise resolves. */
  save(watermark: Watermark): Promise<void>
}

/** Options for bringing a copy up to date. */
export interface SyncOptions<Row> extends CallOptions {
  readonly store: WatermarkStore
  /**
   * Called with the rows of one page, in order. The watermark advances when the promise resolves, so store
   * the rows durably before that. After a crash in between, the same rows are delivered again: write them by
   * their ID.
   */
  readonly handle: (rows: Row[]) => Promise<void>
  /**
   * Milliseconds before the watermark from which rows are read again: 2000 for calibrations; for instruments,
   * 0 if the server sends `Sync-Watermark`, otherwise 30,000.
   */
  readonly overlapMs?: number | undefined
}

/** A record of the calibration feed. */
export type Calibration = Operations['listCalibrations']['reply']['data'][number]
/** A row of the list of instruments. */
export type Instrument = Operations['listInstruments']['reply']['data'][number]

const BEGINNING = '1970-01-01T00:00:00.000Z'

/** Timestamps in the feed never decrease, and records become readable in feed order. */
const FEED_OVERLAP_MS = 2000

/**
 * For a server that does not send `Sync-Watermark`: a change becomes readable when its request has ended, up
 * to about ten seconds later.
 */
const CLOCK_OVERLAP_MS = 30_000

/**
 * Reads every calibration and void marker appended to the ledger since the last run, and returns the number
 * of new ones. Records are delivered in ledger order and once each, unless a run ended between `handle` and
 * `save`.
 *
 * A record is not delivered again when it is approved, corrected or voided: a correction and a void marker
 * are separate records, and webhooks report an approval.
 *
 * @throws what `handle`, the store and the client throw; the next run continues from the last saved watermark
 */
export async function syncCalibrations(client: Client, options: SyncOptions<Calibration>): Promise<number> {
  const { store, handle, overlapMs = FEED_OVERLAP_MS, ...call } = options
  const start = await store.load()
  let since = start?.since ?? BEGINNING
  const handled = new Map((start?.handled ?? []).map((id) => [id, since]))
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
    // By time whenever that makes progress, because rows can leave the list while it is being read and shift
    // the offsets of later rows.
    offset = last > since ? 0 : offset + data.length
    since = last > since ? last : since
  }
}

/** Returns the watermark `overlapMs` before the last record, with the records after it that were already handled. */
function watermarkAt(last: string, overlapMs: number, handled: Map<string, string>): Watermark {
  const since = new Date(Math.max(0, Date.parse(last) - overlapMs)).toISOString()
  for (const [id, at] of handled) if (at < since) handled.delete(id)
  return { since, handled: [...handled.keys()] }
}

/**
 * Reads every instrument that has changed since the last run, including retired ones (whose `deleted` is
 * true), and returns the number of rows handled. A row can be delivered twice; the later one is more recent.
 * The watermark advances only at the end of a run, so an interrupted first run starts over.
 *
 * @throws what `handle`, the store and the client throw; the next run continues from the last saved watermark
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

/** Returns where the next run starts: the list contains every change up to the watermark that came with it. */
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
