// What a call of an operation is, whichever client makes it: the types of its input, and the request that it becomes. The web
// application's client is built on it, too.
import type { Query } from './pages.ts'

/** What an operation takes: the types of its parts, and the names of its request headers in lower case. */
export interface CallShape {
  params: unknown
  query: unknown
  body: unknown
  headers: PropertyKey
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

/** A part of an input, which may be omitted if nothing in it is required. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Partial<Value> extends Value
    ? { readonly [Key in Name]?: Sent<Value> | undefined }
    : { readonly [Key in Name]: Sent<Value> }

/** The input of a call. */
export type CallInput<Shape extends CallShape> = Part<'params', Shape['params']> &
  Part<'query', Shape['query']> &
  Part<'body', Shape['body']> &
  ('if-match' extends Shape['headers'] ? { readonly ifMatch?: string | null | undefined } : unknown) &
  ('idempotency-key' extends Shape['headers'] ? { readonly idempotencyKey?: string | undefined } : unknown)

/** The input of any call. */
export interface AnyInput {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Query | undefined
  readonly body?: unknown
  readonly ifMatch?: string | null | undefined
  readonly idempotencyKey?: string | undefined
}

/** A request as it is sent. */
export interface ApiRequest {
  readonly method: string
  /** Path and query, after the base URL of the client, if it has one. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/**
 * Returns the request of a call. Query parameters that are undefined or null are omitted, and a list is sent as one pair per
 * value.
 *
 * @param route method and path, as in `GET /sites/{site_id}`
 * @throws TypeError if a parameter of the path is missing, or would change the path
 */
export function requestOf(
  route: string,
  { params = {}, query = {}, body, ifMatch, idempotencyKey }: AnyInput,
  base = '',
): ApiRequest {
  const [method = '', path = ''] = route.split(' ')
  return {
    method,
    url: base + fill(path, params) + queryOf(query),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(typeof ifMatch === 'string' && { 'if-match': ifMatch }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  }
}

function fill(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
      throw new TypeError(`params.${name} is missing.`)
    return encodeURIComponent(value)
  })
}

function queryOf(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => [name, `${each}`]),
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : ''
}
