import type { Log } from './log.ts'

/** Work that is looked for again and again, and at once when woken. */
export interface PollLoop {
  /** Looks now, or once more when a look is under way. */
  wake(): void
  /** Stops looking; settles when the look under way has ended. */
  stop(): Promise<void>
}

export interface PollLoopOptions {
  /** For the log: what is looked for. */
  readonly name: string
  /** Longest wait between two looks. */
  readonly everyMs: number
  readonly log: Log
}

/** After a failure the next look waits, so that a database that is away is not besieged. */
const FAILURE_PAUSE_MS = 1000

/**
 * Starts to look. A failed look is logged and repeated.
 * @param look may return in how many milliseconds the next one is due, when that is sooner than usual
 */
export function startPollLoop(
  { name, everyMs, log }: PollLoopOptions,
  look: () => Promise<number | null | void>,
): PollLoop {
  const ending = new AbortController()
  let woken = Promise.withResolvers<void>()

  const run = async () => {
    while (!ending.signal.aborted) {
      // Made before the look, so that a call during it leads to another one.
      woken = Promise.withResolvers<void>()
      const soonerMs = await look().catch((error: unknown) => {
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
