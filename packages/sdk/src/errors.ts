import type { ErrorCode } from './contract-types.ts'

/**
 * Base class of all errors thrown by the client. A call that the caller aborts rejects with the reason of the
 * signal.
 */
export class PlumblineError extends Error {
  override readonly name: string = 'PlumblineError'
  /**
   * The Idempotency-Key of the call, if it has one. With it, the call can be repeated, even by another
   * process.
   */
  idempotencyKey: string | undefined
}

/**
 * No response was received, or it cannot be read; `cause` states why. The server may have carried out the
 * request.
 */
export class ConnectionError extends PlumblineError {
  override readonly name: string = 'ConnectionError'
}

/** No response was received within the time limit. The server may have carried out the request. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}

/**
 * The response is not what the operation returns, such as a page instead of JSON or a file: usually a proxy has
 * responded, or the URL is that of another server.
 */
export class UnexpectedResponseError extends ConnectionError {
  override readonly name = 'UnexpectedResponseError'
  /** HTTP status. */
  readonly status: number
  /** The header Content-Type. */
  readonly contentType: string | undefined

  constructor(status: number, contentType: string | undefined, text: string) {
    super(`The server returned ${whatCame(status, contentType, text)}`)
    this.status = status
    this.contentType = contentType
  }
}

/** Maximum number of characters of a response shown in a message. */
const SHOWN_MAX = 100

/** Describes the non-JSON response, for a message. */
export function whatCame(status: number, contentType: string | undefined, text: string): string {
  const shown = text.slice(0, SHOWN_MAX)
  return `status ${status} with ${contentType ?? 'no content type'}: ${shown === '' ? 'nothing' : shown}`
}

/** One field that failed validation; `loc` begins with body, query, path or header. */
export interface ValidationProblem {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
  readonly input?: unknown
  readonly ctx?: Readonly<Record<string, unknown>>
}

/** The members of `details` for codes that have details. */
export interface ErrorDetails {
  readonly VALIDATION_ERROR: { readonly errors: readonly ValidationProblem[] }
  readonly FIELD_REQUIREMENTS_UNMET: {
    readonly missing_fields: readonly { readonly field: string; readonly required_by: readonly string[] }[]
  }
  readonly PASS_OVER_TOLERANCE_REASON_REQUIRED: {
    readonly field: string
    /** For a record with points: the points that are out of tolerance, by their index in `measurements`. */
    readonly points?: readonly { readonly index: number; readonly [member: string]: unknown }[]
  }
  readonly interval_change_reason_required: { readonly field: string }
  readonly INSUFFICIENT_SCOPE: { readonly required_scope: string }
  readonly INVALID_WEBHOOK_URL: { readonly field: string }
  readonly WEBHOOK_LIMIT_REACHED: { readonly maximum: number }
  readonly FILTER_TOO_BROAD: {
    readonly candidates: number
    readonly maximum: number
    readonly narrow_with: readonly string[]
  }
}

/** The type of `details` of an error code. */
export type DetailsOf<Code extends string> = Code extends keyof ErrorDetails
  ? ErrorDetails[Code]
  : Readonly<Record<string, unknown>> | undefined

/** The error response of the server. */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly details?: unknown
  readonly status: number
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
}

/**
 * The server refused the request. Branch on `code`, or on the class. The message is for logs: it contains the
 * message of the server, the first problem in `details`, the code and the request ID. It may be reworded.
 */
export class ApiError<Code extends string = string> extends PlumblineError {
  override readonly name: string = 'ApiError'
  readonly code: Code
  /** Only the message of the server. */
  readonly reason: string
  /** HTTP status. */
  readonly status: number
  readonly details: DetailsOf<Code>
  /** `X-Request-Id` of the response: identifies the request in the server log. */
  readonly requestId: string | undefined
  /** Seconds from the Retry-After header, if the response has one. */
  readonly retryAfterSeconds: number | undefined

  constructor(refusal: Refusal) {
    super(messageOf(refusal))
    this.reason = refusal.message
    this.code = refusal.code as Code
    this.status = refusal.status
    this.details = refusal.details as DetailsOf<Code>
    this.requestId = refusal.requestId
    this.retryAfterSeconds = refusal.retryAfterSeconds
  }
}

function messageOf({ message, code, details, requestId }: Refusal): string {
  const fault = firstFault(details)
  const said = fault === undefined ? message : `${message} ${fault}`
  return `${said} [${code}${requestId === undefined ? '' : `, request ${requestId}`}]`
}

/** The first problem in `details`, or the field that it names. */
function firstFault(details: unknown): string | undefined {
  const { errors, missing_fields: missing, field } = Object(details) as Partial<Record<string, unknown>>
  const [error] = Array.isArray(errors) ? (errors as ValidationProblem[]) : []
  if (error) return `${error.loc.join('.')}: ${error.msg}`
  const [lacking] = Array.isArray(missing) ? (missing as { field: string }[]) : []
  if (lacking) return `${lacking.field} is missing.`
  return typeof field === 'string' ? `See ${field}.` : undefined
}

/** The request could not be read, or refers to something that cannot be used. */
export class InvalidRequestError extends ApiError<
  | 'INVALID_REQUEST'
  | 'IDEMPOTENCY_KEY_REQUIRED'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_TIMEOUT'
  | 'PAYLOAD_TOO_LARGE'
  | 'URI_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'HEADERS_TOO_LARGE'
> {
  override readonly name = 'InvalidRequestError'
}

/** The key is missing, unknown, revoked or expired. */
export class AuthenticationError extends ApiError<'UNAUTHORIZED'> {
  override readonly name = 'AuthenticationError'
}

/** The key is valid, but plan, scope, role or sites do not permit the request. */
export class PermissionError extends ApiError<
  'API_ACCESS_TIER_REQUIRED' | 'INSUFFICIENT_SCOPE' | 'ACCESS_ENDED' | 'FORBIDDEN' | 'INSUFFICIENT_ROLE'
> {
  override readonly name = 'PermissionError'
}

/** The resource does not exist or is not accessible with this key, or a calibration has no certificate. */
export class NotFoundError extends ApiError<'NOT_FOUND' | 'CERTIFICATE_UNAVAILABLE'> {
  override readonly name = 'NotFoundError'
}

/** The state of the resource does not allow the request. */
export class ConflictError extends ApiError<
  'CONFLICT' | 'ASSET_RETIRED' | 'WEBHOOK_LIMIT_REACHED' | 'DELIVERY_CONFLICT' | 'OBJECT_NOT_UPLOADED'
> {
  override readonly name = 'ConflictError'
}

/** The resource has changed since it was read: read it again and repeat the change. */
export class PreconditionFailedError extends ApiError<'PRECONDITION_FAILED'> {
  override readonly name = 'PreconditionFailedError'
}

/** One or more values are not valid; `details.errors` lists them. */
export class ValidationError extends ApiError<'VALIDATION_ERROR'> {
  override readonly name = 'ValidationError'
}

/** A rule of the workspace refuses the values; `code` identifies the rule. */
export class RuleError extends ApiError<
  | 'FIELD_REQUIREMENTS_UNMET'
  | 'PASS_OVER_TOLERANCE_REASON_REQUIRED'
  | 'interval_change_reason_required'
  | 'INVALID_WEBHOOK_URL'
  | 'FILTER_TOO_BROAD'
> {
  override readonly name = 'RuleError'
}

/** The rate limit was exceeded; `retryAfterSeconds` states how long to wait. */
export class RateLimitError extends ApiError<'RATE_LIMITED'> {
  override readonly name = 'RateLimitError'
}

/** The server failed, or cannot respond at the moment. */
export class ServerError extends ApiError<'INTERNAL_ERROR' | 'REQUEST_IN_PROGRESS' | 'SERVICE_UNAVAILABLE'> {
  override readonly name = 'ServerError'
}

/** The class of each error code. */
export const errorClasses = {
  INVALID_REQUEST: InvalidRequestError,
  IDEMPOTENCY_KEY_REQUIRED: InvalidRequestError,
  UNAUTHORIZED: AuthenticationError,
  API_ACCESS_TIER_REQUIRED: PermissionError,
  INSUFFICIENT_SCOPE: PermissionError,
  ACCESS_ENDED: PermissionError,
  FORBIDDEN: PermissionError,
  INSUFFICIENT_ROLE: PermissionError,
  NOT_FOUND: NotFoundError,
  CERTIFICATE_UNAVAILABLE: NotFoundError,
  METHOD_NOT_ALLOWED: InvalidRequestError,
  REQUEST_TIMEOUT: InvalidRequestError,
  CONFLICT: ConflictError,
  ASSET_RETIRED: ConflictError,
  WEBHOOK_LIMIT_REACHED: ConflictError,
  DELIVERY_CONFLICT: ConflictError,
  OBJECT_NOT_UPLOADED: ConflictError,
  PRECONDITION_FAILED: PreconditionFailedError,
  PAYLOAD_TOO_LARGE: InvalidRequestError,
  URI_TOO_LONG: InvalidRequestError,
  UNSUPPORTED_MEDIA_TYPE: InvalidRequestError,
  VALIDATION_ERROR: ValidationError,
  FIELD_REQUIREMENTS_UNMET: RuleError,
  PASS_OVER_TOLERANCE_REASON_REQUIRED: RuleError,
  interval_change_reason_required: RuleError,
  INVALID_WEBHOOK_URL: RuleError,
  FILTER_TOO_BROAD: RuleError,
  RATE_LIMITED: RateLimitError,
  HEADERS_TOO_LARGE: InvalidRequestError,
  INTERNAL_ERROR: ServerError,
  REQUEST_IN_PROGRESS: ServerError,
  SERVICE_UNAVAILABLE: ServerError,
} as const satisfies Record<ErrorCode, new (refusal: Refusal) => ApiError>

/** Returns whether an error has this code, and narrows the type of its `details`. */
export function hasCode<Code extends ErrorCode>(error: unknown, code: Code): error is ApiError<Code> {
  return error instanceof ApiError && error.code === code
}

/**
 * Creates the error for an error response: of the class for its code, or an ApiError for a code that this
 * version does not know.
 */
export function errorOf(refusal: Refusal): ApiError {
  const Class = Object.hasOwn(errorClasses, refusal.code) ? errorClasses[refusal.code as ErrorCode] : ApiError
  return new Class(refusal)
}
