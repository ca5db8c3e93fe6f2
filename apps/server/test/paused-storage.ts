import type { Storage } from '../src/platform/storage/index.ts'

/** A paused operation. */
export interface Pause {
  /** Settles once the operation has been called and waits. */
  readonly reached: Promise<void>
  readonly resume: () => void
}

/** A storage that pauses before the operations that a test specifies. */
export interface PausableStorage {
  readonly storage: Storage
  /** Pauses the next operation of that name, and no later one. */
  readonly pauseNext: (operation: 'put' | 'head') => Pause
}

/** Wraps a storage so that it can be paused. */
export function pausable(storage: Storage): PausableStorage {
  const pauses = new Map<string, () => Promise<void>>()
  const waiting = async (operation: string) => {
    const pause = pauses.get(operation)
    pauses.delete(operation)
    await pause?.()
  }
  return {
    storage: {
      ...storage,
      put: async (...given) => {
        await waiting('put')
        return storage.put(...given)
      },
      head: async (...given) => {
        await waiting('head')
        return storage.head(...given)
      },
    },
    pauseNext: (operation) => {
      const reached = Promise.withResolvers<void>()
      const resumed = Promise.withResolvers<void>()
      pauses.set(operation, () => {
        reached.resolve()
        return resumed.promise
      })
      return { reached: reached.promise, resume: resumed.resolve }
    },
  }
}
