import type { TSchema } from 'typebox'
import { commonErrors, type Operation } from '../shared/operation.ts'
import { errorCodes, ErrorEnvelope, type ErrorCode } from '../shared/errors.ts'
import {
  commonHeaders,
  conditionalHeaders,
  failureHeaders,
  headerReferences,
  impliedErrors,
  notModified,
  successHeaders,
} from './openapi-responses.ts'
import { webhooksSection } from './openapi-webhooks.ts'

/** What an OpenAPI document is made of. */
export interface OpenApiSource {
  readonly title: string
  readonly description: string
  readonly version: string
  /** Path of the API on its server. */
  readonly basePath: string
  readonly tags: readonly { name: string; description: string }[]
  readonly operations: Readonly<Record<string, Operation>>
  /** The tag under which the requests to webhook endpoints are described; without it they are left out. */
  readonly webhooksTag?: string
  readonly securitySchemes: Readonly<Record<string, object>>
  /** Codes that every operation can give; those of the public API unless named. */
  readonly commonErrors?: readonly ErrorCode[]
  /** The envelope of error responses; that of the public API unless given. */
  readonly errorEnvelope?: TSchema
  /** When a code is given, where it differs from what the table of codes says for the public API. */
  readonly when?: Readonly<Partial<Record<ErrorCode, string>>>
}

type Json = Record<string, unknown>

/**
 * Writes the OpenAPI 3.1 document of a table of operations: schemas by name, examples, every
 * error that an operation can give, security schemes and the rate-limit headers.
 */
export function openApiDocument(source: OpenApiSource): Json {
  const schemas = new Map<string, Json>()
  const paths: Record<string, Json> = {}
  for (const [name, operation] of Object.entries(source.operations)) {
    paths[operation.path] ??= pathItem(operation)
    paths[operation.path]![operation.method.toLowerCase()] = describeOperation(
      name,
      operation,
      schemas,
      source,
    )
  }
  const webhooks =
    source.webhooksTag && webhooksSection(source.webhooksTag, (schema) => publicSchema(schema, schemas))
  schemas.set('Error', publicSchema(source.errorEnvelope ?? ErrorEnvelope, schemas, asReturned, true))
  return {
    openapi: '3.1.0',
    info: {
      title: source.title,
      version: source.version,
      description: source.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: source.basePath, description: 'This server.' }],
    tags: source.tags,
    security: Object.keys(source.securitySchemes).map((scheme) => ({ [scheme]: [] })),
    paths,
    ...(webhooks && { webhooks }),
    components: {
      securitySchemes: source.securitySchemes,
      schemas: Object.fromEntries([...schemas].toSorted(([a], [b]) => a.localeCompare(b))),
      headers: commonHeaders,
    },
  }
}

function pathItem(operation: Operation): Json {
  const parameters = parametersOf(operation.params, 'path')
  return parameters.length > 0 ? { parameters } : {}
}

function describeOperation(
  name: string,
  operation: Operation,
  schemas: Map<string, Json>,
  source: OpenApiSource,
): Json {
  const parameters = [
    ...parametersOf(operation.query, 'query'),
    ...parametersOf(operation.headers, 'header'),
    ...conditionalHeaders(operation),
  ]
  return {
    operationId: name,
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
    tags: [operation.tag],
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: publicSchema(operation.body, schemas, asRequested) } },
      },
    }),
    responses: {
      [operation.reply.status]: success(operation, schemas),
      ...notModified(operation),
      ...failures(operation, source),
    },
  }
}

function parametersOf(schema: Operation['query'], place: 'path' | 'query' | 'header'): Json[] {
  const required = new Set<string>(schema?.required ?? [])
  return Object.entries<TSchema>(schema?.properties ?? {}).map(([name, property]) => {
    const { description, examples, ...rest } = withInstantPattern(plain(property)) as Json & {
      examples?: unknown[]
    }
    // A parameter with a default is one that the server fills in, not one that it asks for.
    const isRequired = place === 'path' || (required.has(name) && !('default' in rest))
    return {
      name: place === 'header' ? headerName(name) : name,
      in: place,
      required: isRequired,
      ...(description !== undefined && { description }),
      schema: rest,
      ...(examples?.[0] !== undefined && { example: examples[0] }),
    }
  })
}

function headerName(name: string): string {
  return name.replaceAll(/(^|-)\w/g, (letter) => letter.toUpperCase())
}

function success(operation: Operation, schemas: Map<string, Json>): Json {
  const { description, schema, contentType, furtherContentTypes = [], example } = operation.reply
  const content = schema
    ? {
        'application/json': {
          schema: publicSchema(schema, schemas),
          ...(example !== undefined && { example }),
        },
      }
    : contentType && Object.fromEntries([contentType, ...furtherContentTypes].map((type) => [type, FILE]))
  return {
    description,
    headers: { ...headerReferences(), ...successHeaders(operation.reply) },
    ...(content && { content }),
  }
}

const FILE = { schema: { type: 'string', format: 'binary' } }

/** One response for each status, with an example for each code that it can carry. */
function failures(operation: Operation, source: OpenApiSource): Json {
  const codes = [...new Set<ErrorCode>([...(source.commonErrors ?? commonErrors), ...operation.errors])]
  const given = codes.flatMap((code) => statusesOf(code).map((status) => ({ code, status })))
  for (const code of impliedErrors(operation)) given.push({ code, status: errorCodes[code].status })
  const byStatus = Map.groupBy(given, ({ status }) => status)
  const replies = [...byStatus].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(
    replies.map(([status, ofStatus]) => [
      status,
      failure(
        status,
        'bearer' in source.securitySchemes,
        ofStatus.map(({ code }) => ({ code, when: source.when?.[code] ?? errorCodes[code].when })),
      ),
    ]),
  )
}

/** INVALID_REQUEST stands for what cannot be read (400) and for values that cannot be used (422). */
function statusesOf(code: ErrorCode): number[] {
  return code === 'INVALID_REQUEST' ? [400, 422] : [errorCodes[code].status]
}

function failure(status: number, isByKey: boolean, codes: { code: ErrorCode; when: string }[]): Json {
  const examples = codes.map(({ code, when }) => [
    code,
    { summary: when, value: { code, message: errorCodes[code].message } },
  ])
  return {
    description: codes.map(({ code, when }) => `\`${code}\`: ${when}`).join('\n\n'),
    headers: { ...headerReferences(), ...failureHeaders(status, isByKey) },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(examples),
      },
    },
  }
}

/** Keywords of our own validator that mean nothing to readers of the document. */
const INTERNAL_KEYWORDS = new Set([
  'trimmed',
  'toMillisecond',
  'lowerCased',
  'named',
  'composed',
  'identifying',
  '$id',
])

/** Keywords of our own that readers know under another name. */
const PUBLISHED_AS: Readonly<Record<string, string>> = { documentedPattern: 'pattern' }

/** Formats as OpenAPI's readers know them. */
const FORMATS: Readonly<Record<string, string>> = { 'utc-timestamp': 'date-time', 'calendar-date': 'date' }

/** The form of instants that the API takes. */
const INSTANT_PATTERN = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$`

/**
 * An instant that is sent: a text whose form is said. Generated clients write `date-time` with `+00:00` in the place of `Z`,
 * which the API refuses.
 */
function withInstantPattern(schema: Json): Json {
  const { format, ...rest } = schema
  return format === 'date-time' ? { ...rest, pattern: INSTANT_PATTERN } : schema
}

/**
 * A schema of a body. What holds where a member is not sent is said in words: generated clients take a member with a default
 * for one that is always there.
 */
function asRequested(schema: Json): Json {
  if (!('default' in schema)) return withInstantPattern(schema)
  const { default: otherwise, ...rest } = withInstantPattern(schema)
  const words = `${JSON.stringify(otherwise)} when it is not sent.`
  return { ...rest, description: [rest['description'], words].filter(Boolean).join(' ') }
}

/** A schema of a response stands as it is. */
const asReturned = (schema: Json): Json => schema

/** The schema for readers; named ones move to the components and are referred to. */
function publicSchema(
  schema: TSchema,
  schemas: Map<string, Json>,
  finish: (schema: Json) => Json = asReturned,
  inline = false,
): Json {
  const name = (schema as { $id?: string }).$id
  if (name !== undefined && !inline) {
    if (!schemas.has(name)) {
      schemas.set(name, {})
      schemas.set(name, publicSchema(schema, schemas, finish, true))
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  return finish(rewrite(schema, (inner) => publicSchema(inner, schemas, finish)))
}

/** A schema that refers to nothing. */
function plain(schema: TSchema): Json {
  return rewrite(schema, plain)
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
