import type { TSchema } from 'typebox'

/** Maximum total number of letters in a body (decisions, section 1), with room for JSON syntax. */
export const BODY_LETTERS = 1_000_000

/** The longest unknown member has about as many. */
const MEMBER_LETTERS = 22

/** The kinds of hostile bodies. */
export const manners = [
  'filled',
  'overfull',
  'unknown members',
  'wrong types',
  'deep',
  'unknown members below',
] as const
export type Manner = (typeof manners)[number]

interface Known {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly items?: TSchema
  readonly anyOf?: readonly TSchema[]
  readonly additionalProperties?: boolean | TSchema
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maximum?: number
  readonly minimum?: number
  readonly format?: string
  readonly pattern?: string
  readonly const?: unknown
}

const DIGITS = '9'.repeat(30)

/** Numbers at all limits of a decimal string. */
const DECIMALS = [
  `${DIGITS}.${DIGITS}e30`,
  `${DIGITS}.${DIGITS}e-30`,
  '1e-30',
  '1e30',
  `.${'0'.repeat(29)}7`,
  '3',
]

/** Texts that cause excessive backtracking in patterns with alternatives. */
const TEXTS = [
  'a',
  ' ',
  '1 ',
  'm·',
  'a-',
  'lbf in ',
  '10⁵',
  '1,',
  '(',
  '±1 ',
  "'=",
  'a@a.',
  '../',
  '/a',
  '\u0301',
  '0',
  '%',
  '"',
]

/**
 * Returns a body of one operation, as hostile as its schema permits, as JSON.
 * @param turn selects texts and numbers
 * @param letters about how long it is
 */
export function hostileBody(schema: TSchema, manner: Manner, turn: number, letters: number): string {
  const maker = new BodyMaker(turn)
  if (manner === 'deep') return deepBody(schema, maker, letters)
  if (manner === 'unknown members') {
    return withMembers(maker.object(schema, 1000), unknownMembers(turn, letters))
  }
  if (manner === 'unknown members below') {
    return below(maker.object(schema, 5000), unknownMembers(turn, letters))
  }
  if (manner === 'filled') return JSON.stringify(maker.object(schema, letters))
  return JSON.stringify(overfull(schema, maker, manner, letters))
}

/** The members of large objects by what their names start with. Making them takes longer than the server takes to read them. */
const unknown = new Map<string, string>()

/** Returns the members of a large object that no schema knows, as JSON without the braces. */
function unknownMembers(turn: number, letters: number): string {
  const name = TEXTS[turn % TEXTS.length]!
  const count = Math.floor(letters / MEMBER_LETTERS)
  const made = unknown.get(`${name} ${count}`)
  if (made !== undefined) return made
  const members = Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, index]))
  const text = JSON.stringify(members).slice(1, -1)
  unknown.set(`${name} ${count}`, text)
  return text
}

/** Returns an object with further members as JSON. */
function withMembers(value: object, members: string): string {
  const text = JSON.stringify(value).slice(0, -1)
  return `${text}${text === '{' ? '' : ','}${members}}`
}

/** Inserts the members into the first object or list that there is. */
function below(body: Record<string, unknown>, members: string): string {
  const [name] = Object.entries(body).find(([, value]) => typeof value === 'object' && value !== null) ?? []
  if (name === undefined) return withMembers(body, members)
  const value = body[name]
  const inner = Array.isArray(value)
    ? `[${withMembers({ ...(value[0] as object) }, members)}]`
    : withMembers({ ...(value as object) }, members)
  return withMembers({ ...body, [name]: undefined }, `${JSON.stringify(name)}:${inner}`)
}

const NESTED_ONE = `${'['.repeat(60)}${'1,'.repeat(50)}1${']'.repeat(60)}`

/** As many of them as fit into the longest body, with room for JSON syntax, are 2,500. */
const NESTED_LETTERS = 400

/** One member, chosen by the turn, is nested as deeply as is accepted at all. */
function deepBody(schema: TSchema, maker: BodyMaker, letters: number): string {
  const body = maker.object(schema, 1000)
  const names = Object.keys(body)
  const name = names[maker.turn % names.length] ?? 'x'
  const lists = Array.from({ length: Math.floor(letters / NESTED_LETTERS) }, () => NESTED_ONE)
  return withMembers({ ...body, [name]: undefined }, `${JSON.stringify(name)}:[${lists.join(',')}]`)
}

/** Members far longer than their limits, or of another type. */
function overfull(
  schema: TSchema,
  maker: BodyMaker,
  manner: Manner,
  letters: number,
): Record<string, unknown> {
  const { properties = {} } = schema as Known
  const names = Object.keys(properties)
  const body = maker.object(schema, 1000)
  const name = names[maker.turn % names.length]
  if (name === undefined) return body
  const known = properties[name] as Known
  const isList = [known.type].flat().includes('array')
  const filler = TEXTS[maker.turn % TEXTS.length]!
  const text = filler.repeat(Math.floor(letters / JSON.stringify(filler).length))
  const numbers = Array.from({ length: letters / 4 }, (_, index) => index % 10)
  const wrong = manner === 'wrong types'
  if (isList && known.items && !wrong) return { ...body, [name]: maker.list(known.items, letters, Infinity) }
  return { ...body, [name]: isList || wrong ? numbers : text }
}

/** Makes values that a schema accepts, at its limits. */
class BodyMaker {
  readonly turn: number
  #made = 0

  constructor(turn: number) {
    this.turn = turn
  }

  object(schema: TSchema, letters: number): Record<string, unknown> {
    const value = this.value(schema, letters)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  }

  list(items: TSchema, letters: number, most: number): unknown[] {
    const list: unknown[] = []
    const share = Math.max(300, Math.floor(letters / Math.min(most, 500)))
    let left = letters
    while (left > 0 && list.length < most) {
      const item = this.value(items, share)
      left -= (JSON.stringify(item)?.length ?? 0) + 1
      if (left > 0) list.push(item)
    }
    return list
  }

  value(schema: TSchema, letters: number): unknown {
    const known = schema as Known
    if (known.const !== undefined) return known.const
    if (known.enum) return this.#pick(known.enum.filter((word) => word !== null))
    if (known.anyOf) return this.value(known.anyOf[0]!, letters)
    const types = [known.type].flat()
    if (types.includes('object')) return this.#members(known, letters)
    if (types.includes('array'))
      return known.items ? this.list(known.items, letters, known.maxItems ?? Infinity) : []
    if (types.includes('string')) return this.#text(known, letters)
    if (types.includes('boolean')) return this.#pick([true, false])
    if (types.includes('integer')) return known.maximum ?? known.minimum ?? 9_007_199_254_740_991
    return known.maximum ?? 1e300
  }

  #members(
    { properties = {}, additionalProperties, required = [] }: Known,
    letters: number,
  ): Record<string, unknown> {
    const names = Object.keys(properties)
    const share = Math.floor(letters / Math.max(1, names.length / 4))
    const entries: [string, unknown][] = []
    let left = letters
    for (const name of names) {
      const value = this.value(properties[name]!, Math.min(share, Math.max(left, 0)))
      left -= JSON.stringify(value)?.length ?? 0
      if (left > 0 || required.includes(name)) entries.push([name, value])
    }
    if (typeof additionalProperties === 'object') {
      for (let index = 0; index < 100; index += 1)
        entries.push([`${index}`.padEnd(255, 'k'), this.value(additionalProperties, left / 100)])
    }
    return Object.fromEntries(entries)
  }

  #text({ format, pattern, maxLength = 1_000_000, enum: words }: Known, letters: number): unknown {
    if (words) return this.#pick(words)
    if (format === 'uuid') return this.#id()
    if (format === 'utc-timestamp') return '2026-11-01T00:00:00.123456789Z'
    if (format === 'calendar-date' || format === 'date-or-timestamp') return '2026-11-01'
    if (format === 'print-language') return 'en'
    if (pattern?.includes('{1,30}')) return this.#pick(DECIMALS)
    if (pattern !== undefined) return '2026-11'
    const filler = this.#pick(TEXTS)
    const length = Math.max(1, Math.min(maxLength, letters))
    return filler.repeat(Math.ceil(length / filler.length)).slice(0, length)
  }

  #id(): string {
    this.#made += 1
    return `019345b3-5d07-7e19-b8c4-${this.#made.toString(16).padStart(12, '0')}`
  }

  #pick<Value>(values: readonly Value[]): Value {
    this.#made += 1
    return values[(this.turn + this.#made) % values.length]!
  }
}
