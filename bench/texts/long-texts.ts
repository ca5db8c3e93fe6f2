// Compares the longest texts with shorter ones: evaluation of nominals, tolerances and readings, and estimation of
// passwords,
// each with its worst-case texts.
import { outOfTolerance } from '../../packages/contract/src/tolerance/index.ts'
import { weaknessOf } from '../../apps/server/src/modules/access/passwords/password-strength.ts'
import { compareFigure, printTable } from '../measure.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 20)

/** Maximum length of a measured text, and a fifth of it: quadratic time would be 25 times as long. */
const TEXT_LENGTH = 255
const SHORT_TEXT_LENGTH = 51
const TEXT_RATIO_MAX = 25

/**
 * Maximum length of a password, and the number of characters that are evaluated: the beginning and the end of a long
 * one.
 */
const PASSWORD_LENGTH = 256
const SLICE_LENGTH = 48
const PASSWORD_RATIO_MAX = 3

const parts = ['1', '1,', '1 234 ', ' ', 'm.', 'm ', 'm s ', '%', '+', '- ', '+1 ', '(', '1e', '×', '10⁶']

/** Returns the shortest of the rounds, in milliseconds, which was not interrupted. */
async function quickest(work: () => unknown): Promise<number> {
  let least = Infinity
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    await work()
    least = Math.min(least, performance.now() - startedAt)
  }
  return least
}

const comparing = (length: number) => () => {
  const texts = parts.map((part) => part.repeat(length).slice(0, length))
  for (const long of texts) {
    for (const other of texts) {
      outOfTolerance({ nominalValue: long, tolerance: other, asFoundReading: long, unitOfMeasure: undefined })
    }
  }
}

const estimating = (length: number) => () =>
  weaknessOf('4@8({[<369&#!1/|0$5+7%2/4passwordpassw0rd'.repeat(7).slice(0, length), ['Northgate Gauges'])

const seen = {
  texts: [await quickest(comparing(SHORT_TEXT_LENGTH)), await quickest(comparing(TEXT_LENGTH))],
  passwords: [await quickest(estimating(SLICE_LENGTH)), await quickest(estimating(PASSWORD_LENGTH))],
} as const
const ratioOf = ([short, long]: readonly [number, number]) => long / short

printTable(
  'The quickest of many rounds, milliseconds',
  ['what', 'short', 'longest', 'ratio'],
  Object.entries(seen).map(([name, [short, long]]) => [
    name,
    short.toFixed(1),
    long.toFixed(1),
    ratioOf([short, long]).toFixed(1),
  ]),
)
compareFigure('comparing texts five times as long', ratioOf(seen.texts), { below: TEXT_RATIO_MAX }, ' times')
compareFigure(
  'estimating the longest password',
  ratioOf(seen.passwords),
  { below: PASSWORD_RATIO_MAX },
  ' times',
)
