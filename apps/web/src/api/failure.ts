import type { ErrorCode, ValidationProblem } from '@plumbline/contract'
import { loadRefusals, t, tIfKnown } from '../base/messages.ts'
import { reasonText, refusalText, type Reason } from '../base/refusals.ts'

/** A refusal by the server, or its being unreachable (`OFFLINE`), in the user's language. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: ErrorCode | 'OFFLINE'
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string | null

  constructor(
    status: number,
    code: ErrorCode | 'OFFLINE',
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    requestId: string | null = null,
  ) {
    super(message)
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    this.details = details
    this.requestId = requestId
  }
}

/** Returns whether a URL identifies nothing: no such object, or not a valid ID. */
export function isNotFound(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && (error.status === 404 || error.status === 422)
}

/** An entry of `details.missing_fields`. */
interface MissingField {
  field: string
  /** Labels of the standards that require it; empty if every record needs it. */
  required_by: string[]
}

/** A refused value with the reason given by the app API. */
type FieldProblem = ValidationProblem & { reason?: Reason }

/** Returns the problem of each field of a request body, by field name. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiFailure)) return {}
  const found: Record<string, string> = {}
  for (const { loc, msg, reason } of (error.details['errors'] ?? []) as FieldProblem[]) {
    const name = loc[0] === 'body' ? loc.slice(1).join('.') : loc.join('.')
    found[name] ??= (reason && reasonText(reason)) ?? msg
  }
  for (const { field, required_by: by } of (error.details['missing_fields'] ?? []) as MissingField[]) {
    found[field] ??=
      by.length === 0 ? t('failure.required') : t('failure.requiredBy', { standards: by.join(', ') })
  }
  const field = error.details['field']
  if (typeof field === 'string') found[field] ??= error.message
  return found
}

/** An error response of the app API. */
interface Envelope {
  code: ErrorCode
  message: string
  reason?: Reason
  details?: Record<string, unknown>
}

/** Returns the failure described by an error response. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const requestId = response.headers.get('x-request-id')
  try {
    const [envelope] = await Promise.all([response.json() as Promise<Envelope>, loadRefusals()])
    const details = envelope.details ?? {}
    return new ApiFailure(response.status, envelope.code, refusalText(envelope), details, requestId)
  } catch {
    // The response is from a proxy in front of the server, in a different format.
    return new ApiFailure(
      response.status,
      'INTERNAL_ERROR',
      tIfKnown('refusal.INTERNAL_ERROR') ?? t('failure.hint'),
      {},
      requestId,
    )
  }
}
