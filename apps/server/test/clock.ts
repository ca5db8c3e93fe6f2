import { clockAt, type Clock } from '../src/platform/clock.ts'

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  /** How long was waited for it, in milliseconds: it moves by itself for nobody. */
  readonly waits: readonly number[]
  /** Sets the present instant. */
  set(instant: string): void
  /** Moves on by so many milliseconds. */
  advance(ms: number): void
}

/** A clock that begins at the given instant; the database takes its time from it too. */
export function testClock(instant = '2026-11-21T08:00:00.000Z'): TestClock {
  let now = Date.parse(instant)
  const waits: number[] = []
  return {
    now: () => new Date(now),
    sqlNow: () => clockAt(new Date(now)).sqlNow(),
    wait: async (ms) => void waits.push(ms),
    waits,
    set: (next) => {
      now = Date.parse(next)
    },
    advance: (ms) => {
      now += ms
    },
  }
}
