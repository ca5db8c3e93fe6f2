import { because, type RefusalReason } from '@plumbline/contract'
import { invalidField } from '../../../platform/errors.ts'

/** Why a password is easily guessed, as shown to the reader. */
type Weakness = 'repeated' | 'sequence' | 'personal' | 'common'

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

/**
 * Makes sure that a password that a person chooses is not one that is guessed first.
 * @param field what the request calls it
 * @param personal names and addresses around the person, which a guesser tries, too
 * @throws 422 VALIDATION_ERROR naming the field
 */
export async function requireStrongPassword(
  field: string,
  password: string,
  personal: readonly string[],
): Promise<void> {
  const weakness = await weaknessOf(password, personal)
  if (weakness) throw invalidField(field, REASONS[weakness])
}

const REASONS: Readonly<Record<Weakness, RefusalReason>> = {
  repeated: because('field.password_repeated'),
  sequence: because('field.password_sequence'),
  personal: because('field.password_personal'),
  common: because('field.password_common'),
}

/** Why a password is easily guessed; undefined for one that is not. */
export async function weaknessOf(
  password: string,
  personal: readonly string[],
): Promise<Weakness | undefined> {
  loaded ??= loadEstimator()
  const estimator = await loaded
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

/** A name or an address as a whole, in one word, and its parts. */
function wordsOf(text: string): string[] {
  const parts = text.split(/[^\p{L}\p{N}]+/u)
  return [text, parts.join(''), ...parts]
}

let loaded: ReturnType<typeof loadEstimator> | undefined

/** Loaded when a password is first chosen: the lists take 30 MB, and most processes never need them. */
async function loadEstimator() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: SLICE_LENGTH })
}
