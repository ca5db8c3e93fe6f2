import * as fc from 'fast-check'
import { readSeedSettings, seedsOf } from './seeds.ts'

/** Number of cases when a test does not choose one: the default of fast-check. */
const RUNS_DEFAULT = 100

/** What a test may choose. Seeds come from the command line: see CONTRIBUTING.md. */
type PropertyOptions<Values> = Omit<fc.Parameters<Values>, 'seed' | 'path'>

/**
 * Checks a property with the fixed seed and with fresh seeds. Add counterexamples that were found to `examples`, which are
 * checked first. If a case fails, throws the report of fast-check, which names the seed.
 */
export function assertProperty<Values>(
  property: fc.IAsyncProperty<Values>,
  options?: PropertyOptions<Values>,
): Promise<void>
export function assertProperty<Values>(
  property: fc.IProperty<Values>,
  options?: PropertyOptions<Values>,
): void
export function assertProperty<Values>(
  property: fc.IRawProperty<Values>,
  options: PropertyOptions<Values> = {},
): Promise<void> | void {
  const { numRuns = RUNS_DEFAULT, examples = [], ...others } = options
  const rounds = seedsOf(readSeedSettings(), numRuns).map(
    // fast-check counts examples as cases; they are checked once, in addition to those of the seed.
    ({ seed, numRuns: cases }, round): fc.Parameters<Values> =>
      round === 0
        ? { ...others, seed, examples, numRuns: cases + examples.length }
        : { ...others, seed, numRuns: cases },
  )
  if (property.isAsync()) return assertInTurn(property as fc.IAsyncProperty<Values>, rounds)
  for (const round of rounds) fc.assert(property as fc.IProperty<Values>, round)
}

async function assertInTurn<Values>(
  property: fc.IAsyncProperty<Values>,
  rounds: readonly fc.Parameters<Values>[],
): Promise<void> {
  for (const round of rounds) await fc.assert(property, round)
}
