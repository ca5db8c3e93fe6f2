import type { ErrorCode } from '../shared/errors.ts'
import { isTagged, type Operation } from '../shared/operation.ts'

type Json = Record<string, unknown>

/** Headers of every response, by name, for the components of a document. */
export const commonHeaders = {
  'X-RateLimit-Limit': { description: 'Number of requests allowed per window.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': {
    description: 'Number of requests left in the current window.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Reset': { description: 'Seconds until the window ends.', schema: { type: 'integer' } },
  'Cache-Control': {
    description: '`private, no-store`: caches must not store the response.',
    schema: { type: 'string' },
  },
  'X-Request-Id': { description: 'Identifies the request in the server log.', schema: { type: 'string' } },
}

/** References to the headers of every response. */
export function headerReferences(): Json {
  return Object.fromEntries(
    Object.keys(commonHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } },
}

/** Headers of responses by status, in addition to those of every response. */
const headersByStatus: Readonly<Record<number, Json>> = {
  415: {
    'Accept-Encoding': {
      description: '`identity`: request bodies must be uncompressed.',
      schema: { type: 'string' },
    },
  },
  429: retryAfter,
  503: retryAfter,
}

const challenge = {
  'WWW-Authenticate': { description: '`Bearer`: an API key is required.', schema: { type: 'string' } },
}

/**
 * Returns the headers of an error response in addition to those of every response.
 * @param isByKey whether callers authenticate with a key, so that 401 has the header `WWW-Authenticate`
 */
export function failureHeaders(status: number, isByKey: boolean): Json {
  return { ...headersByStatus[status], ...(isByKey && status === 401 && challenge) }
}

/** Returns the headers of a success response in addition to those of every response. */
export function successHeaders({ headers, location }: Operation['reply']): Json {
  const described = {
    ...headers,
    ...(location !== undefined && { Location: 'Path of the created resource.' }),
  }
  return Object.fromEntries(
    Object.entries(described).map(([name, text]) => [
      name,
      { description: text, schema: { type: 'string' } },
    ]),
  )
}

/** The 304 response for a client that already has the current version, if the operation supports it. */
export function notModified(operation: Operation): Json {
  if (operation.method !== 'GET' || !isTagged(operation)) return {}
  return {
    304: {
      description: 'The `If-None-Match` header matches the current version. There is no body.',
      headers: {
        ...headerReferences(),
        ETag: { description: 'The matching tag.', schema: { type: 'string' } },
      },
    },
  }
}

/** Headers that requests of an operation can have in addition to those that it declares. */
export function conditionalHeaders(operation: Operation): Json[] {
  if (operation.method !== 'GET' || !isTagged(operation)) return []
  return [
    {
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description:
        'The `ETag` of an earlier response. If nothing has changed, the response is 304 without a body.',
      schema: { type: 'string' },
    },
  ]
}

/** Returns the codes that follow from the parts of an operation, in addition to those that it lists. */
export function impliedErrors({ params, errors }: Operation): ErrorCode[] {
  return [
    // Only a body can be too large, and a body can be compressed.
    ...(errors.includes('PAYLOAD_TOO_LARGE') ? (['UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    // Any part of a URL can be encoded incorrectly.
    ...(params && !errors.includes('INVALID_REQUEST') ? (['INVALID_REQUEST'] as const) : []),
  ]
}
