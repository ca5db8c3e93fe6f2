import type { Log } from './log.ts'

/** Work that is polled for repeatedly, and immediately when woken. */
export interface PollLoop {
  /** Polls now, or once more after a poll in progress. */
  wake(): void
  /** Stops polling; settles when a poll in progress has ended. */
  stop(): Promise<void>
}

export interface PollLoopOptions {
  /** What is polled for, for the log. */
  readonly name: string
  /** Maximum time between two polls. */
  readonly everyMs: number
  readonly log: Log
}

/** Pause after a failure, so that an unavailable database is not overloaded. */
const FAILURE_PAUSE_MS = 1000

/**
 * Starts polling. A failed poll is logged and repeated.
 * @param poll may return the milliseconds until the next poll, if it is due sooner than usual
 */
export function startPollLoop(
  { name, everyMs, log }: PollLoopOptions,
  poll: () => Promise<number | null | void>,
): PollLoop {
  const ending = new AbortController()
  let woken = Promise.withResolvers<void>()

  const run = async () => {
    while (!ending.signal.aborted) {
      // Created before the poll, so that a call during it leads to another one.
      woken = Promise.withResolvers<void>()
      const soonerMs = await poll().catch((error: unknown) => {
        log.warn({ err: error }, `${name} failed and will be repeated`)
        return FAILURE_PAUSE_MS
      })
      const timer = setTimeout(woken.resolve, Math.max(0, Math.min(everyMs, soonerMs ?? everyMs)))
      await woken.promise
      clearTimeout(timer)
    }
  }

  const running = run()
  return {
    wake: () => woken.resolve(),
    stop: () => {
      ending.abort()
      woken.resolve()
      return running
    },
  }
}
