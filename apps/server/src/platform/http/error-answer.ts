import { errorCodes, type ErrorCode } from '@plumbline/contract'
import { ApiError, UnavailableError } from '../errors.ts'

/** Codes of Fastify and Node that say what the client did wrong, in our own codes. */
const FRAMEWORK_CODES: Readonly<Record<string, { code: ErrorCode; message?: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'PAYLOAD_TOO_LARGE' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'INVALID_REQUEST',
    message: 'Send the body as JSON with the header Content-Type: application/json.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'INVALID_REQUEST',
    message: 'The body is not as long as the header Content-Length says.',
  },
  FST_ERR_BAD_URL: { code: 'INVALID_REQUEST', message: 'The address holds an invalid percent-encoding.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'URI_TOO_LONG' },
  HPE_HEADER_OVERFLOW: { code: 'HEADERS_TOO_LARGE' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'REQUEST_TIMEOUT' },
}

/** Seconds after which a client may try again when the database or the storage is away. */
const UNAVAILABLE_RETRY_AFTER = '5'

/** Turns whatever was thrown into the refusal that the client is told. */
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
      ...(framework.message && { message: framework.message }),
    })
  }
  return new ApiError('INTERNAL_ERROR', { cause: error })
}

/** For socket errors: what the parser could not read at all is a malformed request. */
export function socketRefusalOf(error: unknown): ApiError {
  if (FRAMEWORK_CODES[codeOf(error)]) return refusalOf(error)
  return new ApiError('INVALID_REQUEST', { message: 'This is not a request that HTTP allows.', cause: error })
}

/** The envelope of an error answer (contract, "Errors"). */
export function envelopeOf(refusal: ApiError): { code: ErrorCode; message: string; details?: object } {
  const { code, message, details } = refusal
  return { code, message, ...(details && { details }) }
}

/** Whether the refusal is a fault of ours, to be logged with its cause. */
export function isFault(refusal: ApiError): boolean {
  return refusal.status >= errorCodes.INTERNAL_ERROR.status && refusal.code !== 'REQUEST_IN_PROGRESS'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
