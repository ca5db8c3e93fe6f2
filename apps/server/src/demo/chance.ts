/** Chance from a fixed seed: the same demo every time, on every machine. */
export interface Chance {
  /** A number from 0 up to 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number
  /** One of the values. */
  pick<Value>(values: readonly Value[]): Value
  /** Whether something of that probability happens. */
  happens(probability: number): boolean
  /** A deviate of the standard normal distribution. */
  normal(): number
}

/** Mulberry32: 32 bits of state are plenty for a few thousand numbers that nobody must guess. */
export function chanceFrom(seed: number): Chance {
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
    // Twelve uniform deviates: their sum has variance one, and tails that no register needs.
    normal: () => Array.from({ length: 12 }, next).reduce((sum, value) => sum + value, -6),
  }
}
