/** Random delay before reading, so that pages notified at the same time do not all read at the same time. */
const SPREAD_MS = 200

/** Minimum pause after reading; changes that arrive meanwhile are read together. */
const PAUSE_MIN_MS = 500

/** Ratio of pause to reading time: reading takes at most a fifth of the time, so that a slow server is not overloaded. */
const PAUSES_OF_READING = 4

/** Maximum pause. */
const PAUSE_MAX_MS = 15_000

/** Clock, timer and random numbers. */
export interface Passing {
  /** Returns milliseconds since an arbitrary instant. */
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number
}

const realTime: Passing = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
  random: Math.random,
}

/**
 * Reads changed areas again: the first change immediately, those that arrive during reading or shortly afterwards
 * together. Every requested area is read.
 * @param read settles when everything has been read; does not throw
 */
export function pacedReading<Area>(
  read: (areas: ReadonlySet<Area>) => Promise<void>,
  { now, wait, random }: Passing = realTime,
): (areas: readonly Area[]) => void {
  let waiting = new Set<Area>()
  let isReading = false
  const run = async () => {
    await wait(random() * SPREAD_MS)
    while (waiting.size > 0) {
      const areas = waiting
      waiting = new Set()
      const began = now()
      await read(areas)
      const pause = (now() - began) * PAUSES_OF_READING
      await wait(Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MIN_MS, pause)))
    }
    isReading = false
  }
  return (areas) => {
    for (const area of areas) waiting.add(area)
    if (isReading || waiting.size === 0) return
    isReading = true
    void run()
  }
}
