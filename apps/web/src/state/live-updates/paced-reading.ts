/** Pages that get a signal at the same time do not all refetch at the same time. */
const SPREAD_MS = 200

/** Shortest pause after reading: changes that come meanwhile are read together. */
const PAUSE_MIN_MS = 500

/** Reading takes a fifth of the time at most, so that many pages do not load a slow server further. */
const PAUSES_OF_READING = 4

/** Longest pause. */
const PAUSE_MAX_MS = 15_000

/** How the time passes. */
export interface Passing {
  /** Milliseconds since some moment. */
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
  /** From 0 up to 1. */
  readonly random: () => number
}

const realTime: Passing = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
  random: Math.random,
}

/**
 * Reads again what changed: the first change at once, those that come while something is read or shortly after it
 * together. Nothing that was asked for goes unread.
 * @param read settles when all of it was read, and throws nothing
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
