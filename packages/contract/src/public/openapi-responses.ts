import type { ErrorCode } from '../shared/errors.ts'
import type { Operation } from '../shared/operation.ts'

type Json = Record<string, unknown>

/** Headers of every response, by name, for the components of a document. */
export const commonHeaders = {
  'X-RateLimit-Limit': { description: 'Requests that one window allows.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the present window.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Reset': { description: 'Seconds until the window ends.', schema: { type: 'integer' } },
  'X-Request-Id': { description: 'Leads to the request in the server log.', schema: { type: 'string' } },
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

/** What responses of a status have beyond the headers of every response. */
const headersByStatus: Readonly<Record<number, Json>> = {
  415: {
    'Accept-Encoding': {
      description: '`identity`: bodies are taken as they are.',
      schema: { type: 'string' },
    },
  },
  429: retryAfter,
  503: retryAfter,
}

/** Headers of an error response beyond those of every response. */
export function failureHeaders(status: number): Json {
  return headersByStatus[status] ?? {}
}

/** Codes that follow from the parts of an operation, beyond those that it lists. */
export function impliedErrors({ params, errors }: Operation): ErrorCode[] {
  return [
    // What can be too large is a body, and it may be compressed.
    ...(errors.includes('PAYLOAD_TOO_LARGE') ? (['UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    // Whatever stands in an address may be encoded wrongly.
    ...(params && !errors.includes('INVALID_REQUEST') ? (['INVALID_REQUEST'] as const) : []),
  ]
}
