import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Why a password is easily guessed. */
export type Weakness = 'repeated' | 'sequence' | 'personal' | 'common'

/**
 * A lower score means that a password is among the first guesses from a list of common ones with the usual endings
 * and substitutions. 3 on the estimator's scale of 0 to 4 corresponds to 10^8 guesses.
 */
const SCORE_MIN = 3

/** Number of characters examined together: the time of an estimate grows faster than the length. */
const SLICE_LENGTH = 48

/** Shorter words, such as initials, occur in any password. */
const WORD_LENGTH_MIN = 3

/**
 * The meaning of the estimator's warnings. Any other warning says that the password is common, or close to a common
 * one.
 */
const WEAKNESSES: Readonly<Record<string, Weakness>> = {
  simpleRepeat: 'repeated',
  extendedRepeat: 'repeated',
  sequences: 'sequence',
  straightRow: 'sequence',
  keyPattern: 'sequence',
  userInputs: 'personal',
}

/** What people choose when they must change their password every quarter; the estimator's list contains few of them. */
const TIMES_OF_YEAR =
  'spring summer autumn fall winter january february march april may june july august september october november december ' +
  'frühling fruehling frühjahr fruehjahr sommer herbst januar februar märz maerz mai juni juli oktober dezember'

const timesOfYear = new Set(TIMES_OF_YEAR.split(' '))
const commonPasswords = new Set<string>(dictionary['passwords-common'])
const YEAR = /(?:19|20)\d\d/

const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, timesOfYear: [...timesOfYear] },
  graphs: adjacencyGraphs,
  maxLength: SLICE_LENGTH,
})

/**
 * Returns why a password is easily guessed; undefined if it is not. Takes up to 160 ms of CPU time.
 * @param personal names and addresses related to the person
 */
export function estimateWeakness(password: string, personal: readonly string[]): Weakness | undefined {
  return estimated(password, personal) ?? (isCommon(password) ? 'common' : undefined)
}

function estimated(password: string, personal: readonly string[]): Weakness | undefined {
  const known = ['plumbline', ...personal.flatMap(wordsOf)].filter((word) => word.length >= WORD_LENGTH_MIN)
  // A strong start or a strong end is sufficient.
  const slices = new Set([password.slice(0, SLICE_LENGTH), password.slice(-SLICE_LENGTH)])
  let weakness: Weakness | undefined
  for (const slice of slices) {
    const { score, feedback } = estimator.check(slice, known)
    if (score >= SCORE_MIN) return undefined
    weakness ??= WEAKNESSES[feedback.warning ?? ''] ?? 'common'
  }
  return weakness
}

/**
 * Whether the whole password is in the list, whatever the estimate of its parts, or is a season or month with a year.
 */
function isCommon(password: string): boolean {
  return commonPasswords.has(password.toLowerCase()) || isTimeOfYear(password)
}

/** Whether a password is a season or month with a year, regardless of surrounding punctuation. */
function isTimeOfYear(password: string): boolean {
  const letters = password.normalize('NFC').toLowerCase().replaceAll(/\P{L}/gu, '')
  return timesOfYear.has(letters) && YEAR.test(password)
}

/** Returns a name or address as a whole, as one word, and its parts. */
function wordsOf(text: string): string[] {
  const parts = text.split(/[^\p{L}\p{N}]+/u)
  return [text, parts.join(''), ...parts]
}
