/**
 * A value that has exactly one canonical text: readings and other decimals are strings, numbers are safe
 * integers, and a member is either present or absent, never undefined.
 */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [member: string]: CanonicalValue }

/**
 * Returns the canonical JSON text of a value (RFC 8785): members ordered by the UTF-16 code units of their names, no
 * whitespace, the shortest escapes. The same value always gives the same text, so it can be hashed.
 *
 * Throws TypeError, naming the location, for any value that has no unique text or would not round-trip: fractions and
 * integers beyond 2^53 - 1, undefined, lone surrogates, class instances, cycles.
 */
export function canonicalJson(value: CanonicalValue): string {
  return textOf(value, [])
}

/**
 * Maximum nesting depth of a canonical value. Real payloads have less than ten levels; the limit turns a cycle into a
 * clear error, and lets verifiers in any language recurse without overflowing their stack.
 */
export const CANONICAL_DEPTH_MAX = 64

/**
 * Steps from the whole value to a member. Stored as steps because formatting a location for each member would take
 * half of the time.
 */
type Place = (string | number)[]

function textOf(value: unknown, place: Place): string {
  if (place.length > CANONICAL_DEPTH_MAX)
    throw refusal(place, `nests deeper than ${CANONICAL_DEPTH_MAX} levels`)
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return textOfString(value, place)
  if (typeof value === 'number') return textOfInteger(value, place)
  if (Array.isArray(value)) return textOfArray(value, place)
  if (typeof value === 'object') return textOfObject(value, place)
  throw refusal(place, `is ${value === undefined ? 'undefined' : `a ${typeof value}`}`)
}

function textOfString(value: string, place: Place): string {
  // A lone surrogate has no UTF-8 form, so two different texts would share one hash.
  if (!value.isWellFormed()) throw refusal(place, 'holds a lone surrogate')
  return JSON.stringify(value)
}

function textOfInteger(value: number, place: Place): string {
  if (!Number.isSafeInteger(value)) throw refusal(place, `is ${value}, not an integer within 2^53 - 1`)
  return String(value)
}

function textOfArray(values: readonly unknown[], place: Place): string {
  let text = ''
  // An index loop, so that holes are visited too.
  for (let index = 0; index < values.length; index++) {
    place.push(index)
    text += `${index === 0 ? '' : ','}${textOf(values[index], place)}`
    place.pop()
  }
  return `[${text}]`
}

function textOfObject(value: object, place: Place): string {
  assertPlain(value, place)
  // Members are only read, never assigned to another object, so a member named __proto__ is ordinary.
  const members = value as Readonly<Record<string, unknown>>
  let text = ''
  for (const name of Object.keys(value).toSorted()) {
    place.push(name)
    text += `${text === '' ? '' : ','}${textOfString(name, place)}:${textOf(members[name], place)}`
    place.pop()
  }
  return `{${text}}`
}

function assertPlain(value: object, place: Place): void {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw refusal(place, 'is not a plain object')
  if (Object.getOwnPropertySymbols(value).length > 0) throw refusal(place, 'has a symbol for a name')
}

function refusal(place: Place, reason: string): TypeError {
  const written = place.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
  return new TypeError(`No canonical JSON: $${written.join('')} ${reason}.`)
}
