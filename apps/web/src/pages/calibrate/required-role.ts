import type { AppInstrument, RequiredStandard } from '@plumbline/contract'

/** Letters of a word from which on it says something of a standard. */
const WORD_LENGTH_MIN = 3

/**
 * The role of a procedure that a standard has by its name: all words of the role stand in name, category, manufacturer,
 * model or tag of the standard. What follows a comma in a role says which one is good enough and is left to people.
 */
export function roleOf(
  standard: Pick<AppInstrument, 'asset_tag' | 'name' | 'category' | 'manufacturer' | 'model'>,
  required: readonly RequiredStandard[],
): RequiredStandard | null {
  const { asset_tag: tag, name, category, manufacturer, model } = standard
  const words = wordsOf([tag, name, category, manufacturer, model].filter(Boolean).join(' '))
  const isNamed = (wanted: readonly string[]) =>
    wanted.length > 0 && wanted.every((word) => words.some((one) => one.startsWith(word)))
  return required.find(({ role }) => roleNames(role).map(wordsOf).some(isNamed)) ?? null
}

/** The names that a role gives to its standard, without what it asks of it: `Setting ring or gauge block set, grade 0` has two. */
export function roleNames(role: string): readonly string[] {
  return role.split(',', 1)[0]!.split(/\s(?:or|oder)\s/i)
}

/** In small letters and without a plural's s, by which `Weight set` is found among `Weights`. */
function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= WORD_LENGTH_MIN)
    .map((word) => word.replace(/s$/, ''))
}
