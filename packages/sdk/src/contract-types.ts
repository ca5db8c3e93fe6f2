import type {
  BodyOf,
  ErrorCode,
  EventData,
  EventType,
  Operation,
  operations,
  ParamsOf,
  QueryOf,
  ReplyOf,
} from '@plumbline/contract'

/**
 * What the operations of the public API take and return, by name. In the tree the types are derived from the
 * contract; `build.ts` writes the same types out as plain interfaces, so that the package needs no other one.
 */
export type Operations = { [Name in keyof Table]: Described<Table[Name]> }

/** An error code of the public API, a type of event, and the `data` of each. */
export type { ErrorCode, EventData, EventType }

type Table = typeof operations

interface Described<Op extends Operation> {
  params: Op extends { params: object } ? ParamsOf<Op> : undefined
  query: Op extends { query: object } ? Defaulted<QueryOf<Op>> : undefined
  body: Op extends { body: object } ? BodyOf<Op> : undefined
  /** Request headers, in lower case. */
  headers: Op extends { headers: { properties: infer Names } } ? keyof Names : never
  reply: ReplyOf<Op>
}

/** Query parameters that the server fills in where they are not sent. */
type FilledIn = 'limit' | 'offset' | 'within_days'

type Defaulted<Query> = Omit<Query, FilledIn> & Partial<Pick<Query, FilledIn & keyof Query>>
