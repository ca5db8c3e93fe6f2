import { Type } from 'typebox'

/** One error code: its HTTP status, its default message, and the cause. */
interface ErrorCodeEntry {
  readonly status: number
  readonly message: string
  readonly when: string
}

/**
 * Every error code of the public API and the app API. Clients branch on the code; the message may be
 * reworded. Source: contract, "Errors"; codes that it does not define are our own.
 */
export const errorCodes = {
  INVALID_REQUEST: {
    status: 400,
    message: 'The request could not be read.',
    when: 'The request is malformed (400), or a value refers to something that cannot be used (422).',
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    message: 'Send an Idempotency-Key header with a string that is unique to this record.',
    when: 'A calibration was sent without an Idempotency-Key header.',
  },
  UNAUTHORIZED: {
    status: 401,
    message: 'Send a valid API key as "Authorization: Bearer <key>" or "X-API-Key: <key>".',
    when: 'The key is missing, unknown, revoked or expired, or its owner was deactivated.',
  },
  API_ACCESS_TIER_REQUIRED: {
    status: 403,
    message: 'The API is part of the Professional and Scale plans; this workspace is on another plan.',
    when: 'The workspace is on the Free or Starter plan.',
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    message: 'This key is read-only; the request requires a key with write scope.',
    when: 'A write was attempted with a read-only key.',
  },
  ACCESS_ENDED: {
    status: 403,
    message: 'The auditor access of the owner of this key has expired.',
    when: 'The owner is an auditor whose access end date has passed.',
  },
  FORBIDDEN: {
    status: 403,
    message: 'Your role does not permit this.',
    when: 'Valid credentials whose role or sites do not permit the action.',
  },
  INSUFFICIENT_ROLE: {
    status: 403,
    message: 'Only an admin or manager can manage webhooks.',
    when: 'The person attempting a webhook operation is neither an admin nor a manager.',
  },
  NOT_FOUND: {
    status: 404,
    message: 'The requested resource does not exist.',
    when: 'The resource or the path does not exist, or is outside the workspace or sites of the caller.',
  },
  CERTIFICATE_UNAVAILABLE: {
    status: 404,
    message: 'This calibration has no certificate.',
    when: 'The calibration exists but is not approved, or is voided, superseded or a starting record.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'This path does not support this method; the Allow header lists the supported methods.',
    when: 'The path exists but supports other methods.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    message: 'The request did not arrive in time.',
    when: 'The client sent its request too slowly.',
  },
  CONFLICT: {
    status: 409,
    message: 'The request conflicts with the current state of the resource.',
    when: 'A duplicate asset tag or serial number, or a state that does not allow the request.',
  },
  ASSET_RETIRED: {
    status: 409,
    message: 'This instrument is retired. Retirement is final, and the instrument can no longer be changed.',
    when: 'A write was attempted on a retired instrument.',
  },
  WEBHOOK_LIMIT_REACHED: {
    status: 409,
    message: 'This workspace has reached its limit of webhook endpoints; delete one first.',
    when: 'The workspace already has the maximum number of endpoints.',
  },
  DELIVERY_CONFLICT: {
    status: 409,
    message:
      'This delivery is still being attempted; it can be sent again once it has succeeded or is exhausted.',
    when: 'A resend was requested for a delivery that is not resolved yet.',
  },
  OBJECT_NOT_UPLOADED: {
    status: 409,
    message: 'No file has been uploaded under this key yet; upload it first, then register it.',
    when: 'A document was registered for a key that has no uploaded file.',
  },
  PRECONDITION_FAILED: {
    status: 412,
    message: 'The resource has changed since it was read; read it again and repeat the change.',
    when: 'If-Match does not name the current version.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: 'The request body is too large.',
    when: 'The JSON body is larger than 1 MiB, or the file exceeds the upload limit.',
  },
  URI_TOO_LONG: {
    status: 414,
    message: 'The request URL is too long.',
    when: 'A path parameter or the URL exceeds the length that the server accepts.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'Send the body without Content-Encoding.',
    when: 'The body has a Content-Encoding, such as gzip.',
  },
  VALIDATION_ERROR: {
    status: 422,
    message: 'One or more values are invalid; see details.errors.',
    when: 'Fields, parameters or headers failed validation.',
  },
  FIELD_REQUIREMENTS_UNMET: {
    status: 422,
    message:
      'Required fields are missing; details.missing_fields lists them, with the standards that require them.',
    when: 'A calibration lacks required fields.',
  },
  PASS_OVER_TOLERANCE_REASON_REQUIRED: {
    status: 422,
    message:
      'The final reading is out of tolerance; a pass requires a justification in out_of_tolerance_impact.',
    when: 'The result is PASS or PASS_WITH_ADJUSTMENT, but the final reading is out of tolerance and no justification is given.',
  },
  interval_change_reason_required: {
    status: 422,
    message: 'State the reason for the change of calibration interval in calibration_interval_change_reason.',
    when: 'The interval changes without a reason, and the deployment requires one.',
  },
  INVALID_WEBHOOK_URL: {
    status: 422,
    message: 'The webhook URL must use https and resolve to a public address.',
    when: 'The URL does not use https, or resolves to a private or internal address.',
  },
  FILTER_TOO_BROAD: {
    status: 422,
    message: 'This filter would have to be computed for too many instruments; narrow the list first.',
    when: 'A compliance_status or next_due_before filter has more candidates than the deployment allows.',
  },
  RATE_LIMITED: {
    status: 429,
    message: 'Too many requests; wait the number of seconds given in the Retry-After header.',
    when: 'The number of requests within one window exceeds the limit.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: 'The request headers are too large.',
    when: 'The headers exceed the size that the server accepts.',
  },
  INTERNAL_ERROR: {
    status: 500,
    message: 'An internal error occurred. Look up the request ID in the server log for the cause.',
    when: 'An unexpected server error.',
  },
  REQUEST_IN_PROGRESS: {
    status: 503,
    message: 'The first request with this Idempotency-Key is still being processed; retry in a second.',
    when: 'A retry arrived while the first request with the same key was running.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'The service cannot reach its database or storage; retry shortly.',
    when: 'The database or storage is unreachable.',
  },
} as const satisfies Record<string, ErrorCodeEntry>

/** A machine-readable error code. */
export type ErrorCode = keyof typeof errorCodes

/** One field that failed validation; `loc` begins with body, query, path or header. */
export interface ValidationProblem {
  loc: (string | number)[]
  msg: string
  type: string
  input?: unknown
  ctx?: Record<string, unknown>
}

/** The envelope of every error response. */
export const ErrorEnvelope = Type.Object(
  {
    code: Type.String({ description: 'Machine-readable error code. Branch on this.' }),
    message: Type.String({ description: 'Human-readable message; may be reworded.' }),
    details: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        description: 'Details that depend on the code; members may be added.',
      }),
    ),
  },
  { $id: 'Error', additionalProperties: false, description: 'Why a request was not carried out.' },
)
