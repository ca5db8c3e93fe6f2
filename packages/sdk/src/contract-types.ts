import type { CallOf, ErrorCode, EventData, EventType, operations } from '@plumbline/contract'

/**
 * What the operations of the public API take and return, by name. In the tree the types are derived from the
 * contract; `build.ts` writes the same types out as plain interfaces, so that the package needs no other one.
 */
export type Operations = { [Name in keyof typeof operations]: CallOf<(typeof operations)[Name]> }

/** An error code of the public API, a type of event, and the `data` of each. */
export type { ErrorCode, EventData, EventType }
