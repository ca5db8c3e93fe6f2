import type { IncomingHttpHeaders } from 'node:http'
import { errors, type Dispatcher } from 'undici'
import { refusalSentence } from '@plumbline/contract'
import { versionText } from '../../../platform/version.ts'
import type { EndpointConnections, OpenedEndpoint } from './endpoint-connections.ts'
import { RESOLVE_TIMEOUT_MS } from './address-guard.ts'
import { ResponseTooLongError, INTERIM_RESPONSES_MAX } from './response-limits.ts'
import { TargetRefusedError } from './guarded-connector.ts'
import { interimFailure, statusFailure, timeoutFailure, transportFailure } from '../rules/delivery-failure.ts'
import { RESPONSE_BYTES_MAX, responseSnippet } from '../rules/response-snippet.ts'
import { readRetryAfterMs } from '../rules/retry-schedule.ts'

export interface DeliveryAttempt {
  readonly endpointId: string
  readonly url: string
  /** The headers of the event, including the signature; those required by HTTP itself are added here. */
  readonly headers: Readonly<Record<string, string>>
  /** Exactly the bytes that were signed. */
  readonly body: Buffer
  /** From resolving the name to the end of the response; defaults to 15 s. */
  readonly timeoutMs?: number
}

export interface AttemptOutcome {
  readonly outcome: 'succeeded' | 'failed'
  /** Null if no response arrived. */
  readonly statusCode: number | null
  /** One sentence without secrets; null if it succeeded. */
  readonly error: string | null
  readonly snippet: string | null
  /** The delay that a 429 or 503 requested. */
  readonly retryAfterMs: number | null
  /** Whether connecting, or the whole attempt, timed out. */
  readonly timedOut: boolean
}

export const DELIVERY_TIMEOUT_MS = 15_000

/**
 * Makes one attempt. Only a complete response with a status from 200 to 299 succeeds; redirects are treated like any
 * other response and open no connection. At most 16 interim responses are skipped and 64 KiB of the response read,
 * then the connection is closed; the status decides if it has arrived. Never rejects: any failure is an outcome.
 */
export async function sendDelivery(
  connections: EndpointConnections,
  attempt: DeliveryAttempt,
): Promise<AttemptOutcome> {
  const timeoutMs = attempt.timeoutMs ?? DELIVERY_TIMEOUT_MS
  const endsAt = performance.now() + timeoutMs
  const opened = await connections.open(
    attempt.endpointId,
    attempt.url,
    Math.min(timeoutMs, RESOLVE_TIMEOUT_MS),
  )
  if ('refused' in opened) return outcomeOf({ failure: refusalSentence(opened.refused) })
  try {
    return outcomeOf(await exchange(opened, attempt, { timeoutMs, leftMs: endsAt - performance.now() }))
  } finally {
    opened.release()
  }
}

/** The result of the exchange; `failure` is set if no complete response arrived. */
interface Exchange {
  readonly statusCode?: number | undefined
  readonly headers?: IncomingHttpHeaders | undefined
  readonly body?: Buffer
  readonly failure?: string
  readonly timedOut?: boolean
}

function outcomeOf({ statusCode, headers = {}, body, failure, timedOut = false }: Exchange): AttemptOutcome {
  const isSuccess = failure === undefined && statusCode !== undefined && statusCode >= 200 && statusCode < 300
  const asksForPatience = statusCode === 429 || statusCode === 503
  return {
    outcome: isSuccess ? 'succeeded' : 'failed',
    statusCode: statusCode ?? null,
    error: isSuccess ? null : (failure ?? statusFailure(statusCode ?? 0)),
    snippet: body === undefined || isCompressed(headers) ? null : responseSnippet(body),
    retryAfterMs: asksForPatience ? readRetryAfterMs(headers['retry-after'], Date.now()) : null,
    timedOut,
  }
}

/** A compressed response was not requested and is never decompressed; its bytes would be useless in a log. */
function isCompressed(headers: IncomingHttpHeaders): boolean {
  return (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity'
}

function exchange(
  endpoint: OpenedEndpoint,
  attempt: DeliveryAttempt,
  limit: { timeoutMs: number; leftMs: number },
): Promise<Exchange> {
  return new Promise((resolve) => {
    const reader = new ResponseReader((result) => {
      clearTimeout(timer)
      resolve(result)
    })
    const timer = setTimeout(() => {
      reader.cut({ failure: timeoutFailure(limit.timeoutMs), timedOut: true })
    }, limit.leftMs)
    endpoint.dispatcher.dispatch(
      {
        method: 'POST',
        path: endpoint.path,
        headers: {
          ...attempt.headers,
          'content-type': 'application/json',
          'accept-encoding': 'identity',
          'user-agent': `Plumbline-Webhooks/${versionText()}`,
        },
        body: attempt.body,
      },
      reader,
    )
  })
}

/** Interim responses that a server may send before the real one (RFC 9110, section 15.2; RFC 8297). */
const INTERIM_STATUSES: readonly number[] = [100, 102, 103]

/** Collects one response and settles exactly once; anything that arrives later is ignored and its connection closed. */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #settle: (result: Exchange) => void
  #controller: Dispatcher.DispatchController | undefined
  #isSettled = false
  #statusCode: number | undefined
  #headers: IncomingHttpHeaders | undefined
  readonly #chunks: Buffer[] = []
  #bytes = 0
  #interim = 0

  constructor(settle: (result: Exchange) => void) {
    this.#settle = settle
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // The connection took longer than the attempt may last: nothing more is written to it.
    if (this.#isSettled) this.#abort()
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (INTERIM_STATUSES.includes(statusCode)) {
      this.#interim += 1
      if (this.#interim > INTERIM_RESPONSES_MAX) this.cut({ failure: interimFailure(INTERIM_RESPONSES_MAX) })
      return
    }
    this.#statusCode = statusCode
    this.#headers = headers
    if (statusCode < 200) this.cut({})
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk.subarray(0, RESPONSE_BYTES_MAX - this.#bytes))
    this.#bytes += chunk.length
    if (this.#bytes >= RESPONSE_BYTES_MAX) this.cut({})
  }

  onResponseEnd(): void {
    this.#end({})
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    // As with a body that is too long: the status decides if it has arrived.
    if (error instanceof ResponseTooLongError && this.#statusCode !== undefined) return this.#end({})
    this.#end({ failure: sentenceOf(error), timedOut: 'code' in error && error.code === 'ETIMEDOUT' })
  }

  /** Ends the attempt before the response ends, and closes the connection. */
  cut(result: Exchange): void {
    this.#end(result)
    this.#abort()
  }

  #abort(): void {
    this.#controller?.abort(new Error('the attempt is over'))
  }

  #end(result: Exchange): void {
    if (this.#isSettled) return
    this.#isSettled = true
    const body = Buffer.concat(this.#chunks)
    this.#settle({ statusCode: this.#statusCode, headers: this.#headers, body, ...result })
  }
}

function sentenceOf(error: Error & { code?: unknown }): string {
  if (error instanceof TargetRefusedError) return error.message
  // The client's parser errors come without a code of their own.
  if (error instanceof errors.HTTPParserError) return transportFailure('HPE_INVALID')
  return transportFailure(typeof error.code === 'string' ? error.code : undefined)
}
