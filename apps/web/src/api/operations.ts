import type { CallOf, Operation, Page } from '@plumbline/contract'
import { requestOf, type AnyInput, type ApiRequest, type CallInput } from '@plumbline/sdk/call'
import { pagesOf, type Query } from '@plumbline/sdk/pages'

/** The arguments of a call of an operation. */
export type InputOf<Op extends Operation> = CallInput<CallOf<Op>> & {
  readonly signal?: AbortSignal | undefined
}

/** A request of an operation, which its signal cancels. */
export interface CancellableRequest extends ApiRequest {
  readonly signal: AbortSignal | undefined
}

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
interface AnyCall extends AnyInput {
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
  send: (request: CancellableRequest, name: keyof Table) => Promise<Response>,
): Calls<Table> {
  const calls = Object.entries<string>(routes).map(([name, route]) => {
    const requestFor = ({ params, query, signal, ...input }: AnyCall = {}): CancellableRequest => ({
      ...requestOf(route, { ...input, params: { ...params, ...bound }, query: withoutBlanks(query) }),
      signal,
    })
    return [name, callOf(requestFor, (request) => send(request, name))]
  })
  return Object.fromEntries(calls) as Calls<Table>
}

function callOf(
  requestFor: (input?: AnyCall) => CancellableRequest,
  send: (request: CancellableRequest) => Promise<Response>,
) {
  const call = async (input?: AnyCall) => bodyOf(await send(requestFor(input)))
  const url = (input?: AnyCall) => requestFor(input).url
  const versioned = async (input?: AnyCall) => {
    const response = await send(requestFor(input))
    return { body: await bodyOf(response), etag: response.headers.get('etag') }
  }
  const all = async ({ max = ROWS_MAX, ...input }: AnyCall = {}) => {
    const rows: unknown[] = []
    const list = (query: Query) => call({ ...input, query }) as Promise<Page<unknown>>
    for await (const page of pagesOf(list, input.query)) {
      rows.push(...page.data)
      if (rows.length >= max) break
    }
    return rows
  }
  return Object.assign(call, { versioned, url, all })
}

/** Filters of a page that are empty are not set. */
function withoutBlanks(query: Query = {}): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return isJson ? response.json() : response.blob()
}
