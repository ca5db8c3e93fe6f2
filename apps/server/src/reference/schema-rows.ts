import { escaped, phrase } from './markup.ts'

/** The parts of a JSON schema that are shown. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  items?: JsonSchema
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
}

/** Shows schemas: the type of a value in a few words, and the members of an object as a table. */
export const schemaRows = { typeOf, table }

function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    const name = escaped(schema.$ref.split('/').at(-1)!)
    return `<a href="#schema-${name}">${name}</a>`
  }
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.items) return `list of ${typeOf(schema.items)}`
  if (typeof schema.additionalProperties === 'object')
    return `map of text to ${typeOf(schema.additionalProperties)}`
  const words = [schema.type ?? 'any value'].flat().join(' or ')
  return [escaped(words), ...rules(schema)].join(', ')
}

function rules(schema: JsonSchema): string[] {
  const words: string[] = []
  if (schema.format !== undefined) words.push(escaped(schema.format))
  if (schema.enum)
    words.push(`one of ${schema.enum.map((value) => `<code>${escaped(String(value))}</code>`).join(' ')}`)
  if (schema.minimum !== undefined) words.push(`at least ${schema.minimum}`)
  if (schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER)
    words.push(`at most ${schema.maximum}`)
  if (schema.minLength !== undefined) words.push(`at least ${schema.minLength} characters`)
  if (schema.maxLength !== undefined) words.push(`at most ${schema.maxLength} characters`)
  if (schema.default !== undefined)
    words.push(`default <code>${escaped(JSON.stringify(schema.default))}</code>`)
  return words
}

function table(schema: JsonSchema): string {
  if (!schema.properties) return `<p>${typeOf(schema)}</p>`
  const required = new Set(schema.required ?? [])
  const rows = Object.entries(schema.properties).map(
    ([name, property]) =>
      `<tr><td><code>${escaped(name)}</code>${required.has(name) ? '<br><small>required</small>' : ''}</td>` +
      `<td>${typeOf(property)}${property.description === undefined ? '' : `<br>${phrase(property.description)}`}</td></tr>`,
  )
  return `<table>${rows.join('')}</table>`
}
