import { STANDARDS_AT_USE_MAX, type StandardAtUse } from '@plumbline/contract'

/** Queries several standards in one request. */
type Ask = (instrumentIds: readonly string[]) => Promise<readonly StandardAtUse[]>

interface Asked {
  readonly instrumentId: string
  readonly resolve: (standard: StandardAtUse | undefined) => void
  readonly reject: (error: unknown) => void
}

/** Queries that have not been sent yet, by workspace and use. */
const waiting = new Map<string, Asked[]>()

/**
 * Queries a standard together with all others of the same key that are queried in the same task of the event loop.
 * @returns undefined for a standard that the server does not return
 */
export function askTogether(key: string, instrumentId: string, ask: Ask): Promise<StandardAtUse | undefined> {
  const together = waiting.get(key) ?? []
  if (together.length === 0) {
    waiting.set(key, together)
    queueMicrotask(() => {
      waiting.delete(key)
      for (let from = 0; from < together.length; from += STANDARDS_AT_USE_MAX) {
        void settle(together.slice(from, from + STANDARDS_AT_USE_MAX), ask)
      }
    })
  }
  return new Promise((resolve, reject) => together.push({ instrumentId, resolve, reject }))
}

async function settle(asked: readonly Asked[], ask: Ask): Promise<void> {
  try {
    const found = await ask(asked.map(({ instrumentId }) => instrumentId))
    const byId = new Map(found.map((standard) => [standard.instrument_id, standard]))
    for (const { instrumentId, resolve } of asked) resolve(byId.get(instrumentId))
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}
