import { PAGE_LIMIT_MAX, type CallOf, type Operation, type Page } from '@plumbline/contract'

/** Query parameters; those that are undefined, null or empty are omitted. */
type Query = Readonly<Record<string, string | number | boolean | undefined | null>>

/** A request of an operation in the form in which it is sent. */
export interface ApiRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly signal: AbortSignal | undefined
}

/** The type of an argument: read-only, and optional members may also be undefined. */
type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends object
    ? {
        readonly [Key in keyof Value]: object extends Pick<Value, Key>
          ? Sent<Value[Key]> | undefined
          : Sent<Value[Key]>
      }
    : Value

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Partial<Value> extends Value
    ? { readonly [Key in Name]?: Sent<Value> | undefined }
    : { readonly [Key in Name]: Sent<Value> }

/** The arguments of a call of an operation. */
export type InputOf<Op extends Operation> = Part<'params', CallOf<Op>['params']> &
  Part<'query', CallOf<Op>['query']> &
  Part<'body', CallOf<Op>['body']> &
  ('if-match' extends CallOf<Op>['headers'] ? { readonly ifMatch?: string | null | undefined } : unknown) &
  ('idempotency-key' extends CallOf<Op>['headers']
    ? { readonly idempotencyKey?: string | undefined }
    : unknown) & { readonly signal?: AbortSignal | undefined }

/** The return value of an operation: a value of its schema, a file as a Blob, or nothing. */
type OutputOf<Op extends Operation> = CallOf<Op>['reply'] extends Uint8Array ? Blob : CallOf<Op>['reply']

/** A value with its version, which updates pass as `ifMatch`. */
export interface Versioned<Body> {
  body: Body
  etag: string | null
}

type Arguments<Input> = Partial<Input> extends Input ? [input?: Input] : [input: Input]

/** An operation as a function. Lists also have `all`, which reads all pages. */
type Call<Op extends Operation> = {
  (...input: Arguments<InputOf<Op>>): Promise<OutputOf<Op>>
  /** Returns the value with its version. */
  versioned(...input: Arguments<InputOf<Op>>): Promise<Versioned<OutputOf<Op>>>
  /** Returns the URL, for links and downloads. */
  url(...input: Arguments<InputOf<Op>>): string
} & (OutputOf<Op> extends Page<infer Row>
  ? {
      /** Returns all rows, at most `max`; for short lists such as sites. */
      all(...input: Arguments<InputOf<Op> & { readonly max?: number | undefined }>): Promise<Row[]>
    }
  : unknown)

/** Every operation of a table by its name. */
export type Calls<Table extends Readonly<Record<string, Operation>>> = {
  readonly [Name in keyof Table]: Call<Table[Name]>
}

/** The input of any operation. */
interface AnyInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Query
  readonly body?: unknown
  readonly ifMatch?: string | null
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  readonly max?: number
}

/** Maximum number of rows that `all` reads by default. */
const ROWS_MAX = 2000

/**
 * Creates the functions for a table of operations.
 * @param routes method and path by name
 * @param bound path parameters that are the same in every call
 * @param send returns the response to a request, or throws if it is refused
 */
export function callsOf<Table extends Readonly<Record<string, Operation>>>(
  routes: Readonly<Record<keyof Table & string, string>>,
  bound: Readonly<Record<string, string>>,
  send: (request: ApiRequest, name: keyof Table) => Promise<Response>,
): Calls<Table> {
  const calls = Object.entries<string>(routes).map(([name, route]) => {
    const requestOf = (input?: AnyInput) => requestFor(route, bound, input)
    return [name, callOf(requestOf, (request) => send(request, name))]
  })
  return Object.fromEntries(calls) as Calls<Table>
}

function callOf(
  requestOf: (input?: AnyInput) => ApiRequest,
  send: (request: ApiRequest) => Promise<Response>,
) {
  const call = async (input?: AnyInput) => bodyOf(await send(requestOf(input)))
  const url = (input?: AnyInput) => requestOf(input).url
  const versioned = async (input?: AnyInput) => {
    const response = await send(requestOf(input))
    return { body: await bodyOf(response), etag: response.headers.get('etag') }
  }
  const all = async ({ max = ROWS_MAX, ...input }: AnyInput = {}) => {
    const rows: unknown[] = []
    for (;;) {
      const query = { ...input.query, limit: PAGE_LIMIT_MAX, offset: rows.length }
      const page = (await call({ ...input, query })) as Page<unknown>
      rows.push(...page.data)
      if (!page.pagination.has_more || page.data.length === 0 || rows.length >= max) return rows
    }
  }
  return Object.assign(call, { versioned, url, all })
}

function requestFor(
  route: string,
  bound: Readonly<Record<string, string>>,
  { params, query, body, ifMatch, idempotencyKey, signal }: AnyInput = {},
): ApiRequest {
  const [method = '', path = ''] = route.split(' ')
  return {
    method,
    url: fill(path, { ...params, ...bound }) + searchOf(query),
    headers: {
      ...(typeof ifMatch === 'string' && { 'if-match': ifMatch }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body,
    signal,
  }
}

/** @throws {TypeError} if a parameter is missing or would change the path */
function fill(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} is missing`)
    return encodeURIComponent(value)
  })
}

/** Returns the query of a URL, including the question mark; empty if there are no parameters. */
function searchOf(query: Query = {}): string {
  const sent = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  if (sent.length === 0) return ''
  return `?${new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString()}`
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return isJson ? response.json() : response.blob()
}
