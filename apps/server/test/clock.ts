import { clockAt, type Clock } from '../src/platform/clock.ts'

/** A clock that only moves when a test moves it. */
export interface TestClock extends Clock {
  /** Durations in milliseconds for which code waited on it; waiting does not move it. */
  readonly waits: readonly number[]
  /** Sets the current time. */
  set(instant: string): void
  /** Advances the time by milliseconds. */
  advance(ms: number): void
}

/** Returns a clock that begins at the given instant; the database uses its time too. */
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
