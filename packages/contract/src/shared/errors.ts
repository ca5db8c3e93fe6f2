import { Type } from 'typebox'

/** What one error code means on the wire: HTTP status, default sentence, and when it is given. */
interface ErrorCodeEntry {
  readonly status: number
  readonly message: string
  readonly when: string
}

/**
 * Every error code of the public API and the app API. Clients branch on the code; the sentence
 * may be reworded. Sources: contract, "Errors"; the rows that it leaves open are our own.
 */
export const errorCodes = {
  INVALID_REQUEST: {
    status: 400,
    message: 'The request could not be read.',
    when: 'A malformed request (400), or a value that names something unusable (422).',
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    message: 'Send the header Idempotency-Key with any string that is unique to this record.',
    when: 'A calibration was sent without the header Idempotency-Key.',
  },
  UNAUTHORIZED: {
    status: 401,
    message: 'Send a valid API key as "Authorization: Bearer <key>" or "X-API-Key: <key>".',
    when: 'No key, or one that is unknown, revoked, expired, or whose owner was deactivated.',
  },
  API_ACCESS_TIER_REQUIRED: {
    status: 403,
    message: 'The API is part of the Professional and Scale plans; this workspace is on another plan.',
    when: 'The workspace is on the Free or Starter plan.',
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    message: 'This key may only read; the request needs a key with write scope.',
    when: 'A read-only key attempted a write.',
  },
  ACCESS_ENDED: {
    status: 403,
    message: 'The auditor access of the owner of this key has ended.',
    when: 'The owner is an auditor whose access end date has passed.',
  },
  FORBIDDEN: {
    status: 403,
    message: 'The role of the acting person does not permit this.',
    when: 'Valid credentials whose role or sites do not permit the action.',
  },
  INSUFFICIENT_ROLE: {
    status: 403,
    message: 'Webhooks are managed by an admin or a manager.',
    when: 'A webhook operation by a person who is neither admin nor manager.',
  },
  NOT_FOUND: {
    status: 404,
    message: 'There is nothing here under this address.',
    when: 'The resource or the path does not exist, or lies outside the workspace or sites of the caller.',
  },
  CERTIFICATE_UNAVAILABLE: {
    status: 404,
    message: 'This calibration has no certificate.',
    when: 'The calibration exists, but is not approved, or is voided, superseded or a starting record.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'This path does not support the method; the header Allow lists those it does.',
    when: 'The path exists under another method.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    message: 'The request did not arrive in time.',
    when: 'The client sent its request too slowly.',
  },
  CONFLICT: {
    status: 409,
    message: 'The request conflicts with the present state of the resource.',
    when: 'A duplicate asset tag or serial number, or a state that does not allow the request.',
  },
  ASSET_RETIRED: {
    status: 409,
    message: 'This instrument is retired; retirement is final and its register entry is closed to changes.',
    when: 'A write on a retired instrument.',
  },
  WEBHOOK_LIMIT_REACHED: {
    status: 409,
    message: 'This workspace has as many webhook endpoints as it may; delete one first.',
    when: 'The workspace already has the maximum number of endpoints.',
  },
  DELIVERY_CONFLICT: {
    status: 409,
    message:
      'This delivery is still being attempted; it can be sent again once it has succeeded or is exhausted.',
    when: 'A delivery that is not resolved yet was to be sent again.',
  },
  OBJECT_NOT_UPLOADED: {
    status: 409,
    message: 'No file has been uploaded under this key yet; upload it first, then register it.',
    when: 'A document was registered for a key whose file is not there.',
  },
  PRECONDITION_FAILED: {
    status: 412,
    message: 'The resource has changed since it was read; read it again and repeat the change.',
    when: 'If-Match names another version than the present one.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: 'The request body is too large.',
    when: 'A JSON body over 1 MiB, or a file over the upload limit.',
  },
  URI_TOO_LONG: {
    status: 414,
    message: 'The address of the request is too long.',
    when: 'A path parameter or address beyond what the server reads.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'Send the body without a Content-Encoding.',
    when: 'The body has a Content-Encoding, such as gzip.',
  },
  VALIDATION_ERROR: {
    status: 422,
    message: 'One or more values are not valid; details.errors lists each of them.',
    when: 'Fields, parameters or headers failed validation.',
  },
  FIELD_REQUIREMENTS_UNMET: {
    status: 422,
    message: 'Fields that the selected standards require are missing; details.missing_fields lists them.',
    when: 'A calibration lacks required fields.',
  },
  PASS_OVER_TOLERANCE_REASON_REQUIRED: {
    status: 422,
    message:
      'The final reading lies outside the tolerance; a pass needs a justification in out_of_tolerance_impact.',
    when: 'PASS or PASS_WITH_ADJUSTMENT outside tolerance without a justification.',
  },
  interval_change_reason_required: {
    status: 422,
    message: 'Say in calibration_interval_change_reason why the calibration interval changes.',
    when: 'The interval changes without a reason while the deployment asks for one.',
  },
  INVALID_WEBHOOK_URL: {
    status: 422,
    message: 'The url of a webhook must be https and lead to a public address.',
    when: 'The url is not https, or leads to a private or internal address.',
  },
  FILTER_TOO_BROAD: {
    status: 422,
    message: 'Too many instruments are left to compute this filter over; narrow the list first.',
    when: 'compliance_status or next_due_before over more candidates than the deployment allows.',
  },
  RATE_LIMITED: {
    status: 429,
    message: 'Too many requests; wait as many seconds as the header Retry-After says.',
    when: 'More requests than the limit within one window.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    message: 'The request headers are too large.',
    when: 'Header lines beyond what the server reads.',
  },
  INTERNAL_ERROR: {
    status: 500,
    message: 'Something went wrong on our side; the request id leads to the cause in the server log.',
    when: 'An unexpected server error.',
  },
  REQUEST_IN_PROGRESS: {
    status: 503,
    message: 'The first request with this Idempotency-Key is still being processed; retry in a second.',
    when: 'A retry arrived while the first request with the same key was running.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'The service cannot reach its database or its storage; retry shortly.',
    when: 'Database or storage unreachable.',
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

/** The one envelope of every error response. */
export const ErrorEnvelope = Type.Object(
  {
    code: Type.String({ description: 'Machine-readable; branch on it.' }),
    message: Type.String({ description: 'For people; may be reworded.' }),
    details: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        description: 'What is at fault, by the code; more members may come.',
      }),
    ),
  },
  { $id: 'Error', additionalProperties: false, description: 'Why a request was not carried out.' },
)
