import { requestOf, type AnyInput, type CallInput } from './call.ts'
import type { Operations } from './contract-types.ts'
import {
  exchange,
  type ApiResponse,
  type EndedAttempt,
  type Fetch,
  type SentAttempt,
  type Sending,
} from './exchange.ts'
import { Pace } from './pace.ts'
import { itemsOf, pagesOf, type PageLike, type RowOf } from './pages.ts'
import { VERSION } from './version.ts'
import {
  batchOperations,
  fileOperations,
  keyedOperations,
  repeatableWrites,
  routes,
  type OperationName,
} from './routes.ts'

/** Location of the API, and how to call it. */
export interface ClientOptions {
  /**
   * URL of the server, with or without `/api/public/v1` at the end. It must begin with https://; http:// is
   * allowed only for a server on the same machine.
   */
  readonly baseUrl: string
  /**
   * Accepts http:// for any address, for use when something else protects the key in transit; false by
   * default.
   */
  readonly allowHttp?: boolean | undefined
  /** The key, or a function that returns the current one. Omit it if a proxy adds it. */
  readonly apiKey?: string | (() => string | Promise<string>) | undefined
  /** The function that sends requests; the platform's `fetch` by default. */
  readonly fetch?: Fetch | undefined
  /** Time limit for one attempt in milliseconds; 60,000 by default. */
  readonly timeoutMs?: number | undefined
  /** Number of retries; 4 by default, 0 for none. */
  readonly maxRetries?: number | undefined
  /** Delay before the first retry in milliseconds, doubled with each retry; 500 by default. */
  readonly retryDelayMs?: number | undefined
  /**
   * Longest delay before a retry in milliseconds; 60,000 by default. A longer Retry-After ends the call with
   * its error.
   */
  readonly maxRetryDelayMs?: number | undefined
  /** Whether to spread out requests when little of the key's rate limit is left; true by default. */
  readonly slowsDown?: boolean | undefined
  /** Called before each attempt, for logging. If it throws, the call ends. */
  readonly onRequest?: ((attempt: SentAttempt) => void) | undefined
  /**
   * Called after each attempt has ended, with its status, duration and request ID. Errors that it throws are
   * ignored.
   */
  readonly onResponse?: ((attempt: EndedAttempt) => unknown) | undefined
  /** Additional headers for every request, for example for a proxy. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Options of a single call, in addition to its input. */
export interface CallOptions {
  /** Cancels the call, including its retries, with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
  readonly maxRetries?: number | undefined
}

/** The data of a response; `withResponse` also returns its headers. */
export interface Reply<Data> extends Promise<Data> {
  /** The data with status, ETag and request ID. */
  withResponse(): Promise<ApiResponse<Data>>
}

/** Bodies of batches; a key is generated for each item that has none. */
type SentBody<Body> = Body extends { items: (infer Item extends { idempotency_key: string })[] }
  ? { items: (Omit<Item, 'idempotency_key'> & { idempotency_key?: string })[] }
  : Body

/** The input of an operation. */
export type InputOf<Name extends OperationName> = CallInput<
  Omit<Operations[Name], 'body'> & { body: SentBody<Operations[Name]['body']> }
>

type Call<Name extends OperationName, Returned> =
  Partial<InputOf<Name>> extends InputOf<Name>
    ? (input?: InputOf<Name>, options?: CallOptions) => Returned
    : (input: InputOf<Name>, options?: CallOptions) => Returned

/**
 * An operation as a function. Lists have two additional functions: `items` iterates over all rows, `pages`
 * over all pages.
 */
export type Method<Name extends OperationName> = Call<Name, Reply<Operations[Name]['reply']>> &
  (Operations[Name]['reply'] extends PageLike
    ? {
        /** Every row of the list; pages are fetched as needed. */
        readonly items: Call<Name, AsyncGenerator<RowOf<Operations[Name]['reply']>, void>>
        /** Every page of the list. */
        readonly pages: Call<Name, AsyncGenerator<Operations[Name]['reply'], void>>
      }
    : unknown)

/** All operations of the public API by name. */
export type Client = { readonly [Name in keyof Operations]: Method<Name> }

const PREFIX = '/api/public/v1'

/**
 * Creates a client for the public API.
 *
 * @throws TypeError if the URL is neither https, nor http that is on this machine or allowed
 */
export function createClient(options: ClientOptions): Client {
  const base = baseOf(options.baseUrl, options.allowHttp ?? false)
  const sending = sendingOf(options)
  const methods = Object.keys(routes).map((name) => [name, methodOf(name as OperationName, base, sending)])
  return Object.fromEntries(methods) as Client
}

/** Names and addresses of the local machine; the last one is IPv6 as `URL` writes it. */
const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

function baseOf(baseUrl: string, allowHttp: boolean): string {
  const { protocol, origin, pathname, hostname } = new URL(baseUrl)
  const mayBeHttp = allowHttp || LOOPBACK.test(hostname)
  // The key and all records would be sent unencrypted.
  if (protocol !== 'https:' && !(protocol === 'http:' && mayBeHttp))
    throw new TypeError('baseUrl must begin with https://, or allowHttp must be set.')
  const path = pathname.replace(/\/+$/, '')
  return origin + (path.endsWith(PREFIX) ? path : path + PREFIX)
}

/** Browsers do not allow pages to set this header, and trying to do so costs a preflight request. */
function userAgent(): Record<string, string> {
  const isBrowser = 'document' in globalThis || 'WorkerGlobalScope' in globalThis
  return isBrowser ? {} : { 'user-agent': `plumbline-sdk/${VERSION}` }
}

function sendingOf(options: ClientOptions): Sending {
  const { apiKey } = options
  // In the same letter case as our headers, so that a custom header replaces ours instead of being added to
  // it.
  const own = Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
  const always = { accept: 'application/json', ...userAgent(), ...Object.fromEntries(own) }
  return {
    // Called without a receiver: browsers reject a fetch whose `this` is not the window.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    headers: async () => {
      const key = typeof apiKey === 'function' ? await apiKey() : apiKey
      return { ...always, ...(key && { authorization: `Bearer ${key}` }) }
    },
    timeoutMs: options.timeoutMs ?? 60_000,
    maxRetries: options.maxRetries ?? 4,
    retryDelayMs: options.retryDelayMs ?? 500,
    maxRetryDelayMs: options.maxRetryDelayMs ?? 60_000,
    pace: (options.slowsDown ?? true) ? new Pace() : undefined,
    onRequest: options.onRequest,
    onResponse: options.onResponse,
  }
}

function methodOf(name: OperationName, base: string, sending: Sending) {
  const call = (input: AnyInput = {}, options: CallOptions = {}): Reply<unknown> =>
    replyOf(send(name, base, sending, input, options))
  const list = (input: AnyInput | undefined, options: CallOptions | undefined) =>
    call(input, options) as Promise<PageLike>
  return Object.assign(call, {
    pages: (input?: AnyInput, options?: CallOptions) =>
      pagesOf((query) => list({ ...input, query }, options), input?.query),
    items: (input?: AnyInput, options?: CallOptions) =>
      itemsOf((query) => list({ ...input, query }, options), input?.query),
  })
}

function replyOf(response: Promise<ApiResponse<unknown>>): Reply<unknown> {
  const data = response.then((responded) => responded.data)
  const withResponse = () => {
    // A caller that requests the full response gets the error from that promise.
    data.catch(() => undefined)
    return response
  }
  return Object.assign(data, { withResponse })
}

async function send(
  name: OperationName,
  base: string,
  sending: Sending,
  input: AnyInput,
  { signal, timeoutMs, maxRetries }: CallOptions,
): Promise<ApiResponse<unknown>> {
  signal?.throwIfAborted()
  const idempotencyKey = input.idempotencyKey ?? (keyedOperations.includes(name) ? newKey() : undefined)
  const body = batchOperations.includes(name) ? withKeys(input.body) : input.body
  const called = requestOf(routes[name], { ...input, body, idempotencyKey }, base)
  const request = {
    ...called,
    operation: name,
    returnsFile: fileOperations.includes(name),
    isRepeatable: called.method === 'GET' || repeatableWrites.includes(name),
    signal,
  }
  const own = { timeoutMs: timeoutMs ?? sending.timeoutMs, maxRetries: maxRetries ?? sending.maxRetries }
  return exchange({ ...sending, ...own }, request)
}

function withKeys(body: unknown): unknown {
  const { items } = body as { items: { idempotency_key?: string }[] }
  const keyed = items.map((item) => ({ ...item, idempotency_key: item.idempotency_key ?? newKey() }))
  return { ...(body as object), items: keyed }
}

/** 128 random bits; unlike `crypto.randomUUID`, this also works on pages without https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
