import { channel } from 'node:diagnostics_channel'

/** Events in this process that metrics are derived from. Times are in seconds. */
export interface Observations {
  /** A round trip to the database has ended, for work whose database use is counted. */
  readonly databaseTrip: { readonly statements: number; readonly seconds: number }
  /** A request that a replica may serve has ended, served by it or, for one of the other reasons, by the primary. */
  readonly replicaRequest: { readonly outcome: ReplicaOutcome }
  /** Entries were committed to a ledger. */
  readonly ledgerAppend: { readonly entries: number }
  /** A verification of a ledger that a person requested has ended. */
  readonly ledgerVerification: { readonly outcome: string }
  /** An attempt at a delivery has ended. */
  readonly delivery: { readonly outcome: string; readonly seconds: number }
  /** A document was requested and waits to be typeset. */
  readonly documentWaits: { readonly size: DocumentSize }
  /** The typesetting of a document has ended, successfully or not. */
  readonly documentSet: { readonly size: DocumentSize; readonly isSet: boolean; readonly seconds: number }
  /** An attempt at a task of the queue has ended. */
  readonly taskAttempt: { readonly task: string; readonly isDone: boolean; readonly seconds: number }
  /** A call to the storage has ended. */
  readonly storageCall: {
    readonly operation: string
    readonly outcome: 'done' | 'missing' | 'failed'
    readonly seconds: number
  }
}

/** Whether the replica served a request, or why the primary did. */
export const replicaOutcomes = ['served', 'behind', 'canceled', 'unreachable', 'failed', 'resting'] as const
export type ReplicaOutcome = (typeof replicaOutcomes)[number]

type DocumentSize = 'ordinary' | 'large'

const channelOf = (name: keyof Observations) => channel(`plumbline.${name}`)

/** Publishes an observation. It costs almost nothing if no one listens. */
export function observe<Name extends keyof Observations>(name: Name, what: Observations[Name]): void {
  channelOf(name).publish(what)
}

/** Calls the listener for each observation of a kind in this process; returns a function that stops it. */
export function onObserved<Name extends keyof Observations>(
  name: Name,
  listener: (what: Observations[Name]) => void,
): () => void {
  const heard = (what: unknown) => listener(what as Observations[Name])
  channelOf(name).subscribe(heard)
  return () => {
    channelOf(name).unsubscribe(heard)
  }
}
