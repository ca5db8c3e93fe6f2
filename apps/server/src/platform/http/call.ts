import type { BodyOf, HeadersOf, Operation, ParamsOf, QueryOf, Role, Scope } from '@plumbline/contract'
import type { Readable } from 'node:stream'
import type { Party } from './request-party.ts'

/** One validated request of an operation, with its caller. */
export interface Call<Op extends Operation, Caller> {
  readonly caller: Caller
  readonly params: ParamsOf<Op>
  readonly query: QueryOf<Op>
  readonly headers: HeadersOf<Op>
  readonly body: BodyOf<Op>
}

/** What a handler returns; the status is the operation's own unless named. */
export interface Response {
  readonly status?: number
  /** JSON value, bytes, or a stream of a file. */
  readonly body?: unknown
  /** An array is sent as one header line per value. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
}

/** Bytes or a stream are sent as they are, everything else as JSON. */
export function isFile(body: unknown): body is Buffer | Readable {
  return Buffer.isBuffer(body) || (typeof body === 'object' && body !== null && 'pipe' in body)
}

/** The function behind an operation. */
export type Handler<Op extends Operation, Caller> = (call: Call<Op, Caller>) => Promise<Response>

/** A handler for each operation of a table. */
export type Handlers<Ops extends Record<string, Operation>, Caller> = {
  readonly [Name in keyof Ops]: Handler<Ops[Name], Caller>
}

/** What operations require of callers: a scope, and a role if they name any. */
export interface Permitted {
  readonly scope: Scope
  /** Null for a caller outside any workspace, whom operations that name roles refuse. */
  readonly role: Role | null
}

/** Admits or refuses a request before its route is looked up; returns the caller. */
export type Gate<Caller> = (request: GateRequest) => Promise<GateResult<Caller>>

/** The parts of a request that a gate may read. */
export interface GateRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The client's address, taking trusted proxies into account. */
  readonly ip: string
  readonly method: string
  /** Path parameters as sent, not validated; includes those of the prefix on every path below it. */
  readonly params: Readonly<Record<string, string>>
}

/** The headers are sent with every response, including refusals. */
export interface GateResult<Caller> {
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly outcome: { caller: Caller } | { refusal: Error }
  /** The party of the request, for the log; also for a refused request, if known. */
  readonly party?: Party
}
