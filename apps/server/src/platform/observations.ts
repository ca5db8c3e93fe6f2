import { channel } from 'node:diagnostics_channel'

/** What happens in this process, as far as figures are kept of it. Times are in seconds. */
export interface Observations {
  /** A round trip to the database has ended, of work whose use is counted. */
  readonly databaseTrip: { readonly statements: number; readonly seconds: number }
  /** Entries that were committed to a ledger. */
  readonly ledgerAppend: { readonly entries: number }
  /** A verification of a ledger that a person asked for has ended. */
  readonly ledgerVerification: { readonly outcome: string }
  /** An attempt at a delivery. */
  readonly delivery: { readonly outcome: string; readonly seconds: number }
  /** A document was asked for, and waits to be set. */
  readonly documentWaits: { readonly size: DocumentSize }
  /** Its setting has ended, well or not. */
  readonly documentSet: { readonly size: DocumentSize; readonly isSet: boolean; readonly seconds: number }
  /** An attempt at a task of the queue has ended. */
  readonly taskAttempt: { readonly task: string; readonly isDone: boolean; readonly seconds: number }
  /** A call of the storage. */
  readonly storageCall: {
    readonly operation: string
    readonly outcome: 'done' | 'missing' | 'failed'
    readonly seconds: number
  }
}

type DocumentSize = 'ordinary' | 'large'

const channelOf = (name: keyof Observations) => channel(`plumbline.${name}`)

/** Says what has happened. It costs next to nothing while nobody listens. */
export function observe<Name extends keyof Observations>(name: Name, what: Observations[Name]): void {
  channelOf(name).publish(what)
}

/** Calls the listener at each observation of a kind in this process; returns how to stop. */
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
