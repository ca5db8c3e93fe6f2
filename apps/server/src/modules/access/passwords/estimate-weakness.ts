import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Why a password is easily guessed. */
export type Weakness = 'repeated' | 'sequence' | 'personal' | 'common'

/**
 * Fewer guesses than this and a password is among the first that a list of common ones, with the usual endings and
 * substitutions, arrives at: 3 of the estimator's 0 to 4, which stands for 10^8 guesses.
 */
const SCORE_MIN = 3

/** Characters looked at in one go: the time that an estimate takes grows faster than the length. */
const SLICE_LENGTH = 48

/** Shorter words, such as initials, are found in any password. */
const WORD_LENGTH_MIN = 3

/** What the estimator's warnings come to. Any other says that the password is a common one, or close to one. */
const WEAKNESSES: Readonly<Record<string, Weakness>> = {
  simpleRepeat: 'repeated',
  extendedRepeat: 'repeated',
  sequences: 'sequence',
  straightRow: 'sequence',
  keyPattern: 'sequence',
  userInputs: 'personal',
}

/** What people take when they must choose another password every quarter; the estimator's list knows few of them. */
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
 * Why a password is easily guessed; undefined for one that is not. It takes up to 160 ms of a processor.
 * @param personal names and addresses around the person
 */
export function estimateWeakness(password: string, personal: readonly string[]): Weakness | undefined {
  return estimated(password, personal) ?? (isCommon(password) ? 'common' : undefined)
}

function estimated(password: string, personal: readonly string[]): Weakness | undefined {
  const known = ['plumbline', ...personal.flatMap(wordsOf)].filter((word) => word.length >= WORD_LENGTH_MIN)
  // A strong beginning or a strong end suffices.
  const slices = new Set([password.slice(0, SLICE_LENGTH), password.slice(-SLICE_LENGTH)])
  let weakness: Weakness | undefined
  for (const slice of slices) {
    const { score, feedback } = estimator.check(slice, known)
    if (score >= SCORE_MIN) return undefined
    weakness ??= WEAKNESSES[feedback.warning ?? ''] ?? 'common'
  }
  return weakness
}

/** On the list as a whole, whatever the estimate of its parts, or a time of the year with a year. */
function isCommon(password: string): boolean {
  return commonPasswords.has(password.toLowerCase()) || isTimeOfYear(password)
}

/** A time of the year with a year, whatever signs stand around them. */
function isTimeOfYear(password: string): boolean {
  const letters = password.normalize('NFC').toLowerCase().replaceAll(/\P{L}/gu, '')
  return timesOfYear.has(letters) && YEAR.test(password)
}

/** A name or an address as a whole, in one word, and its parts. */
function wordsOf(text: string): string[] {
  const parts = text.split(/[^\p{L}\p{N}]+/u)
  return [text, parts.join(''), ...parts]
}
