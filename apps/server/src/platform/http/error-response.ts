import { because, errorCodes, refusalSentence, type ErrorCode, type RefusalReason } from '@plumbline/contract'
import { ApiError, PROBLEMS_LISTED_MAX, UnavailableError } from '../errors.ts'

/** Codes of Fastify and Node that indicate a client error, mapped to our codes. */
const FRAMEWORK_CODES: Readonly<Record<string, { code: ErrorCode; reason?: RefusalReason }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'PAYLOAD_TOO_LARGE' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'INVALID_REQUEST',
    reason: because('request.media_type'),
  },
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: { code: 'INVALID_REQUEST', reason: because('request.media_type') },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'INVALID_REQUEST',
    reason: because('request.content_length'),
  },
  FST_ERR_BAD_URL: { code: 'INVALID_REQUEST', reason: because('request.percent_encoding') },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'URI_TOO_LONG' },
  HPE_HEADER_OVERFLOW: { code: 'HEADERS_TOO_LARGE' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'REQUEST_TIMEOUT' },
}

/** Codes for all other client errors of the framework, by status. */
const FRAMEWORK_STATUSES: Readonly<Record<number, ErrorCode>> = {
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'URI_TOO_LONG',
  431: 'HEADERS_TOO_LARGE',
}

/** Seconds after which a client may retry if the database or the storage is unavailable. */
const UNAVAILABLE_RETRY_AFTER = '5'

/** Converts any thrown error into the refusal that the client gets. */
export function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof UnavailableError) {
    return new ApiError('SERVICE_UNAVAILABLE', {
      cause: error,
      headers: { 'retry-after': UNAVAILABLE_RETRY_AFTER },
    })
  }
  const framework = FRAMEWORK_CODES[codeOf(error)]
  if (framework) {
    return new ApiError(framework.code, {
      cause: error,
      ...(framework.reason && { reason: framework.reason }),
    })
  }
  return new ApiError(frameworkCode(error) ?? 'INTERNAL_ERROR', { cause: error })
}

/** A client error of the framework is never treated as a server fault, even if a later version adds new ones. */
function frameworkCode(error: unknown): ErrorCode | undefined {
  if (!codeOf(error).startsWith('FST_')) return undefined
  const { statusCode } = error as { statusCode?: unknown }
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return undefined
  return FRAMEWORK_STATUSES[statusCode] ?? 'INVALID_REQUEST'
}

/** For socket errors: a request that cannot be parsed at all is malformed. */
export function socketRefusalOf(error: unknown): ApiError {
  if (FRAMEWORK_CODES[codeOf(error)]) return refusalOf(error)
  return new ApiError('INVALID_REQUEST', { reason: because('request.not_http'), cause: error })
}

/** An error response; the reason is included only in responses of the app API. */
interface Envelope {
  readonly code: ErrorCode
  readonly message: string
  readonly reason?: RefusalReason
  readonly details?: Record<string, unknown>
}

/**
 * Returns the envelope of an error response (contract, "Errors").
 * @param withReasons whether the client is the app, which shows each reason in the person's language
 */
export function envelopeOf(refusal: ApiError, withReasons = false): Envelope {
  const { code, message, reason } = refusal
  const details = detailsOf(refusal, withReasons)
  return { code, message, ...(withReasons && reason && { reason }), ...(details && { details }) }
}

function detailsOf(
  { details, problems }: ApiError,
  withReasons: boolean,
): Record<string, unknown> | undefined {
  if (!problems) return details
  const errors = problems.slice(0, PROBLEMS_LISTED_MAX).map(({ reason, loc, type, ...more }) => ({
    loc,
    type,
    msg: refusalSentence(reason),
    ...more,
    ...(withReasons && { reason }),
  }))
  const isTruncated = problems.length > PROBLEMS_LISTED_MAX
  return { ...details, errors, ...(isTruncated && { truncated: true }) }
}

/** Whether the refusal is a server fault, to be logged with its cause. */
export function isFault(refusal: ApiError): boolean {
  if (refusal.isFault !== undefined) return refusal.isFault
  return refusal.status >= errorCodes.INTERNAL_ERROR.status && refusal.code !== 'REQUEST_IN_PROGRESS'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
