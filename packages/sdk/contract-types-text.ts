import { errorCodes, eventData, operations, type Operation } from '@plumbline/contract'

/** The keywords of JSON Schema that the contract uses. */
interface Schema {
  $id?: string
  type?: string | string[]
  description?: string
  default?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  then?: Schema
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

/** TypeScript for the types of `src/contract-types.ts`, written out from the schemas of the contract. */
export function contractTypes(): string {
  const table = Object.entries<Operation>(operations)
  const responses = [...table.map(([, { reply }]) => reply.schema), ...Object.values(eventData)] as Schema[]
  const named = new Map<string, string>()
  const opened = { named, isOpen: true, openNames: new Set(responses.flatMap(namesWithin)) }
  const members = table.map(
    ([name, operation]) => `${summary(operation)}  ${name}: ${describe(operation, opened)}`,
  )
  const events = Object.entries(eventData).map(
    ([type, data]) => `  '${type}': ${typeOf(data as Schema, opened)}`,
  )
  const codes = Object.keys(errorCodes).map((code) => JSON.stringify(code))
  return [
    '/** What the operations of the public API take and return, by name. */',
    `export interface Operations {\n${members.join('\n')}\n}`,
    '/** An error code of the public API. */',
    `export type ErrorCode = ${codes.join(' | ')}`,
    '/** The `data` of each type of event. */',
    `export interface EventData {\n${events.join('\n')}\n}`,
    // EventType, which the package exports, is one of them.
    ...named.values(),
    '',
  ].join('\n\n')
}

/** The context in which a type is written. */
interface TypeContext {
  /** Declarations of named types, by their names. */
  readonly named: Map<string, string>
  /** Whether later versions may bring further words: in responses and events, not in requests. */
  readonly isOpen: boolean
  /** Names of the schemas of responses and events. */
  readonly openNames: ReadonlySet<string>
}

/** Returns the description of an operation in the API reference, for editors. */
function summary({ summary: title, description, method, path }: Operation): string {
  const text = [title, description, `\`${method} ${path}\``].filter((part) => part !== undefined).join('\n\n')
  const lines = text.replaceAll('*/', '* /').split('\n')
  return `  /**\n${lines.map((line) => `   * ${line}`.trimEnd()).join('\n')}\n   */\n`
}

/** The schemas that a schema is made of, itself included. */
function within(schema: Schema | undefined): Schema[] {
  if (schema === undefined) return []
  const { anyOf = [], items, properties = {}, additionalProperties: rest } = schema
  const parts = [...anyOf, items, ...Object.values(properties), typeof rest === 'object' ? rest : undefined]
  return [schema, ...parts.flatMap(within)]
}

const namesWithin = (schema: Schema | undefined): string[] => within(schema).flatMap(({ $id }) => $id ?? [])

function describe(operation: Operation, opened: TypeContext): string {
  const closed = { ...opened, isOpen: false }
  const { params, query, body, headers, reply } = operation as Operation & { [part: string]: Schema }
  const type = (schema: Schema | undefined) => (schema ? typeOf(schema, closed) : 'undefined')
  const headerNames = Object.keys(headers?.properties ?? {}).map((name) => JSON.stringify(name))
  const replied = reply as { schema?: Schema; contentType?: string }
  const file = replied.contentType === undefined ? 'undefined' : 'Uint8Array'
  return `{
    params: ${type(params)}
    query: ${query ? objectType(query, closed, true) : 'undefined'}
    body: ${type(body)}
    headers: ${headerNames.join(' | ') || 'never'}
    reply: ${replied.schema ? typeOf(replied.schema, opened) : file}
  }`
}

function typeOf(schema: Schema, context: TypeContext): string {
  const { $id } = schema
  if ($id === undefined) return inlineType(schema, context)
  const name = nameOf($id, schema, context)
  const { named } = context
  if (!named.has(name)) {
    named.set(name, '')
    named.set(name, `export type ${name} = ${inlineType(withoutNull(schema), context)}`)
  }
  return isNullable(schema) ? `${name} | null` : name
}

/** A type with enumerated members is a different type in requests, which accept only these values. */
function nameOf(name: string, schema: Schema, { isOpen, openNames }: TypeContext): string {
  const holdsWords = within(schema).some(({ enum: words }) => words !== undefined)
  return !isOpen && holdsWords && openNames.has(name) ? `${name}Input` : name
}

/** A schema has the same name if it is nullable. */
const isNullable = ({ type }: Schema): boolean => Array.isArray(type) && type.includes('null')

function withoutNull(schema: Schema): Schema {
  if (!isNullable(schema)) return schema
  const { type, enum: words, ...rest } = schema
  return {
    ...rest,
    type: [type ?? []].flat().filter((each) => each !== 'null'),
    ...(words && { enum: words.filter((word) => word !== null) }),
  }
}

function inlineType(schema: Schema, context: TypeContext): string {
  if (schema.anyOf) return schema.anyOf.map((each) => typeOf(each, context)).join(' | ')
  if (schema.enum) return wordsType(schema.enum, context)
  // One of the enumerated values, if it is not blank.
  if (schema.then?.enum)
    return [...schema.then.enum, '', null].map((each) => JSON.stringify(each)).join(' | ')
  return [schema.type]
    .flat()
    .map((type) => simpleType(type, schema, context))
    .join(' | ')
}

/** A single enumerated value identifies one of several forms and remains a literal type. */
function wordsType(words: readonly unknown[], { isOpen }: TypeContext): string {
  const isExtensible = isOpen && words.filter((word) => typeof word === 'string').length > 1
  return [...words.map((word) => JSON.stringify(word)), ...(isExtensible ? ['(string & {})'] : [])].join(
    ' | ',
  )
}

function simpleType(type: string | undefined, schema: Schema, context: TypeContext): string {
  if (type === 'integer') return 'number'
  if (type === 'array') return `(${typeOf(schema.items ?? {}, context)})[]`
  if (type === 'object') return objectType(schema, context, false)
  return type ?? 'unknown'
}

/** @param fillsIn whether the server fills in members that have a default, as it does with query parameters */
function objectType(schema: Schema, context: TypeContext, fillsIn: boolean): string {
  const { properties, required = [], additionalProperties: rest } = schema
  if (!properties) return `Record<string, ${typeof rest === 'object' ? typeOf(rest, context) : 'unknown'}>`
  const members = Object.entries(properties).map(([name, property]) => {
    const isOptional = !required.includes(name) || (fillsIn && 'default' in property)
    return `${comment(property)}${JSON.stringify(name)}${isOptional ? '?' : ''}: ${typeOf(property, context)}`
  })
  return `{\n${members.join('\n')}\n}`
}

function comment({ description }: Schema): string {
  return description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */\n`
}
