import { operationsOf, type OperationAt, type PublicDocument } from './public-document.ts'

/** A member of bodies or responses of the public API, or a parameter of its operations. */
export interface FieldEntry {
  readonly name: string
  /** Its descriptions without duplicates, each with the schemas and parameters that it applies to. */
  readonly meanings: readonly FieldMeaning[]
  /** Operations that accept or return it. */
  readonly operations: readonly OperationAt[]
}

/** A description of a member, and where it applies. */
export interface FieldMeaning {
  readonly description: string
  readonly schemas: readonly string[]
}

/** From the schema of a body to its members and the rows of its lists; deeper members belong to other resources. */
const REFERENCES_FOLLOWED = 2

interface Found {
  readonly schemasByDescription: Map<string, string[]>
  readonly operations: Set<OperationAt>
}

/** Returns all named members and parameters of the document, by name. */
export function fieldIndex(document: PublicDocument): FieldEntry[] {
  const found = new Map<string, Found>()
  const users = usersBySchema(document)
  const note = (name: string, description: string, place: string, operations: Iterable<OperationAt>) => {
    const entry = found.get(name) ?? { schemasByDescription: new Map(), operations: new Set() }
    found.set(name, entry)
    const places = entry.schemasByDescription.get(description) ?? []
    if (!places.includes(place)) entry.schemasByDescription.set(description, [...places, place])
    for (const operation of operations) entry.operations.add(operation)
  }
  for (const [schemaName, schema] of Object.entries(document.components.schemas)) {
    for (const [name, description] of membersOf(schema))
      note(name, description, schemaName, users.get(schemaName) ?? [])
  }
  for (const at of operationsOf(document)) {
    for (const { name, in: place, description } of at.operation.parameters ?? [])
      note(name, description ?? '', place, [at])
  }
  return [...found]
    .map(([name, { schemasByDescription, operations }]) => ({
      name,
      meanings: [...schemasByDescription].map(([description, schemas]) => ({ description, schemas })),
      operations: [...operations],
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Returns the members of a schema, including those of nested objects, but not those of referenced schemas. */
function membersOf(schema: unknown): [name: string, description: string][] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap(membersOf)
  const own = 'properties' in schema ? Object.entries(schema.properties as Record<string, object>) : []
  const within = Object.entries(schema)
    .filter(
      ([keyword]) => !['properties', 'example', 'examples', 'default', 'enum', 'const'].includes(keyword),
    )
    .flatMap(([, value]) => membersOf(value))
  return [
    ...own.map(([name, member]): [string, string] => [name, descriptionOf(member)]),
    ...own.flatMap(([, member]) => membersOf(member)),
    ...within,
  ]
}

function descriptionOf(member: object): string {
  return 'description' in member && typeof member.description === 'string' ? member.description : ''
}

/** Returns the operations that accept or return each schema. */
function usersBySchema(document: PublicDocument): Map<string, Set<OperationAt>> {
  const users = new Map<string, Set<OperationAt>>()
  const { schemas } = document.components
  for (const at of operationsOf(document)) {
    const { requestBody, responses } = at.operation as {
      requestBody?: unknown
      responses?: Record<string, unknown>
    }
    const succeeding = Object.entries(responses ?? {}).filter(([status]) => status.startsWith('2'))
    let names = referencesOf([requestBody, succeeding])
    for (let depth = 0; depth <= REFERENCES_FOLLOWED; depth += 1) {
      for (const name of names) users.set(name, (users.get(name) ?? new Set()).add(at))
      names = names.flatMap((name) => referencesOf(schemas[name]))
    }
  }
  return users
}

function referencesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap(referencesOf)
  const own = '$ref' in schema ? [String(schema.$ref).split('/').at(-1)!] : []
  return [...new Set([...own, ...Object.values(schema).flatMap(referencesOf)])]
}
