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
type MemberPath = (string | number)[]

function textOf(value: unknown, path: MemberPath): string {
  if (path.length > CANONICAL_DEPTH_MAX)
    throw refusal(path, `nests deeper than ${CANONICAL_DEPTH_MAX} levels`)
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return textOfString(value, path)
  if (typeof value === 'number') return textOfInteger(value, path)
  if (Array.isArray(value)) return textOfArray(value, path)
  if (typeof value === 'object') return textOfObject(value, path)
  throw refusal(path, `is ${value === undefined ? 'undefined' : `a ${typeof value}`}`)
}

/** Texts without anything to escape. For those, as short as most are, the check is faster than JSON.stringify. */
const PLAIN = /^[ !#-[\]-~]*$/

function textOfString(value: string, path: MemberPath): string {
  if (PLAIN.test(value)) return `"${value}"`
  // A lone surrogate has no UTF-8 form, so two different texts would share one hash.
  if (!value.isWellFormed()) throw refusal(path, 'holds a lone surrogate')
  return JSON.stringify(value)
}

function textOfInteger(value: number, path: MemberPath): string {
  if (!Number.isSafeInteger(value)) throw refusal(path, `is ${value}, not an integer within 2^53 - 1`)
  return String(value)
}

function textOfArray(values: readonly unknown[], path: MemberPath): string {
  let text = ''
  // An index loop, so that holes are visited too.
  for (let index = 0; index < values.length; index++) {
    path.push(index)
    text += `${index === 0 ? '' : ','}${textOf(values[index], path)}`
    path.pop()
  }
  return `[${text}]`
}

function textOfObject(value: object, path: MemberPath): string {
  assertPlain(value, path)
  // Members are only read, never assigned to another object, so a member named __proto__ is ordinary.
  const members = value as Readonly<Record<string, unknown>>
  let text = ''
  for (const name of Object.keys(value).toSorted()) {
    path.push(name)
    text += `${text === '' ? '' : ','}${textOfName(name, path)}:${textOf(members[name], path)}`
    path.pop()
  }
  return `{${text}}`
}

/** Texts of names that have occurred. The names of entries are few and short; the limits are for those that clients choose. */
const namesKnown = new Map<string, string>()
const NAMES_KNOWN_MAX = 2000
const KNOWN_NAME_LENGTH_MAX = 64

function textOfName(name: string, path: MemberPath): string {
  const known = namesKnown.get(name)
  if (known !== undefined) return known
  const text = textOfString(name, path)
  if (name.length <= KNOWN_NAME_LENGTH_MAX && namesKnown.size < NAMES_KNOWN_MAX) namesKnown.set(name, text)
  return text
}

function assertPlain(value: object, path: MemberPath): void {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw refusal(path, 'is not a plain object')
  if (Object.getOwnPropertySymbols(value).length > 0) throw refusal(path, 'has a symbol for a name')
}

function refusal(path: MemberPath, reason: string): TypeError {
  const written = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
  return new TypeError(`No canonical JSON: $${written.join('')} ${reason}.`)
}
