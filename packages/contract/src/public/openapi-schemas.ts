import type { TSchema } from 'typebox'
import { pascalCase } from '../fields/names.ts'

type Json = Record<string, unknown>

/** One of our schemas, as requests or responses have it. */
interface Side {
  /** Name of its component. */
  readonly nameOf: (name: string) => string
  readonly finish: (schema: Json) => Json
}

/**
 * The schemas of an OpenAPI document. Named ones become components, which the others refer to. Requests are
 * closed: the server refuses what they do not list. Responses are open: members and words may be added at any
 * time. A schema that is used on both sides therefore becomes two components; the name of the one for
 * requests ends with `Input`.
 */
export class DocumentSchemas {
  readonly #components = new Map<string, Json>()
  readonly #request: Side
  readonly #response: Side = { nameOf: (name) => name, finish: asReturned }

  /** @param returned the schemas of all responses */
  constructor(returned: readonly TSchema[]) {
    const names = new Set<string>()
    for (const schema of returned) collectNames(schema, names)
    this.#request = {
      nameOf: (name) => (names.has(name) ? `${name}Input` : name),
      finish: (schema) => asRequested(this.#withNamedMembers(schema)),
    }
  }

  /** Returns the schema of the body of a request. */
  requested(schema: TSchema): Json {
    return this.#write(schema, this.#request)
  }

  /** Returns the schema of a response body, or of a body that is sent to a webhook endpoint. */
  returned(schema: TSchema): Json {
    return this.#write(schema, this.#response)
  }

  /** Adds a component of responses. */
  add(name: string, schema: TSchema): void {
    this.#components.set(name, this.#inline(schema, this.#response))
  }

  /** Returns all components in the order of their names. */
  byName(): Json {
    return Object.fromEntries([...this.#components].toSorted(([a], [b]) => a.localeCompare(b)))
  }

  /**
   * A nullable component is referenced together with null, so that it is the same schema wherever it is used.
   */
  #write(schema: TSchema, side: Side): Json {
    const { $id: id } = schema as { $id?: string }
    if (id === undefined) return this.#inline(schema, side)
    const name = side.nameOf(id)
    const { type, ...rest } = schema as Json
    const isNullable = Array.isArray(type) && type.includes('null')
    if (!this.#components.has(name)) {
      this.#components.set(name, {})
      const component = isNullable ? { ...rest, type: type.find((each) => each !== 'null') } : schema
      this.#components.set(name, this.#inline(component, side))
    }
    return isNullable ? orNull(reference(name)) : reference(name)
  }

  #inline(schema: TSchema, side: Side): Json {
    return side.finish(rewrite(schema, (inner) => this.#write(inner, side)))
  }

  /** Members with some words, or an object, or null refer to these: generators invent names for what has none. */
  #withNamedMembers(schema: Json): Json {
    if (typeof schema['properties'] !== 'object') return schema
    const members = Object.entries(schema['properties'] as Record<string, Json>).map(([name, member]) => [
      name,
      this.#namedMember(name, member),
    ])
    return { ...schema, properties: Object.fromEntries(members) as Json }
  }

  #namedMember(member: string, schema: Json): Json {
    const { type: types, enum: words, description, ...rest } = schema as { enum?: unknown[] } & Json
    if (!Array.isArray(types) || !(words || types.includes('object'))) return schema
    const name = pascalCase(member)
    const type = types.find((each) => each !== 'null')
    const component = { type, ...(words && { enum: words.filter((word) => word !== null) }), ...rest }
    const { description: first, ...present } = this.#components.get(name) ?? { description, ...component }
    if (JSON.stringify(present) !== JSON.stringify(component)) {
      throw new Error(`two schemas would be the component ${name}`)
    }
    // Described as the first member of this name; every member has its own description beside the reference.
    this.#components.set(name, { ...(first !== undefined && { description: first }), ...component })
    return { ...(description !== undefined && { description }), ...orNull(reference(name)) }
  }
}

/** Returns a schema without references, for a parameter. */
export function plainSchema(schema: TSchema): Json {
  const { maximum, ...rest } = withInstantPattern(rewrite(schema, plainSchema))
  const isLong = typeof maximum === 'number' && maximum >= 2 ** 31
  return { ...rest, ...(maximum !== undefined && { maximum }), ...(isLong && { format: 'int64' }) }
}

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

const orNull = (schema: Json): Json => ({ anyOf: [schema, { type: 'null' }] })

function collectNames(schema: unknown, names: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return
  if ('$id' in schema) names.add(schema.$id as string)
  for (const inner of Object.values(schema)) collectNames(inner, names)
}

/** Keywords that only our validator understands. */
const INTERNAL_KEYWORDS = new Set([
  'trimmed',
  'toMillisecond',
  'lowerCased',
  'named',
  'composed',
  'identifying',
  '$id',
])

/** Our keywords that readers know under another name. */
const PUBLISHED_AS: Readonly<Record<string, string>> = { documentedPattern: 'pattern' }

/** Formats as OpenAPI's readers know them. */
const FORMATS: Readonly<Record<string, string>> = { 'utc-timestamp': 'date-time', 'calendar-date': 'date' }

/** Without look-ahead, which the expressions of Go and Rust do not have. */
const YEAR = String.raw`(\d{3}[1-9]|\d{2}[1-9]\d|\d[1-9]\d{2}|[1-9]\d{3})`
const DAY = String.raw`((0[13578]|1[02])-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|[12]\d))`

/** The form of dates and instants that the API takes; only 29 February of a common year passes that is no date. */
const DATE = `${YEAR}-${DAY}`
const TIME = String.raw`T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z`
const INSTANT_PATTERN = `^${DATE}${TIME}$`
const DATE_OR_INSTANT_PATTERN = `^${DATE}(${TIME})?$`

/**
 * A timestamp in a request: a string with a pattern. Generated clients write `date-time` with `+00:00`
 * instead of `Z`, which the API refuses.
 */
function withInstantPattern(schema: Json): Json {
  const { format, ...rest } = schema
  if (format === 'date-or-timestamp') return { ...rest, pattern: DATE_OR_INSTANT_PATTERN }
  return format === 'date-time' ? { ...rest, pattern: INSTANT_PATTERN } : schema
}

/**
 * A schema of a body. Defaults are stated in the description: generated clients treat a member with a default
 * as always present.
 */
function asRequested(schema: Json): Json {
  if (!('default' in schema)) return withInstantPattern(schema)
  const { default: otherwise, ...rest } = withInstantPattern(schema)
  const words = `Defaults to ${JSON.stringify(otherwise)}.`
  return { ...rest, description: [rest['description'], words].filter(Boolean).join(' ') }
}

/**
 * A schema of a response. Enumerated values and members may be added.
 */
function asReturned(schema: Json): Json {
  const { enum: words, additionalProperties, ...rest } = schema as { enum?: unknown[] } & Json
  return {
    ...rest,
    ...(words && { 'x-extensible-enum': words.filter((word) => word !== null) }),
    ...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
  }
}

function rewrite(schema: TSchema, inner: (schema: TSchema) => Json): Json {
  const entries = Object.entries(schema as Json).filter(([key]) => !INTERNAL_KEYWORDS.has(key))
  return Object.fromEntries(
    entries.map(([key, value]) => [PUBLISHED_AS[key] ?? key, rewriteMember(key, value, inner)]),
  )
}

function rewriteMember(key: string, value: unknown, inner: (schema: TSchema) => Json): unknown {
  if (key === 'properties') {
    return Object.fromEntries(
      Object.entries(value as Record<string, TSchema>).map(([name, property]) => [name, inner(property)]),
    )
  }
  if (
    key === 'items' ||
    key === 'propertyNames' ||
    (key === 'additionalProperties' && typeof value === 'object')
  ) {
    return inner(value as TSchema)
  }
  if (key === 'anyOf') return (value as TSchema[]).map(inner)
  if (key === 'format') return FORMATS[value as string] ?? value
  return value
}
