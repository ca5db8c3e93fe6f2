import type { PhaseCreate } from '@plumbline/contract'

/** What was observed in place of a number, with what it says of the point. */
export type Observed = Pick<PhaseCreate, 'observed' | 'judgement'>

/** Words of the trade that a cell takes in place of a reading, in lower case without blanks. */
const WORDS: Readonly<Record<string, NonNullable<PhaseCreate['judgement']>>> = {
  go: 'conforms',
  pass: 'conforms',
  passed: 'conforms',
  ok: 'conforms',
  bestanden: 'conforms',
  'i.o.': 'conforms',
  'no-go': 'does_not_conform',
  nogo: 'does_not_conform',
  fail: 'does_not_conform',
  failed: 'does_not_conform',
  nok: 'does_not_conform',
  nichtbestanden: 'does_not_conform',
  'n.i.o.': 'does_not_conform',
  ol: 'does_not_conform',
}

/** What a point asks for, as far as words are judged by it. */
interface JudgedPoint {
  readonly function: string
  readonly tolerance: { readonly text?: string | null | undefined } | null
}

/**
 * What a text in a cell says that is a word in place of a number; null for every other text. A NO-GO member conforms where it
 * does not go.
 */
export function observedIn(text: string, point: JudgedPoint): Observed | null {
  const word = text.toLowerCase().replaceAll(/\s+/g, '')
  if (!Object.hasOwn(WORDS, word)) return null
  const isOfMember = word.endsWith('go')
  const judgement =
    isOfMember && isNoGo(point) ? (word === 'go' ? 'does_not_conform' : 'conforms') : WORDS[word]!
  return { observed: text.trim(), judgement }
}

function isNoGo({ function: measured, tolerance }: JudgedPoint): boolean {
  return /\bno[-\s]?go\b/i.test(`${measured} ${tolerance?.text ?? ''}`)
}
