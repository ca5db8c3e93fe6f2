import type { CallOf, ErrorCode, EventData as Data, EventType, operations } from '@plumbline/contract'

/**
 * Inputs and outputs of the operations of the public API, by name. In the source tree, the types are derived
 * from the contract; `build.ts` writes the same types as plain interfaces, so that the package has no
 * dependencies.
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

/** What a server returns: enumerated members can have other values in later versions. */
type Opened<Value> = OpenedWord<Extract<Value, string>> | OpenedPart<Exclude<Value, string>>

/** A discriminator with a single value is left unchanged. */
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
