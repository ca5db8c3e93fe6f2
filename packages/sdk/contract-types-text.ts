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
  const named = new Map<string, string>()
  const table = Object.entries<Operation>(operations)
  const members = table.map(([name, operation]) => `  ${name}: ${describe(operation, named)}`)
  const events = Object.entries(eventData).map(
    ([type, data]) => `  '${type}': ${typeOf(data as Schema, named)}`,
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

type Named = Map<string, string>

function describe(operation: Operation, named: Named): string {
  const { params, query, body, headers, reply } = operation as Operation & { [part: string]: Schema }
  const type = (schema: Schema | undefined) => (schema ? typeOf(schema, named) : 'undefined')
  const headerNames = Object.keys(headers?.properties ?? {}).map((name) => JSON.stringify(name))
  const replied = reply as { schema?: Schema; contentType?: string }
  const file = replied.contentType === undefined ? 'undefined' : 'Uint8Array'
  return `{
    params: ${type(params)}
    query: ${query ? objectType(query, named, true) : 'undefined'}
    body: ${type(body)}
    headers: ${headerNames.join(' | ') || 'never'}
    reply: ${replied.schema ? type(replied.schema) : file}
  }`
}

function typeOf(schema: Schema, named: Named): string {
  const { $id: name } = schema
  if (name === undefined) return inlineType(schema, named)
  if (!named.has(name)) {
    named.set(name, '')
    named.set(name, `export type ${name} = ${inlineType(withoutNull(schema), named)}`)
  }
  return isNullable(schema) ? `${name} | null` : name
}

/** A schema has the same name where it may be null as well. */
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

function inlineType(schema: Schema, named: Named): string {
  if (schema.anyOf) return schema.anyOf.map((each) => typeOf(each, named)).join(' | ')
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ')
  // A word of the list where it is not blank.
  if (schema.then?.enum)
    return [...schema.then.enum, '', null].map((each) => JSON.stringify(each)).join(' | ')
  return [schema.type]
    .flat()
    .map((type) => simpleType(type, schema, named))
    .join(' | ')
}

function simpleType(type: string | undefined, schema: Schema, named: Named): string {
  if (type === 'integer') return 'number'
  if (type === 'array') return `(${typeOf(schema.items ?? {}, named)})[]`
  if (type === 'object') return objectType(schema, named, false)
  return type ?? 'unknown'
}

/** @param fillsIn whether the server fills in members that have a default, as it does with query parameters */
function objectType(schema: Schema, named: Named, fillsIn: boolean): string {
  const { properties, required = [], additionalProperties: rest } = schema
  if (!properties) return `Record<string, ${typeof rest === 'object' ? typeOf(rest, named) : 'unknown'}>`
  const members = Object.entries(properties).map(([name, property]) => {
    const isOptional = !required.includes(name) || (fillsIn && 'default' in property)
    return `${comment(property)}${JSON.stringify(name)}${isOptional ? '?' : ''}: ${typeOf(property, named)}`
  })
  return `{\n${members.join('\n')}\n}`
}

function comment({ description }: Schema): string {
  return description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */\n`
}
