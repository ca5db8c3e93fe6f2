import { Type, type TObject, type TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'

/** Whether the same request can succeed when it is sent again. */
export const retryAdvice = {
  no: 'No: the same request will be refused again.',
  later: 'Yes, after the number of seconds given in `Retry-After`.',
  backoff: 'Yes, a few times with increasing delays and the same `Idempotency-Key`.',
} as const

/** What a client should do about a code, and what its `details` contain. */
interface ErrorAdvice {
  readonly next: string
  readonly retry: keyof typeof retryAdvice
  readonly details?: { readonly schema: TObject; readonly example: Readonly<Record<string, unknown>> }
}

const open = (properties: Record<string, TSchema>) => Type.Object(properties)
const field = Type.String({ description: 'The member, parameter or header that caused the error.' })
const fieldDetails = (example: string) => ({
  schema: open({ field: Type.Optional(field) }),
  example: { field: example },
})

const problem = open({
  loc: Type.Array(Type.Unsafe<string | number>({ type: ['string', 'integer'] }), {
    description: 'The path to the value; begins with `body`, `query`, `path` or `header`.',
  }),
  msg: Type.String({ description: 'Human-readable message; may be reworded.' }),
  type: Type.String({
    description: 'The kind of problem, such as `missing`, `unknown_field` or `wrong_format`.',
  }),
  input: Type.Optional(
    Type.Unsafe<unknown>({
      description: 'The refused value; omitted if it could be a secret or is longer than 200 characters.',
    }),
  ),
  ctx: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'Limits and allowed values.' }),
  ),
})

/** The advice for every code. The page of error codes and the error schemas are generated from it. */
export const errorAdvice: Readonly<Record<ErrorCode, ErrorAdvice>> = {
  INVALID_REQUEST: {
    next: 'Correct the value that `details.field` names; if `details.allowed` is present, send one of the values it lists.',
    retry: 'no',
    details: {
      schema: open({
        field: Type.Optional(field),
        allowed: Type.Optional(Type.Array(Type.String(), { description: 'Values that the field accepts.' })),
        unknown: Type.Optional(
          Type.Array(Type.String(), { description: 'Of several values, those that are not accepted.' }),
        ),
        errors: Type.Optional(
          Type.Array(problem, { description: 'Of a body, each problem, as for `VALIDATION_ERROR`.' }),
        ),
      }),
      example: { field: 'sort', allowed: ['performed_at', '-performed_at'] },
    },
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    next: 'Send an `Idempotency-Key` header with a new value for each record, and the same value with each retry.',
    retry: 'no',
  },
  UNAUTHORIZED: { next: 'Send a valid key, or ask an admin of the workspace for a new one.', retry: 'no' },
  API_ACCESS_TIER_REQUIRED: { next: 'Choose a plan that includes the API.', retry: 'no' },
  INSUFFICIENT_SCOPE: {
    next: 'Use a key with the scope given in `details.required_scope`.',
    retry: 'no',
    details: {
      schema: open({
        required_scope: Type.Optional(Type.String({ description: 'The scope that the request requires.' })),
      }),
      example: { required_scope: 'write' },
    },
  },
  ACCESS_ENDED: { next: 'Ask an admin to extend the access of the auditor.', retry: 'no' },
  FORBIDDEN: {
    next: 'Use the key of a person or service account whose role and sites permit it.',
    retry: 'no',
  },
  INSUFFICIENT_ROLE: { next: 'Use the key of an admin or a manager.', retry: 'no' },
  NOT_FOUND: {
    next: 'Check the ID and the path. Resources outside the sites of the key are reported as not found.',
    retry: 'no',
  },
  CERTIFICATE_UNAVAILABLE: {
    next: 'Fetch the record: `approval_status`, `status` and `is_starting_record` show why it has no certificate.',
    retry: 'no',
  },
  METHOD_NOT_ALLOWED: { next: 'Use one of the methods listed in the `Allow` header.', retry: 'no' },
  REQUEST_TIMEOUT: { next: 'Send the complete request without pauses.', retry: 'backoff' },
  CONFLICT: {
    next: 'Read the resource again. For a duplicate value, `details.field` names the field.',
    retry: 'no',
    details: fieldDetails('asset_tag'),
  },
  ASSET_RETIRED: { next: 'Leave the instrument as it is: retirement is final.', retry: 'no' },
  WEBHOOK_LIMIT_REACHED: {
    next: 'Delete an endpoint, or subscribe an existing endpoint to more event types.',
    retry: 'no',
    details: {
      schema: open({
        maximum: Type.Optional(Type.Integer({ description: 'Maximum number of endpoints per workspace.' })),
      }),
      example: { maximum: 20 },
    },
  },
  DELIVERY_CONFLICT: {
    next: 'Wait until the delivery has succeeded or is exhausted. If its endpoint is disabled, enable it: the delivery is sent then.',
    retry: 'no',
  },
  OBJECT_NOT_UPLOADED: {
    next: 'Upload the file to `upload_url`, then register it with the same key.',
    retry: 'no',
    details: fieldDetails('key'),
  },
  PRECONDITION_FAILED: {
    next: 'Read the resource again, apply the change to it, and send its new `ETag` in `If-Match`.',
    retry: 'no',
  },
  PAYLOAD_TOO_LARGE: {
    next: 'Send a smaller batch or file.',
    retry: 'no',
    details: {
      schema: open({
        max_size_bytes: Type.Optional(
          Type.Integer({ description: 'Size of the largest accepted body or file, in bytes.' }),
        ),
      }),
      example: { max_size_bytes: 26_214_400 },
    },
  },
  URI_TOO_LONG: { next: 'Send fewer or shorter filters.', retry: 'no' },
  UNSUPPORTED_MEDIA_TYPE: { next: 'Send the body uncompressed.', retry: 'no' },
  VALIDATION_ERROR: {
    next: 'Correct each value that `details.errors` lists.',
    retry: 'no',
    details: {
      schema: open({
        errors: Type.Optional(Type.Array(problem, { description: 'At most 100 problems.' })),
        truncated: Type.Optional(
          Type.Boolean({ description: 'True if there are more problems than are listed.' }),
        ),
      }),
      example: {
        errors: [{ loc: ['body', 'name'], msg: 'This field is required.', type: 'missing' }],
      },
    },
  },
  FIELD_REQUIREMENTS_UNMET: {
    next: 'Send the fields listed in `details.missing_fields`. `GET /standards/field-requirements` returns all requirements.',
    retry: 'no',
    details: {
      schema: open({
        missing_fields: Type.Optional(
          Type.Array(
            open({
              field: Type.String({ description: 'Name of the missing field.' }),
              required_by: Type.Array(Type.String(), {
                description:
                  'Labels of the standards that require the field; empty if every record requires it.',
              }),
            }),
            { description: 'Required fields that are missing from the record.' },
          ),
        ),
      }),
      example: { missing_fields: [{ field: 'temperature', required_by: ['ISO/IEC 17025:2017'] }] },
    },
  },
  PASS_OVER_TOLERANCE_REASON_REQUIRED: {
    next: 'Check the reading, nominal value and tolerance. If they are correct, explain in `out_of_tolerance_impact` why the result is a pass.',
    retry: 'no',
    details: fieldDetails('out_of_tolerance_impact'),
  },
  interval_change_reason_required: {
    next: 'Send `calibration_interval_change_reason`.',
    retry: 'no',
    details: fieldDetails('calibration_interval_change_reason'),
  },
  INVALID_WEBHOOK_URL: {
    next: 'Use an https URL with a public address; operators can allow other addresses.',
    retry: 'no',
    details: fieldDetails('url'),
  },
  FILTER_TOO_BROAD: {
    next: 'Add one of the filters that `details.narrow_with` lists.',
    retry: 'no',
    details: {
      schema: open({
        candidates: Type.Optional(
          Type.Integer({ description: 'Number of instruments that would have to be evaluated.' }),
        ),
        maximum: Type.Optional(
          Type.Integer({ description: 'Maximum number of instruments that can be evaluated.' }),
        ),
        narrow_with: Type.Optional(
          Type.Array(Type.String(), { description: 'Filters that reduce the number of candidates.' }),
        ),
      }),
      example: { candidates: 1_250_000, maximum: 1_000_000, narrow_with: ['status', 'site_id'] },
    },
  },
  RATE_LIMITED: { next: 'Wait, then spread requests over time or use batch operations.', retry: 'later' },
  HEADERS_TOO_LARGE: { next: 'Send fewer or shorter headers.', retry: 'no' },
  INTERNAL_ERROR: {
    next: 'If it happens again, report the `X-Request-Id` of the response to the operator.',
    retry: 'backoff',
  },
  REQUEST_IN_PROGRESS: { next: 'Send the same request again.', retry: 'later' },
  SERVICE_UNAVAILABLE: { next: 'Send the same request again.', retry: 'later' },
}
