import { Wrong } from './verdict.ts'

/** Any value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** Maximum nesting depth, so that a hostile text cannot exhaust the stack. */
const DEPTH_MAX = 64

/**
 * The value of a canonical JSON text (RFC 8785, whole numbers only). Anything else is refused, even an
 * equivalent text: two texts for one record would have two hashes, and duplicate names would be ambiguous.
 */
export function parseCanonical(text: string): Json {
  const value = parseJson(text)
  if (value === undefined || write(value, 0) !== text)
    throw new Wrong('malformed', 'A text is not canonical JSON.')
  return value
}

/** The value of a JSON text; undefined if the text is not valid JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Whether a value is an object with members, not a list. */
export function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether an object has exactly these members. */
export function hasExactly(value: Json | undefined, names: readonly string[]): boolean {
  return (
    isObject(value) &&
    Object.keys(value).length === names.length &&
    names.every((name) => Object.hasOwn(value, name))
  )
}

/** The canonical text, or a text that matches nothing if the value has none. */
function write(value: Json, depth: number): string {
  if (depth > DEPTH_MAX) return ''
  if (Array.isArray(value)) return `[${value.map((item: Json) => write(item, depth + 1)).join()}]`
  if (isObject(value)) {
    const names = Object.keys(value).toSorted()
    return `{${names.map((name) => `${write(name, depth)}:${write(value[name] ?? null, depth + 1)}`).join()}}`
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return ''
  if (typeof value === 'string' && !value.isWellFormed()) return ''
  return JSON.stringify(value)
}
