import type { CallOptions, Client } from './client.ts'
import type { Operations } from './contract-types.ts'
import { NotFoundError } from './errors.ts'
import { wait } from './wait.ts'

type Instrument = Operations['getInstrument']['reply']
type Calibration = Operations['getCalibration']['reply']
type Finding = Operations['getFinding']['reply']

/** A row of the list of changes. */
export type Change = Operations['listChanges']['reply']['data'][number]

/** A change, with what it is about and what follows from it, as both are now. Null where something is out of reach. */
export interface FollowedChange extends Change {
  /**
   * The instrument, calibration or finding, by `resource`. Null where it is out of reach, as an instrument that left the sites of
   * the key: drop it. Undefined of other resources.
   */
  readonly current: Instrument | Calibration | Finding | null | undefined
  /**
   * The instrument of `instrument_id`: its due date and status follow from records and have no change of their own. Undefined of a
   * workspace.
   */
  readonly instrument: Instrument | null | undefined
  /** The record that a correction takes the place of, which has no change of its own; undefined of everything else. */
  readonly superseded: Calibration | null | undefined
}

/** Where the cursor of one mirror is kept: a row of your database, a file. */
export interface CursorStore {
  /** Returns what `save` kept last, or nothing before the first time: then changes come from the beginning of the ledger. */
  load(): Promise<number | null | undefined>
  /** Keeps the cursor; must have stored it durably before the promise resolves. */
  save(cursor: number): Promise<void>
}

/** How changes are followed. */
export interface FollowOptions extends CallOptions {
  readonly store: CursorStore
  /**
   * Called with the changes of one page, in their order. The cursor moves on when its promise resolves, so store what they say
   * durably before that. After a crash in between the same changes come again.
   */
  readonly handle: (changes: FollowedChange[]) => Promise<void>
  /** Whether to return when nothing is new, instead of asking again later; false by default. */
  readonly once?: boolean | undefined
  /** Longest wait in milliseconds while nothing is new; 30,000 by default, at least 1000. It begins with a second and doubles. */
  readonly maxIdleMs?: number | undefined
}

/** Rows of a page: with up to three things to read for each, a page fits into a minute of the rate limit. */
const PAGE_ROWS = 40

const IDLE_MS = 1000
const IDLE_MS_MAX = 30_000

/**
 * Follows every change of instruments, calibrations, documents and findings in the order of the ledger, from the kept cursor on,
 * and returns how many were handled. Without `once` it goes on until `signal` ends it, with the reason of the signal.
 *
 * @throws what `handle`, the store and the client throw; the next run goes on from the last saved cursor. InvalidRequestError with
 *   `details.field` of `after` says that the ledger was restored from an older backup: empty the mirror, and begin anew
 */
export function followChanges(client: Client, options: FollowOptions): Promise<number> {
  return followPausing(wait, client, options)
}

/** The same with another way to wait, for tests; the package does not export it. */
export async function followPausing(
  pause: typeof wait,
  client: Client,
  options: FollowOptions,
): Promise<number> {
  const { store, handle, once = false, maxIdleMs = IDLE_MS_MAX, ...call } = options
  let after = (await store.load()) ?? undefined
  let idleMs = 0
  let count = 0
  for (;;) {
    const query = { limit: PAGE_ROWS, ...(after !== undefined && { after }) }
    const { data, cursor, pagination } = await client.listChanges({ query }, call)
    if (data.length > 0) await handle(await withState(client, data, call))
    if (cursor !== after) await store.save(cursor)
    after = cursor
    count += data.length
    if (pagination.has_more) continue
    if (once) return count
    idleMs = data.length > 0 ? IDLE_MS : Math.max(IDLE_MS, Math.min(idleMs * 2, maxIdleMs))
    await pause(idleMs, call.signal)
  }
}

/** Each thing is read once for a page, however often it changed. */
async function withState(
  client: Client,
  changes: readonly Change[],
  call: CallOptions,
): Promise<FollowedChange[]> {
  const instrumentOf = readingOnce((id) => client.getInstrument({ params: { instrument_id: id } }, call))
  const calibrationOf = readingOnce((id) => client.getCalibration({ params: { calibration_id: id } }, call))
  const findingOf = readingOnce((id) => client.getFinding({ params: { finding_id: id } }, call))
  const followed: FollowedChange[] = []
  for (const change of changes) {
    const { resource, id, instrument_id: instrumentId } = change
    const record = resource === 'calibration' ? await calibrationOf(id) : undefined
    const finding = resource === 'finding' ? await findingOf(id) : undefined
    const instrument = instrumentId === null ? undefined : await instrumentOf(instrumentId)
    const supersededId = record?.supersedes_id ?? undefined
    followed.push({
      ...change,
      current: resource === 'instrument' ? (instrument ?? null) : record === undefined ? finding : record,
      instrument,
      superseded: supersededId === undefined ? undefined : await calibrationOf(supersededId),
    })
  }
  return followed
}

/** Reads each id once; null where it is out of reach. */
function readingOnce<Thing>(read: (id: string) => Promise<Thing>): (id: string) => Promise<Thing | null> {
  const known = new Map<string, Thing | null>()
  return async (id) => {
    const held = known.get(id)
    if (held !== undefined) return held
    const found = await read(id).catch(nothingOutOfReach)
    known.set(id, found)
    return found
  }
}

function nothingOutOfReach(error: unknown): null {
  if (error instanceof NotFoundError) return null
  throw error
}
