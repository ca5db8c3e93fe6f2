import { parseArgs } from 'node:util'

/** Number of slow tests to list if `--slowest` has no number. */
const SLOWEST_DEFAULT = 20

/** The options of `npm test`. */
export interface TestOptions {
  /** Files, folders and patterns; empty for all tests. */
  readonly named: string[]
  /** How many of the slowest tests to list at the end. */
  readonly slowest: number
  /** For property tests, passed on to the test processes (packages/testing/src/seeds.ts reads them). */
  readonly environment: Record<string, string>
}

/** The usage message, printed after a mistake. */
export const USAGE = `Usage: npm test -- [file, folder or pattern ...] [options]
  --slowest [N]      list the N slowest tests at the end (default ${SLOWEST_DEFAULT})
  --seed S           run property tests on this seed alone, to repeat a failure
  --fresh-seeds N    run property tests on N new seeds beside the fixed one (default 1)`

/** Reads the arguments of `npm test`. Throws an Error that names the wrong one. */
export function readTestOptions(args: readonly string[]): TestOptions {
  const { values, positionals } = parseArgs({
    args: withDefaults(args),
    allowPositionals: true,
    options: {
      slowest: { type: 'string', default: '0' },
      seed: { type: 'string' },
      'fresh-seeds': { type: 'string' },
    },
  })
  const seed = integerOf('--seed', values.seed)
  const freshSeeds = integerOf('--fresh-seeds', values['fresh-seeds'], 0)
  return {
    named: positionals,
    slowest: integerOf('--slowest', values.slowest, 0) ?? 0,
    environment: {
      ...(seed !== undefined && { PROPERTY_SEED: String(seed) }),
      ...(freshSeeds !== undefined && { PROPERTY_FRESH_SEEDS: String(freshSeeds) }),
    },
  }
}

/** Options whose value may begin with a dash: fast-check reports negative seeds. */
const WITH_NUMBER = ['--seed', '--fresh-seeds']

/** Adds the default to `--slowest` without a number, and joins options with their numbers. */
function withDefaults(args: readonly string[]): string[] {
  return args.flatMap((arg, place) => {
    const next = args[place + 1]
    if (arg === '--slowest' && !/^\d+$/.test(next ?? '')) return [`--slowest=${SLOWEST_DEFAULT}`]
    if (WITH_NUMBER.includes(arg) && next !== undefined) return [`${arg}=${next}`]
    if (WITH_NUMBER.includes(args[place - 1] ?? '')) return []
    return [arg]
  })
}

function integerOf(name: string, text: string | undefined, min = -(2 ** 31)): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() !== '' && Number.isInteger(value) && value >= min && value < 2 ** 31) return value
  throw new Error(`${name} takes an integer of at least ${min}, not "${text}"`)
}
