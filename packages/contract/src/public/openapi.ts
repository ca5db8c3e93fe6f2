import type { TSchema } from 'typebox'
import { commonErrors, type Operation, type Reply } from '../shared/operation.ts'
import { errorCodes, type ErrorCode } from '../shared/errors.ts'
import { errorExample } from './openapi-error-examples.ts'
import { errorSchemas } from './openapi-errors.ts'
import {
  commonHeaders,
  conditionalHeaders,
  failureHeaders,
  headerReferences,
  impliedErrors,
  notModified,
  successHeaders,
} from './openapi-responses.ts'
import { DocumentSchemas, plainSchema } from './openapi-schemas.ts'
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
  /** Bodies of requests by the names of their operations. */
  readonly requestExamples?: Readonly<Record<string, unknown>>
  /** The tag under which the requests to webhook endpoints are described; without it they are left out. */
  readonly webhooksTag?: string
  readonly securitySchemes: Readonly<Record<string, object>>
  /** Codes that every operation can give; those of the public API unless named. */
  readonly commonErrors?: readonly ErrorCode[]
  /** The envelope of error responses; those of the public API, one for each code, unless given. */
  readonly errorEnvelope?: TSchema
  /** The cause of a code, if it differs from the table of codes for the public API. */
  readonly when?: Readonly<Partial<Record<ErrorCode, string>>>
}

type Json = Record<string, unknown>

/**
 * Writes the OpenAPI 3.1 document of a table of operations: schemas by name, examples, every
 * error that an operation can give, security schemes and the rate-limit headers.
 */
export function openApiDocument(source: OpenApiSource): Json {
  const table = Object.values(source.operations)
  const schemas = new DocumentSchemas(table.flatMap(({ reply }) => reply.schema ?? []))
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
    source.webhooksTag && webhooksSection(source.webhooksTag, (schema) => schemas.returned(schema))
  const errors = source.errorEnvelope ? { Error: source.errorEnvelope } : errorSchemas()
  for (const [name, schema] of Object.entries(errors)) schemas.add(name, schema)
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
      schemas: schemas.byName(),
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
  schemas: DocumentSchemas,
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
      requestBody: requestBody(schemas.requested(operation.body), source.requestExamples?.[name]),
    }),
    responses: {
      [operation.reply.status]: success(operation, schemas),
      ...notModified(operation),
      ...failures(name, operation, source),
    },
  }
}

function requestBody(schema: Json, example: unknown): Json {
  const content = { schema, ...(example !== undefined && { example }) }
  return { required: true, content: { 'application/json': content } }
}

function parametersOf(schema: Operation['query'], location: 'path' | 'query' | 'header'): Json[] {
  const required = new Set<string>(schema?.required ?? [])
  return Object.entries<TSchema>(schema?.properties ?? {}).map(([name, property]) => {
    const { description, examples, ...rest } = plainSchema(property) as Json & {
      examples?: unknown[]
    }
    // A parameter with a default is one that the server fills in, not one that it asks for.
    const isRequired = location === 'path' || (required.has(name) && !('default' in rest))
    return {
      name: location === 'header' ? headerName(name) : name,
      in: location,
      required: isRequired,
      // An empty parameter counts as absent.
      ...(location === 'query' && !isRequired && { allowEmptyValue: true }),
      ...(description !== undefined && { description }),
      schema: rest,
      ...(examples?.[0] !== undefined && { example: examples[0] }),
    }
  })
}

function headerName(name: string): string {
  return name.replaceAll(/(^|-)\w/g, (letter) => letter.toUpperCase())
}

function success(operation: Operation, schemas: DocumentSchemas): Json {
  const { description, schema, example } = operation.reply
  const content = schema
    ? {
        'application/json': {
          schema: schemas.returned(schema),
          ...(example !== undefined && { example }),
        },
      }
    : filesOf(operation.reply)
  return {
    description,
    headers: { ...headerReferences(), ...successHeaders(operation.reply) },
    ...(content && { content }),
  }
}

/** The files that an operation can return, by content type, with an example of those that are text. */
function filesOf({ contentType, furtherContentTypes = [], fileExamples = {} }: Reply): Json | undefined {
  if (contentType === undefined) return undefined
  return Object.fromEntries(
    [contentType, ...furtherContentTypes].map((type) => [
      type,
      {
        schema: { type: 'string', format: 'binary' },
        ...(type in fileExamples && { example: fileExamples[type] }),
      },
    ]),
  )
}

/** One response for each status, with an example for each code that it can carry. */
function failures(name: string, operation: Operation, source: OpenApiSource): Json {
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
        ofStatus.map(({ code }) => ({
          code,
          when: source.when?.[code] ?? errorCodes[code].when,
          value: errorExample(name, operation, code, status),
        })),
      ),
    ]),
  )
}

/** INVALID_REQUEST is returned for requests that cannot be read (400) and for values that cannot be used (422). */
function statusesOf(code: ErrorCode): number[] {
  return code === 'INVALID_REQUEST' ? [400, 422] : [errorCodes[code].status]
}

/** A code that a response can carry, with its cause and the body of an example. */
interface FailureCode {
  readonly code: ErrorCode
  readonly when: string
  readonly value: Json
}

function failure(status: number, isByKey: boolean, codes: readonly FailureCode[]): Json {
  const examples = codes.map(({ code, when, value }) => [code, { summary: when, value }])
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
