import { Type, type Static, type TObject, type TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'

/** The scope that a key must have to call an operation. */
export type Scope = 'read' | 'write'

/** The roles of people, from most to least powerful. */
export const roles = ['admin', 'manager', 'technician', 'auditor'] as const
export type Role = (typeof roles)[number]

/**
 * The contract of one API operation, used by routes, handler types, OpenAPI and the SDK. `roles` lists the
 * permitted roles; all others get `roleError`. Write operations never permit auditors.
 */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path below the base URL, with parameters in braces: `/instruments/{instrument_id}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly scope: Scope
  readonly roles?: readonly Role[]
  readonly roleError?: 'FORBIDDEN' | 'INSUFFICIENT_ROLE'
  readonly params?: TObject
  readonly query?: TObject
  /** Request headers that the operation reads, in lower case. */
  readonly headers?: TObject
  readonly body?: TSchema
  /** Error code for invalid values in the body: resources of documents and webhooks use INVALID_REQUEST. */
  readonly valueRuleError?: 'VALIDATION_ERROR' | 'INVALID_REQUEST'
  readonly reply: Reply
  /** Error codes of this operation in addition to those of every operation (see `commonErrors`). */
  readonly errors: readonly ErrorCode[]
}

/** The success response: JSON of a schema, a file, or nothing; 302 for a redirect to another page. */
export interface Reply {
  readonly status: 200 | 201 | 204 | 302
  readonly schema?: TSchema
  /**
   * Path of the created resource, with members of the response in braces: its URL is sent in the Location
   * header.
   */
  readonly location?: string
  readonly contentType?: string
  /** The beginning of a file, by content type; binary files have none. */
  readonly fileExamples?: Readonly<Record<string, string>>
  /** Other content types that a file can have, depending on the request. */
  readonly furtherContentTypes?: readonly string[]
  readonly description: string
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Whether the response contains something that only its caller may know, such as a signing secret or a
   * signed URL; such a response is never compressed.
   */
  readonly showsSecret?: true
  readonly example?: unknown
}

/** Error codes of all operations that require a key. */
export const commonErrors = [
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'API_ACCESS_TIER_REQUIRED',
  'ACCESS_ENDED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[]

/** The value described by a schema, or an empty object if the operation has none. */
type Shape<Schema> = Schema extends TSchema ? Static<Schema> : object

/** Path parameters of an operation, after validation. */
export type ParamsOf<Op extends Operation> = Shape<Op['params']>
/** Query parameters of an operation, after validation and defaults. */
export type QueryOf<Op extends Operation> = Shape<Op['query']>
/** Headers that an operation reads, after validation. */
export type HeadersOf<Op extends Operation> = Shape<Op['headers']>
/** Body of an operation, after validation and defaults. */
export type BodyOf<Op extends Operation> = Shape<Op['body']>

/** The value of a success response: the one described by its schema, the bytes of a file, or nothing. */
export type ReplyOf<Op extends Operation> = Op['reply'] extends {
  readonly schema: infer Schema extends TSchema
}
  ? Static<Schema>
  : Op['reply'] extends { readonly contentType: string }
    ? Uint8Array
    : undefined

/** Declares operations while preserving their literal types. */
export const defineOperations = <const Ops extends Record<string, Operation>>(operations: Ops): Ops =>
  operations

/** What a caller sends with an operation, and what it returns: the basis for the types of clients. */
export interface CallOf<Op extends Operation> {
  params: Op extends { params: object } ? ParamsOf<Op> : undefined
  query: Op extends { query: object } ? Defaulted<QueryOf<Op>> : undefined
  body: Op extends { body: object } ? BodyOf<Op> : undefined
  /** Request headers, in lower case. */
  headers: Op extends { headers: { properties: infer Names } } ? keyof Names : never
  reply: ReplyOf<Op>
}

/** Query parameters with a default value on the server. */
type FilledIn = 'limit' | 'offset' | 'within_days'

type Defaulted<Query> = Omit<Query, FilledIn> & Partial<Pick<Query, FilledIn & keyof Query>>

/** The header of single resources. An operation that names it returns an entity tag, and GET returns 304 for it. */
export const entityTagHeader = {
  ETag: 'Identifies the content of the response. Send it as If-None-Match to get 304 if nothing has changed.',
}

/** Whether responses of an operation have an entity tag. */
export function isTagged({ reply }: Operation): boolean {
  return reply.headers !== undefined && 'ETag' in reply.headers
}

/** The header of lists that clients keep a copy of. */
export const syncWatermarkHeader = {
  'Sync-Watermark':
    'Time of the last change covered by the response; every earlier change is covered too. Send it as the next `updated_since`.',
}

/** The header for updates that are refused if someone else has changed the resource in the meantime. */
export const ifMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'The `ETag` of the version that the change applies to. If it has changed in the meantime, the response is 412 PRECONDITION_FAILED.',
    }),
  ),
})
