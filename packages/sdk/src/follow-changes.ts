import type { CallOptions, Client } from './client.ts'
import type { Operations } from './contract-types.ts'
import { NotFoundError } from './errors.ts'
import { wait } from './wait.ts'

type Instrument = Operations['getInstrument']['reply']
type Calibration = Operations['getCalibration']['reply']
type Finding = Operations['getFinding']['reply']

/** A row of the list of changes. */
export type Change = Operations['listChanges']['reply']['data'][number]

/**
 * A change, with the current state of the object that changed and of the objects affected by it. Null if an
 * object is not accessible.
 */
export interface FollowedChange extends Change {
  /**
   * The instrument, calibration or finding, depending on `resource`. Null if it is not accessible, such as an
   * instrument that was moved away from the sites of the key: delete it from your copy. Undefined for other
   * resources.
   */
  readonly current: Instrument | Calibration | Finding | null | undefined
  /**
   * The instrument of `instrument_id`: its due date and status result from records and have no separate
   * change. Undefined for a workspace.
   */
  readonly instrument: Instrument | null | undefined
  /** The record that a correction replaces, which has no separate change; otherwise undefined. */
  readonly superseded: Calibration | null | undefined
}

/** Storage for the cursor of one copy: a database row or a file. */
export interface CursorStore {
  /**
   * Returns the value last saved, or nothing the first time, in which case changes start from the beginning
   * of the ledger.
   */
  load(): Promise<number | null | undefined>
  /** Saves the cursor. It must be stored durably before the promise resolves. */
  save(cursor: number): Promise<void>
}

/** Options for following changes. */
export interface FollowOptions extends CallOptions {
  readonly store: CursorStore
  /**
   * Called with the changes of one page, in order. The cursor advances when the promise resolves, so store
   * the data durably before that. After a crash in between, the same changes are delivered again.
   */
  readonly handle: (changes: FollowedChange[]) => Promise<void>
  /** Whether to return when there is nothing new, instead of polling; false by default. */
  readonly once?: boolean | undefined
  /**
   * Longest polling interval in milliseconds while there is nothing new; 30,000 by default, at least 1000. It
   * starts at one second and doubles.
   */
  readonly maxIdleMs?: number | undefined
}

/**
 * Rows of a page: with up to three objects to read for each, a page fits within one minute of the rate limit.
 */
const PAGE_ROWS = 40

const IDLE_MS = 1000
const IDLE_MS_MAX = 30_000

/**
 * Follows all changes to instruments, calibrations, documents and findings in ledger order, starting from the
 * saved cursor, and returns the number of changes handled. Without `once`, it continues until `signal` aborts
 * it, with the reason of the signal.
 *
 * @throws what `handle`, the store and the client throw; the next run continues from the last saved cursor.
 * InvalidRequestError with
 *   `details.field` of `after` means that the ledger was restored from an older backup: empty the copy and start over
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

/** Each object is read once per page, no matter how often it changed. */
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

/** Reads each ID once; null if it is not accessible. */
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
