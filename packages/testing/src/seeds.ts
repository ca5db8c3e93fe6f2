import { randomInt } from 'node:crypto'

/** Environment variables that pass the options of `npm test` to the test processes. */
const SEED_VARIABLE = 'PROPERTY_SEED'
const FRESH_SEEDS_VARIABLE = 'PROPERTY_FRESH_SEEDS'

/** The seed that every run of `npm test` uses, so that two runs of one commit check the same cases. */
export const FIXED_SEED = 17025

/** Number of new seeds of each run in addition to the fixed one, so that more cases are checked over time. */
const FRESH_SEEDS_DEFAULT = 1

/** Seeds of fast-check are 32-bit integers. */
const SEED_MAX = 2 ** 31 - 1

/** Which seeds property tests run on. */
export interface SeedSettings {
  /** The only seed to use, to repeat a failure. */
  readonly only: number | undefined
  /** Number of new seeds in addition to the fixed one. */
  readonly fresh: number
}

/** Reads the settings from the environment. Throws Error for a value that is not an integer in range. */
export function readSeedSettings(env: NodeJS.ProcessEnv = process.env): SeedSettings {
  const only = env[SEED_VARIABLE]
  const fresh = env[FRESH_SEEDS_VARIABLE]
  return {
    only: only === undefined ? undefined : integerOf(SEED_VARIABLE, only, -SEED_MAX - 1),
    fresh: fresh === undefined ? FRESH_SEEDS_DEFAULT : integerOf(FRESH_SEEDS_VARIABLE, fresh, 0),
  }
}

function integerOf(name: string, text: string, min: number): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= SEED_MAX) return value
  throw new Error(`${name} must be an integer from ${min} to ${SEED_MAX}, not "${text}"`)
}

/** A seed and the number of cases to check with it. */
export interface SeededRuns {
  readonly seed: number
  readonly numRuns: number
}

/**
 * Divides the cases of a property: half of them on the fixed seed, as many on each fresh seed. With one fresh seed the
 * test therefore takes as long as on a single seed.
 */
export function seedsOf({ only, fresh }: SeedSettings, numRuns: number): SeededRuns[] {
  if (only !== undefined) return [{ seed: only, numRuns }]
  const half = Math.ceil(numRuns / 2)
  const freshSeeds = Array.from({ length: fresh }, () => randomInt(SEED_MAX))
  return [FIXED_SEED, ...freshSeeds].map((seed) => ({ seed, numRuns: half }))
}
