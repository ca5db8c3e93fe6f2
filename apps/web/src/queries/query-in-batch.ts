import { STANDARDS_AT_USE_MAX, type StandardAtUse } from '@plumbline/contract'

/** Queries several standards in one request. */
type Query = (instrumentIds: readonly string[]) => Promise<readonly StandardAtUse[]>

interface WaitingQuery {
  readonly instrumentId: string
  readonly resolve: (standard: StandardAtUse | undefined) => void
  readonly reject: (error: unknown) => void
}

/** Queries that have not been sent yet, by workspace and use. */
const waiting = new Map<string, WaitingQuery[]>()

/**
 * Queries a standard together with all others of the same key that are queried in the same task of the event loop.
 * @returns undefined for a standard that the server does not return
 */
export function queryInBatch(
  key: string,
  instrumentId: string,
  query: Query,
): Promise<StandardAtUse | undefined> {
  const queued = waiting.get(key) ?? []
  if (queued.length === 0) {
    waiting.set(key, queued)
    queueMicrotask(() => {
      waiting.delete(key)
      for (let from = 0; from < queued.length; from += STANDARDS_AT_USE_MAX) {
        void settle(queued.slice(from, from + STANDARDS_AT_USE_MAX), query)
      }
    })
  }
  return new Promise((resolve, reject) => queued.push({ instrumentId, resolve, reject }))
}

async function settle(queries: readonly WaitingQuery[], query: Query): Promise<void> {
  try {
    const found = await query(queries.map(({ instrumentId }) => instrumentId))
    const byId = new Map(found.map((standard) => [standard.instrument_id, standard]))
    for (const { instrumentId, resolve } of queries) resolve(byId.get(instrumentId))
  } catch (error) {
    for (const { reject } of queries) reject(error)
  }
}
