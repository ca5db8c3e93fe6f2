import type { CallOptions, Client } from './client.ts'
import type { Operations } from './contract-types.ts'
import { NotFoundError } from './errors.ts'
import { wait } from './exchange.ts'
import { PAGE_LIMIT_MAX } from './pages.ts'

/** A row of the list of changes. */
export type Change = Operations['listChanges']['reply']['data'][number]

/** A change, with what it is about as it is now. */
export interface FollowedChange extends Change {
  /**
   * The instrument, calibration or finding, by `resource`. Null where it is out of reach, as an instrument that left the sites of
   * the key: drop it. Undefined of other resources.
   */
  readonly current:
    | Operations['getInstrument']['reply']
    | Operations['getCalibration']['reply']
    | Operations['getFinding']['reply']
    | null
    | undefined
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
  /** Longest wait in milliseconds while nothing is new; 30,000 by default. It begins with a second and doubles. */
  readonly maxIdleMs?: number | undefined
}

const IDLE_MS = 1000
const IDLE_MS_MAX = 30_000

/**
 * Follows every change of instruments, calibrations, documents and findings in the order of the ledger, from the kept cursor on,
 * and returns how many were handled. Without `once` it goes on until `signal` ends it, with the reason of the signal.
 *
 * @throws what `handle`, the store and the client throw; the next run goes on from the last saved cursor
 */
export async function followChanges(client: Client, options: FollowOptions): Promise<number> {
  const { store, handle, once = false, maxIdleMs = IDLE_MS_MAX, ...call } = options
  let after = (await store.load()) ?? undefined
  let idleMs = 0
  let count = 0
  for (;;) {
    const query = { limit: PAGE_LIMIT_MAX, ...(after !== undefined && { after }) }
    const { data, cursor, pagination } = await client.listChanges({ query }, call)
    if (data.length > 0) await handle(await withCurrent(client, data, call))
    if (cursor !== after) await store.save(cursor)
    after = cursor
    count += data.length
    if (pagination.has_more) continue
    if (once) return count
    idleMs = Math.min(data.length > 0 ? IDLE_MS : Math.max(IDLE_MS, idleMs * 2), maxIdleMs)
    await wait(idleMs, call.signal)
  }
}

/** Each thing is read once for a page, however often it changed. */
async function withCurrent(
  client: Client,
  changes: readonly Change[],
  call: CallOptions,
): Promise<FollowedChange[]> {
  const known = new Map<string, FollowedChange['current']>()
  const followed: FollowedChange[] = []
  for (const change of changes) {
    if (!known.has(change.id)) known.set(change.id, await currentOf(client, change, call))
    followed.push({ ...change, current: known.get(change.id) })
  }
  return followed
}

async function currentOf(
  client: Client,
  { resource, id }: Change,
  call: CallOptions,
): Promise<FollowedChange['current']> {
  try {
    if (resource === 'instrument') return await client.getInstrument({ params: { instrument_id: id } }, call)
    if (resource === 'calibration')
      return await client.getCalibration({ params: { calibration_id: id } }, call)
    if (resource === 'finding') return await client.getFinding({ params: { finding_id: id } }, call)
    return undefined
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}
