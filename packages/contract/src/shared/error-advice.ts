import { Type, type TObject, type TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'

/** Whether the same request can succeed when it is sent again. */
export const retryAdvice = {
  no: 'No: the same request is refused again.',
  later: 'Yes, after as many seconds as `Retry-After` says.',
  backoff: 'Yes, a few times and each time later, with the same `Idempotency-Key`.',
} as const

/** What a client does about a code, and what its `details` hold. */
interface ErrorAdvice {
  readonly next: string
  readonly retry: keyof typeof retryAdvice
  readonly details?: { readonly schema: TObject; readonly example: Readonly<Record<string, unknown>> }
}

const open = (properties: Record<string, TSchema>) => Type.Object(properties)
const field = Type.String({ description: 'The member, parameter or header that is at fault.' })
const fieldDetails = (example: string) => ({
  schema: open({ field: Type.Optional(field) }),
  example: { field: example },
})

const problem = open({
  loc: Type.Array(Type.Unsafe<string | number>({ type: ['string', 'integer'] }), {
    description: 'The way to the value; begins with `body`, `query`, `path` or `header`.',
  }),
  msg: Type.String({ description: 'For people; may be reworded.' }),
  type: Type.String({
    description: 'What is wrong, in one word: `missing`, `unknown_field`, `wrong_format`.',
  }),
  ctx: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'Limits and allowed words.' }),
  ),
})

/** The advice for every code; the page of codes and the schemas of errors are made from it. */
export const errorAdvice: Readonly<Record<ErrorCode, ErrorAdvice>> = {
  INVALID_REQUEST: {
    next: 'Correct what `details.field` names; where it lists `allowed` words, send one of them.',
    retry: 'no',
    details: {
      schema: open({
        field: Type.Optional(field),
        allowed: Type.Optional(Type.Array(Type.String(), { description: 'Words that the field takes.' })),
      }),
      example: { field: 'sort', allowed: ['performed_at', '-performed_at'] },
    },
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    next: 'Send the header `Idempotency-Key` with a new word for each record, and the same word with each retry.',
    retry: 'no',
  },
  UNAUTHORIZED: { next: 'Send a valid key, or ask an admin of the workspace for a new one.', retry: 'no' },
  API_ACCESS_TIER_REQUIRED: { next: 'Choose a plan that includes the API.', retry: 'no' },
  INSUFFICIENT_SCOPE: {
    next: 'Use a key with the scope that `details.required_scope` names.',
    retry: 'no',
    details: {
      schema: open({
        required_scope: Type.Optional(Type.String({ description: 'The scope that a key needs for it.' })),
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
    next: 'Check the id and the path. What lies outside the sites of the key is not there for it.',
    retry: 'no',
  },
  CERTIFICATE_UNAVAILABLE: {
    next: 'Fetch the record: `approval_status`, `status` and `is_starting_record` say why it has none.',
    retry: 'no',
  },
  METHOD_NOT_ALLOWED: { next: 'Use a method that the header `Allow` lists.', retry: 'no' },
  REQUEST_TIMEOUT: { next: 'Send the request at once and as a whole.', retry: 'backoff' },
  CONFLICT: {
    next: 'Read the resource again. A duplicate has its field in `details.field`.',
    retry: 'no',
    details: fieldDetails('asset_tag'),
  },
  ASSET_RETIRED: { next: 'Leave the instrument as it is: retirement is final.', retry: 'no' },
  WEBHOOK_LIMIT_REACHED: {
    next: 'Delete an endpoint, or have one endpoint take more types of events.',
    retry: 'no',
    details: {
      schema: open({
        maximum: Type.Optional(Type.Integer({ description: 'Endpoints that a workspace may have.' })),
      }),
      example: { maximum: 20 },
    },
  },
  DELIVERY_CONFLICT: { next: 'Wait until the delivery has succeeded or is exhausted.', retry: 'no' },
  OBJECT_NOT_UPLOADED: {
    next: 'Upload the file to `upload_url`, then register it with the same key.',
    retry: 'no',
    details: fieldDetails('key'),
  },
  PRECONDITION_FAILED: {
    next: 'Read the resource, apply the change to it, and send its new `ETag`.',
    retry: 'no',
  },
  PAYLOAD_TOO_LARGE: {
    next: 'Send less at once: a smaller batch or file.',
    retry: 'no',
    details: {
      schema: open({
        max_size_bytes: Type.Optional(
          Type.Integer({ description: 'Largest body or file that is taken, in bytes.' }),
        ),
      }),
      example: { max_size_bytes: 26_214_400 },
    },
  },
  URI_TOO_LONG: { next: 'Send fewer or shorter filters.', retry: 'no' },
  UNSUPPORTED_MEDIA_TYPE: { next: 'Send the body as it is, without compressing it.', retry: 'no' },
  VALIDATION_ERROR: {
    next: 'Correct each value that `details.errors` lists.',
    retry: 'no',
    details: {
      schema: open({
        errors: Type.Optional(Type.Array(problem, { description: 'At most 100.' })),
        truncated: Type.Optional(Type.Boolean({ description: 'True when there are more than these.' })),
      }),
      example: {
        errors: [{ loc: ['body', 'name'], msg: 'This field is required.', type: 'missing' }],
      },
    },
  },
  FIELD_REQUIREMENTS_UNMET: {
    next: 'Send the fields that `details.missing_fields` lists; `GET /standards/field-requirements` lists all.',
    retry: 'no',
    details: {
      schema: open({
        missing_fields: Type.Optional(
          Type.Array(
            open({
              field: Type.String({ description: 'The field of the record that is missing.' }),
              required_by: Type.Array(Type.String(), {
                description: 'Labels of the standards that require it; empty when every record needs it.',
              }),
            }),
            { description: 'Fields that the record lacks.' },
          ),
        ),
      }),
      example: { missing_fields: [{ field: 'temperature', required_by: ['ISO/IEC 17025:2017'] }] },
    },
  },
  PASS_OVER_TOLERANCE_REASON_REQUIRED: {
    next: 'Check reading, nominal value and tolerance; say in `out_of_tolerance_impact` why the result is a pass.',
    retry: 'no',
    details: fieldDetails('out_of_tolerance_impact'),
  },
  interval_change_reason_required: {
    next: 'Send `calibration_interval_change_reason`.',
    retry: 'no',
    details: fieldDetails('calibration_interval_change_reason'),
  },
  INVALID_WEBHOOK_URL: {
    next: 'Use an https address that is public; operators can allow others.',
    retry: 'no',
    details: fieldDetails('url'),
  },
  FILTER_TOO_BROAD: {
    next: 'Add one of the filters that `details.narrow_with` lists.',
    retry: 'no',
    details: {
      schema: open({
        candidates: Type.Optional(
          Type.Integer({ description: 'Instruments that would have to be looked at.' }),
        ),
        maximum: Type.Optional(Type.Integer({ description: 'Instruments that are looked at at most.' })),
        narrow_with: Type.Optional(
          Type.Array(Type.String(), { description: 'Filters that reduce their number.' }),
        ),
      }),
      example: { candidates: 1_250_000, maximum: 1_000_000, narrow_with: ['status', 'site_id'] },
    },
  },
  RATE_LIMITED: { next: 'Wait; spread requests, and send batches.', retry: 'later' },
  HEADERS_TOO_LARGE: { next: 'Send fewer or shorter headers.', retry: 'no' },
  INTERNAL_ERROR: {
    next: 'Report the `X-Request-Id` of the response to the operator if it happens again.',
    retry: 'backoff',
  },
  REQUEST_IN_PROGRESS: { next: 'Send the same request again.', retry: 'later' },
  SERVICE_UNAVAILABLE: { next: 'Send the same request again.', retry: 'later' },
}
