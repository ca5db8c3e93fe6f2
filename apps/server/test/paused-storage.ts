import type { Storage } from '../src/platform/storage/index.ts'

/** One operation that waits. */
export interface Pause {
  /** Settles once the operation has come and waits. */
  readonly reached: Promise<void>
  readonly resume: () => void
}

/** A storage that does its work, but waits before the operations that a test names. */
export interface PausableStorage {
  readonly storage: Storage
  /** Lets the next operation of that name wait, and no later one. */
  readonly pauseNext: (operation: 'put' | 'head') => Pause
}

/** Puts pauses in front of a storage. */
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
