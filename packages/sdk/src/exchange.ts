import type { ApiRequest } from './call.ts'
import {
  ApiError,
  ConnectionError,
  errorOf,
  PlumblineError,
  TimeoutError,
  UnexpectedResponseError,
  whatCame,
} from './errors.ts'
import type { Pace } from './pace.ts'
import { wait } from './wait.ts'

/** The function that sends requests: the platform's `fetch`, or one with the same behavior. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** How the requests of a client are sent. */
export interface Sending {
  readonly fetch: Fetch
  readonly headers: () => Promise<Record<string, string>>
  readonly timeoutMs: number
  readonly maxRetries: number
  readonly retryDelayMs: number
  readonly maxRetryDelayMs: number
  /** Slows requests down before the rate limit of the key is reached; undefined to disable. */
  readonly pace: Pace | undefined
  readonly onRequest: ((attempt: SentAttempt) => void) | undefined
  readonly onResponse: ((attempt: EndedAttempt) => unknown) | undefined
}

/** An attempt that is about to be sent, as passed to hooks. */
export interface SentAttempt {
  /** Name of the operation. */
  readonly operation: string
  readonly method: string
  readonly url: string
  /** 1 for the first attempt of a call. */
  readonly attempt: number
}

/** An attempt that has ended. */
export interface EndedAttempt extends SentAttempt {
  readonly tookMs: number
  /** HTTP status; undefined if no response was received. */
  readonly status: number | undefined
  /** `X-Request-Id` of the response. */
  readonly requestId: string | undefined
  /** Why it failed; undefined after a success. */
  readonly error: unknown
}

/** One request, ready to be sent any number of times. */
export interface OutgoingRequest extends ApiRequest {
  readonly operation: string
  /** Whether the success response is a file instead of JSON. */
  readonly returnsFile: boolean
  /** Whether it is safe to send again if it is unknown whether the server carried it out. */
  readonly isRepeatable: boolean
  readonly signal: AbortSignal | undefined
}

/** A success and what its headers say. */
export interface ApiResponse<Data> {
  readonly data: Data
  readonly status: number
  readonly headers: Headers
  /** `X-Request-Id`: identifies the request in the server log. */
  readonly requestId: string | undefined
  /** Version of the resource, if it has one: pass it as `ifMatch` with an update. */
  readonly etag: string | undefined
  /** Whether this is the stored response of an earlier request with the same Idempotency-Key. */
  readonly isReplayed: boolean
}

/**
 * Sends a request, retries it after failures that allow this, and returns the successful response.
 *
 * @throws ApiError, ConnectionError or TimeoutError of the last attempt, or the reason of the caller's signal
 */
export async function exchange(sending: Sending, request: OutgoingRequest): Promise<ApiResponse<unknown>> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await sending.pace?.turn(request.signal)
      return await watchedAttempt(sending, request, attempt + 1)
    } catch (error) {
      request.signal?.throwIfAborted()
      const delay = attempt < sending.maxRetries ? retryDelay(error, attempt, sending, request) : undefined
      if (delay === undefined) {
        if (error instanceof PlumblineError) error.idempotencyKey = request.headers['idempotency-key']
        throw error
      }
      await wait(delay, request.signal)
    }
  }
}

/** Milliseconds until the next attempt; undefined if there must be none. */
function retryDelay(
  error: unknown,
  attempt: number,
  sending: Sending,
  { isRepeatable }: OutgoingRequest,
): number | undefined {
  const isRefusal = error instanceof ApiError
  // Beyond the rate limit, nothing was carried out. After any other temporary failure, the outcome is
  // unknown.
  const wasRefusedUnread = isRefusal && error.status === 429
  const mayPass = isRefusal
    ? error.status >= 500
    : error instanceof ConnectionError && !(error instanceof UnexpectedResponseError)
  if (!wasRefusedUnread && !(mayPass && isRepeatable)) return undefined
  const retryAfterMs = isRefusal ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  if (retryAfterMs > sending.maxRetryDelayMs) return undefined
  const backoff = Math.min(sending.retryDelayMs * 2 ** attempt, sending.maxRetryDelayMs)
  // Half of the delay is random, so that clients that failed at the same time do not retry at the same time.
  return Math.max(
    retryAfterMs * (1 + Math.random() * RETRY_AFTER_SPREAD),
    backoff * (0.5 + Math.random() / 2),
  )
}

/** Maximum fraction by which a Retry-After is extended, for the same reason. */
const RETRY_AFTER_SPREAD = 0.1

/** An attempt that is reported to hooks. */
async function watchedAttempt(
  sending: Sending,
  request: OutgoingRequest,
  attempt: number,
): Promise<ApiResponse<unknown>> {
  const { operation, method, url } = request
  const sent = { operation, method, url, attempt }
  sending.onRequest?.(sent)
  const startedAt = performance.now()
  const end = (of: Pick<EndedAttempt, 'status' | 'requestId' | 'error'>) => {
    const ended = { ...sent, tookMs: performance.now() - startedAt, ...of }
    // A failing log must not hide that the server carried out a change, or prevent retries of a call.
    const report = async () => sending.onResponse?.(ended)
    report().catch(() => undefined)
  }
  let response: ApiResponse<unknown>
  try {
    response = await attemptOnce(sending, request)
  } catch (error) {
    const { status, requestId } = Object(error) as Partial<ApiError>
    end({ status, requestId, error })
    throw error
  }
  end({ status: response.status, requestId: response.requestId, error: undefined })
  return response
}

async function attemptOnce(sending: Sending, request: OutgoingRequest): Promise<ApiResponse<unknown>> {
  const { method, url, body } = request
  const limit = AbortSignal.timeout(sending.timeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit
  const headers = { ...(await sending.headers()), ...request.headers }
  const { fetch } = sending
  let response: Response
  let bytes: Uint8Array
  try {
    signal.throwIfAborted()
    // A redirect would send the key to another address; the API never redirects.
    response = await fetch(url, {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    })
    bytes = new Uint8Array(await response.arrayBuffer())
  } catch (cause) {
    if (limit.aborted) throw new TimeoutError(`No response within ${sending.timeoutMs} ms.`, { cause })
    throw new ConnectionError('The server could not be reached.', { cause })
  }
  sending.pace?.note(response.headers)
  if (!response.ok) throw refusalOf(response, bytes)
  return {
    data: dataOf(response, bytes, request),
    status: response.status,
    headers: response.headers,
    requestId: response.headers.get('x-request-id') ?? undefined,
    etag: response.headers.get('etag') ?? undefined,
    isReplayed: response.headers.get('idempotency-replayed') === 'true',
  }
}

const contentTypeOf = ({ headers }: Response): string | undefined => headers.get('content-type') ?? undefined

const isJson = (response: Response): boolean =>
  /^application\/json *(;|$)/i.test(contentTypeOf(response) ?? '')

/** A page, such as the sign-in of a proxy: none of the files of the API is one. */
const isPage = (response: Response): boolean => /html/i.test(contentTypeOf(response) ?? '')

function dataOf(response: Response, bytes: Uint8Array, { method, returnsFile }: OutgoingRequest): unknown {
  const { status } = response
  // Only what is deleted leaves nothing to return.
  if (status === 204 && method === 'DELETE') return undefined
  if (returnsFile && status !== 204 && !isPage(response)) return bytes
  if (returnsFile || !isJson(response))
    throw new UnexpectedResponseError(status, contentTypeOf(response), new TextDecoder().decode(bytes))
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new ConnectionError('The response is cut off.', { cause })
  }
}

function refusalOf(response: Response, bytes: Uint8Array): ApiError {
  const { status, headers } = response
  const text = new TextDecoder().decode(bytes)
  let said: { code?: unknown; message?: unknown; details?: unknown } = {}
  try {
    said = Object(isJson(response) ? JSON.parse(text) : undefined)
  } catch {
    // Proxies respond in their own format; only the status can be used.
  }
  return errorOf({
    code: typeof said.code === 'string' ? said.code : `HTTP_${status}`,
    message:
      typeof said.message === 'string'
        ? said.message
        : `The server returned ${whatCame(status, contentTypeOf(response), text)}`,
    details: said.details,
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
  })
}

/** Retry-After in seconds from now, sent as a number or as a date (RFC 9110, 10.2.3). */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
