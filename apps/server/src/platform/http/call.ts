import type { BodyOf, HeadersOf, Operation, ParamsOf, QueryOf, Role, Scope } from '@plumbline/contract'
import type { Readable } from 'node:stream'
import type { Party } from './request-party.ts'

/** One validated request of an operation, with the caller who makes it. */
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
  /** A list is sent as one header line for each value. */
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

/** What operations require of callers: the scope, and the role where they name any. */
export interface Permitted {
  readonly scope: Scope
  /** Null for a caller who acts in no workspace: operations that name roles refuse them. */
  readonly role: Role | null
}

/** Refuses or admits a request before its route is looked at; returns who calls. */
export type Gate<Caller> = (request: GateRequest) => Promise<GateResult<Caller>>

/** What a gate may look at. */
export interface GateRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The client's address, proxies that are trusted taken into account. */
  readonly ip: string
  readonly method: string
  /** Path parameters as they were sent, not validated: those of the prefix are there on every path below it. */
  readonly params: Readonly<Record<string, string>>
}

/** Headers go out on every response, refusals included. */
export interface GateResult<Caller> {
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly outcome: { caller: Caller } | { refusal: Error }
  /** Whose the request is, for the log; also of one that is refused, where it is known. */
  readonly party?: Party
}
