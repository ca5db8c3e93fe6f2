import { because } from '@plumbline/contract'
import { unusableValue } from '../errors.ts'

/**
 * Reads a query parameter that names one of a few words.
 * @throws 422 INVALID_REQUEST with `details.field` and `details.allowed` for any other word
 */
export function readToken<Word extends string>(
  field: string,
  value: string | undefined,
  allowed: readonly Word[],
): Word | undefined {
  if (value === undefined) return undefined
  const word = allowed.find((candidate) => candidate === value)
  if (word === undefined) throw unknownToken(field, value, allowed)
  return word
}

/** Reads a comma-separated list of words, case-insensitively; blank items are ignored. */
export function readTokens<Word extends string>(
  field: string,
  value: string | undefined,
  allowed: readonly Word[],
): Word[] | undefined {
  if (value === undefined) return undefined
  const items = value.split(',').map((item) => item.trim())
  return items.filter((item) => item !== '').map((item) => readTokenAnyCase(field, item, allowed))
}

/** Reads one word, case-insensitively. */
export function readTokenAnyCase<Word extends string>(
  field: string,
  value: string,
  allowed: readonly Word[],
): Word {
  const word = allowed.find((candidate) => candidate.toLowerCase() === value.toLowerCase())
  if (word === undefined) throw unknownToken(field, value, allowed)
  return word
}

function unknownToken(field: string, value: string, allowed: readonly string[]): Error {
  const shown = value.length > 40 ? `${value.slice(0, 40)}…` : value
  return unusableValue(field, because('request.word', { field, word: shown, allowed: allowed.join(', ') }), {
    allowed,
  })
}
