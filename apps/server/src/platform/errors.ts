import {
  errorCodes,
  refusalSentence,
  type ErrorCode,
  type ItemRefusal,
  type RefusalReason,
  type ValidationProblem,
} from '@plumbline/contract'

/** A problem with one value; its message is the sentence of the reason. */
export type FieldProblem = Omit<ValidationProblem, 'msg'> & { readonly reason: RefusalReason }

/** Maximum number of problems in a refusal (decisions, section 3); it states whether there are more. */
export const PROBLEMS_LISTED_MAX = 100

/** Details of an ApiError in addition to its code. */
export interface ApiErrorOptions {
  /** More specific than the code; its sentence replaces that of the code table. */
  reason?: RefusalReason
  /** Replaces the status of the code table: INVALID_REQUEST is used for 400 and 422. */
  status?: number
  /** Machine-readable details for the client. */
  details?: Record<string, unknown>
  /** Problems with single values; returned as `details.errors`. */
  problems?: readonly FieldProblem[]
  /** Response headers, for example Retry-After. */
  headers?: Record<string, string>
  /** The underlying error; logged with the request ID and never sent. */
  cause?: unknown
  /** Whether the deployment is at fault, so that it is logged as an error; by default, that follows from the status. */
  isFault?: boolean
}

/** A refusal that the client gets: an error code, a sentence, and details. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly reason: RefusalReason | undefined
  readonly details: Record<string, unknown> | undefined
  readonly problems: readonly FieldProblem[] | undefined
  readonly headers: Record<string, string>
  readonly isFault: boolean | undefined

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.reason ? refusalSentence(options.reason) : errorCodes[code].message, {
      cause: options.cause,
    })
    this.name = 'ApiError'
    this.code = code
    this.status = options.status ?? errorCodes[code].status
    this.reason = options.reason
    this.details = options.details
    this.problems = options.problems
    this.headers = options.headers ?? {}
    this.isFault = options.isFault
  }
}

/** 422 VALIDATION_ERROR with the list of problems. */
export function validationError(problems: readonly FieldProblem[]): ApiError {
  return new ApiError('VALIDATION_ERROR', { problems })
}

/** A problem with a member of a body, by its path. */
export interface MemberIssue {
  readonly path: readonly (string | number)[]
  readonly type: string
  readonly reason: RefusalReason
}

/** 422 VALIDATION_ERROR that names each member of the body with an issue. */
export function issuesRefusal(issues: readonly MemberIssue[]): ApiError {
  return validationError(issues.map(({ path, type, reason }) => ({ loc: ['body', ...path], type, reason })))
}

/** 422 VALIDATION_ERROR for one member of the body. */
export function invalidField(field: string, reason: RefusalReason, type = 'value_error'): ApiError {
  return validationError([{ loc: ['body', field], type, reason }])
}

/** 422 INVALID_REQUEST naming the field or parameter that cannot be used. */
export function unusableValue(
  field: string,
  reason: RefusalReason,
  details: Record<string, unknown> = {},
): ApiError {
  return new ApiError('INVALID_REQUEST', { status: 422, reason, details: { field, ...details } })
}

/** 404 NOT_FOUND: the same response for what does not exist and for what the caller may not see. */
export function notFound(): ApiError {
  return new ApiError('NOT_FOUND')
}

/** The database or the storage is unavailable. Results in 503 SERVICE_UNAVAILABLE. */
export class UnavailableError extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what} cannot be reached`, { cause })
    this.name = 'UnavailableError'
  }
}

/** Returns the refusal of one of several items, with its reason by key. */
export function itemRefusal({ code, message, reason }: ApiError): ItemRefusal {
  return { code, message, ...(reason && { reason: { key: reason.key, values: { ...reason.values } } }) }
}
