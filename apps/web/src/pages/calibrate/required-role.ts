import type { AppInstrument, RequiredStandard } from '@plumbline/contract'

/** Minimum length of a word that is compared with the words of a standard. */
const WORD_LENGTH_MIN = 3

/** Words that apply to every reference standard. */
const OF_EVERY_STANDARD = new Set(['reference'])

/**
 * Returns the name that a procedure uses for a standard, if all of its words are in the name, manufacturer, model or
 * tag of the standard. The grade or class that a role requires is not compared. Null if no name matches, which does not
 * mean that the standard is the wrong one.
 */
export function matchedName(
  standard: Pick<AppInstrument, 'asset_tag' | 'name' | 'manufacturer' | 'model'>,
  required: readonly RequiredStandard[],
): string | null {
  const { asset_tag: tag, name, manufacturer, model } = standard
  const words = wordsOf([tag, name, manufacturer, model].filter(Boolean).join(' '))
  const isNamed = (roleName: string) => {
    const wanted = wordsOf(roleName).filter((word) => !OF_EVERY_STANDARD.has(word))
    return wanted.length > 0 && wanted.every((word) => words.some((one) => one.startsWith(word)))
  }
  return required.flatMap(({ role }) => roleNames(role)).find(isNamed) ?? null
}

/** Returns the names in a role, without its requirements: `Setting ring or gauge block set, grade 0` has two. */
export function roleNames(role: string): readonly string[] {
  return role
    .split(',', 1)[0]!
    .split(/\s(?:or|oder)\s/i)
    .map((name) => name.trim())
}

/** In small letters and without a plural's s, by which `Weight set` is found among `Weights`. */
function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= WORD_LENGTH_MIN)
    .map((word) => word.replace(/s$/, ''))
}
