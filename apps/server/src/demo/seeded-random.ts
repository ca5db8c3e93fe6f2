/** Random numbers from a fixed seed, so that the demo is the same every time and on every machine. */
export interface SeededRandom {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  /** Returns an integer from `least` to `most`, both included. */
  whole(least: number, most: number): number
  /** Returns one of the values. */
  pick<Value>(values: readonly Value[]): Value
  /** Returns true with the given probability. */
  happens(probability: number): boolean
  /** Returns a number from the standard normal distribution. */
  normal(): number
}

/** Mulberry32: 32 bits of state are enough for a few thousand numbers that need not be unpredictable. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (values) => values[Math.floor(next() * values.length)]!,
    happens: (probability) => next() < probability,
    // The sum of twelve uniform numbers has a variance of one. Its tails are cut off, which does not matter here.
    normal: () => Array.from({ length: 12 }, next).reduce((sum, value) => sum + value, -6),
  }
}
