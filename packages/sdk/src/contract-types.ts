import type { CallOf, ErrorCode, EventData as Data, EventType, operations } from '@plumbline/contract'

/**
 * What the operations of the public API take and return, by name. In the tree the types are derived from the
 * contract; `build.ts` writes the same types out as plain interfaces, so that the package needs no other one.
 */
export type Operations = {
  [Name in keyof typeof operations]: Omit<CallOf<(typeof operations)[Name]>, 'reply'> & {
    reply: Opened<CallOf<(typeof operations)[Name]>['reply']>
  }
}

/** The `data` of each type of event. */
export type EventData = { [Type in EventType]: Opened<Data[Type]> }

/** An error code of the public API, and a type of event. */
export type { ErrorCode, EventType }

/** What a server returns: where it has one of several words now, later versions may have others. */
type Opened<Value> = OpenedWord<Extract<Value, string>> | OpenedPart<Exclude<Value, string>>

/** One word alone says which of several forms something has, and stays as it is. */
type OpenedWord<Word extends string> = [Word] extends [never]
  ? never
  : string extends Word
    ? Word
    : IsUnion<Word> extends true
      ? Word | (string & {})
      : Word

type IsUnion<Word, All = Word> = Word extends Word ? ([All] extends [Word] ? false : true) : never

type OpenedPart<Value> = Value extends Uint8Array
  ? Value
  : Value extends readonly (infer Item)[]
    ? Opened<Item>[]
    : Value extends object
      ? { [Member in keyof Value]: Opened<Value[Member]> }
      : Value
