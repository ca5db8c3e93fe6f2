import { errorCodes, type ErrorCode, type ValidationProblem } from '@plumbline/contract'

/** What an ApiError may say beyond its code. */
export interface ApiErrorOptions {
  /** Replaces the sentence of the code table. */
  message?: string
  /** Replaces the status of the code table: INVALID_REQUEST stands for 400 and 422. */
  status?: number
  /** Machine-readable particulars for the client. */
  details?: Record<string, unknown>
  /** Response headers, for example Retry-After. */
  headers?: Record<string, string>
  /** What really happened; logged with the request id and never sent. */
  cause?: unknown
}

/** A refusal that the client is told of: a code of the one table, a sentence, particulars. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown> | undefined
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? errorCodes[code].message, { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = options.status ?? errorCodes[code].status
    this.details = options.details
    this.headers = options.headers ?? {}
  }
}

/** 422 VALIDATION_ERROR with the list of problems. */
export function validationError(problems: ValidationProblem[]): ApiError {
  return new ApiError('VALIDATION_ERROR', { details: { errors: problems } })
}

/** 422 VALIDATION_ERROR for one member of the body. */
export function invalidField(field: string, msg: string, type = 'value_error'): ApiError {
  return validationError([{ loc: ['body', field], msg, type }])
}

/** 422 INVALID_REQUEST naming the field or parameter that cannot be used. */
export function unusableValue(
  field: string,
  message: string,
  details: Record<string, unknown> = {},
): ApiError {
  return new ApiError('INVALID_REQUEST', { status: 422, message, details: { field, ...details } })
}

/** 404 NOT_FOUND: the same answer for what is foreign and for what does not exist. */
export function notFound(): ApiError {
  return new ApiError('NOT_FOUND')
}

/** The database or the storage cannot be reached; becomes 503 SERVICE_UNAVAILABLE. */
export class UnavailableError extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what} cannot be reached`, { cause })
    this.name = 'UnavailableError'
  }
}
