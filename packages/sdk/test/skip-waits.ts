import type { TestContext } from 'node:test'

/** The only file of the client that waits. */
const WAITING = '/sdk/src/wait.ts'

/**
 * Ends each wait of the client immediately until the mocks of the test are restored. Timers of others in the same process,
 * such as those of connections that an earlier test file has left, are real.
 * @returns how long the waits would have taken, in milliseconds, in order
 */
export function skipWaits(t: TestContext): number[] {
  const waits: number[] = []
  const { setTimeout: setRealTimeout } = globalThis
  t.mock.method(globalThis, 'setTimeout', (act: () => void, ms: number, ...words: unknown[]) => {
    const isOfClient = new Error('called from').stack?.includes(WAITING) ?? false
    if (!isOfClient) return setRealTimeout(act, ms, ...(words as []))
    waits.push(ms)
    return queueMicrotask(act)
  })
  return waits
}
