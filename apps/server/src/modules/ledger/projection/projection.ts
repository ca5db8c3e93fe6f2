import type { EntryKind } from '@plumbline/contract'
import type { Snapshot } from '../../../platform/db/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { CountedTable } from './counted-table.ts'
import type { DerivedTable } from './derived-table.ts'
import type { ReadModel } from './read-model.ts'
import type { RecordedPayload } from '../append/recorded-payload.ts'
import type { EntrySubject } from '../rules/entry.ts'

/** An entry as replayed. */
export interface ReplayedEntry {
  readonly index: number
  readonly at: string
  readonly kind: EntryKind
  readonly subject: EntrySubject
  /** The payload written for this kind, in its current version. Each module knows the form of its own payloads. */
  readonly payload: unknown
}

/** A row that does not match the ledger. Never contains a secret. */
export interface RowFault {
  readonly table: string
  readonly rowId: string
  /** Null if the whole row is missing or surplus. */
  readonly column: string | null
  /** Null if there is none, as for a row that no entry creates. */
  readonly expected: unknown
  readonly actual: unknown
  /** The last entry about the row; null if there is none. */
  readonly index: number | null
}

/** A row that differs, with the values that it must get. */
export interface DifferingRow {
  readonly table: string
  readonly rowId: string
  /** Columns as recorded in the ledger; null if no entry records the row. */
  readonly recorded: Readonly<Record<string, unknown>> | null
}

/** Receives the findings of a projection. */
export interface Findings {
  fault(fault: RowFault): void
  /** Reports the row as it must become, in addition to its faults. */
  differs(row: DifferingRow): void
  /** Reports how many rows were examined. */
  compared(rows: number): void
  /**
   * Discards earlier findings about rows of a table, because they are compared again. Applies to all rows if none are
   * given.
   */
  restart(table: string, rowIds?: readonly string[]): Promise<void>
  /** Allows findings to be written; await it between pages of rows. */
  settle(): Promise<void>
}

/** One replay of one ledger. */
export interface Replay {
  /** Processes the next entry. Throws Error for an entry that could not have been written. */
  take(entry: ReplayedEntry): void | Promise<void>
  /**
   * Compares the tables with what the entries so far record. More entries and another comparison may follow.
   * @param since 0, or the number of entries at the previous comparison: rows not mentioned by later entries may be
   * omitted
   */
  compare(since: number): Promise<void>
}

/**
 * The content of a module's tables, derived from the ledger alone: rebuilds the rows from the entries by the same
 * rules that wrote them, and compares them with the tables column by column.
 */
export interface Projection {
  /**
   * Forms of the payloads that it reads, for entries of older versions; omitted for those that have only one version.
   */
  readonly payloads?: readonly RecordedPayload[]
  /** Its tables, in an order in which rows can be inserted. */
  readonly tables: readonly ReadModel[]
  /** Counts of its tables maintained by triggers. */
  readonly counts?: (workspaceId: string) => readonly CountedTable[]
  /** Tables that triggers write based on rows of its tables. */
  readonly following?: (workspaceId: string) => readonly DerivedTable[]
  /** Locks the inputs of its tables other than entries, until the transaction ends. */
  readonly hold?: (queries: Snapshot) => Promise<void>
  /** Reports forged rows of its tables that no entry describes, and that carry a MAC of the server's secret instead. */
  readonly checkSeals?: (snapshot: Snapshot, secrets: Secrets, findings: Findings) => Promise<void>
  begin(snapshot: Snapshot, findings: Findings): Replay
}

/** Used in a fault in place of a value: a report that stated the right MAC would help whoever forged the row. */
const MAC = 'mac'

/** Returns the fault of a row whose MAC is not the server's. */
export function forgedRow(table: string, rowId: string): RowFault {
  return { table, rowId, column: MAC, expected: null, actual: null, index: null }
}

/** Whether a fault concerns a row that the server has not written. */
export function isForged({ column, index }: RowFault): boolean {
  return column === MAC && index === null
}

/**
 * Returns the changed columns of an entry whose payload records each before and after, with the values after the
 * change.
 */
export function columnsAfter(entry: Pick<ReplayedEntry, 'payload'>): Record<string, unknown> {
  const { changes } = entry.payload as { changes: Record<string, { after: unknown }> }
  return Object.fromEntries(Object.entries(changes).map(([column, { after }]) => [column, after]))
}
