import type { Snapshot } from '../../../platform/db/index.ts'
import type { CountedTable } from './counted-table.ts'
import type { FollowingTable } from './following-table.ts'
import type { ReadModel } from './read-model.ts'
import type { RecordedPayload } from '../append/recorded-payload.ts'
import type { EntrySubject } from '../rules/entry.ts'
import type { EntryKind } from '../rules/entry-kind.ts'

/** An entry as it is replayed. */
export interface ReplayedEntry {
  readonly index: number
  readonly at: string
  readonly kind: EntryKind
  readonly subject: EntrySubject
  /** What the writers of this kind put into it, in its present version: each module knows the form of its own. */
  readonly payload: unknown
}

/** A row that does not say what the ledger says of it. Never carries a secret. */
export interface RowFault {
  readonly table: string
  readonly rowId: string
  /** Null: the whole row is missing, or too much. */
  readonly column: string | null
  /** Null where there is none, as of a row that no entry creates. */
  readonly expected: unknown
  readonly actual: unknown
  /** The last entry that spoke of the row; null when none did. */
  readonly index: number | null
}

/** A row that differs, as it has to become. */
export interface DifferingRow {
  readonly table: string
  readonly rowId: string
  /** Columns as the ledger has them; null where no entry records the row. */
  readonly recorded: Readonly<Record<string, unknown>> | null
}

/** Where a projection leaves what it finds. */
export interface Findings {
  fault(fault: RowFault): void
  /** Beside its faults, the row as it has to become. */
  differs(row: DifferingRow): void
  /** So many rows were looked at. */
  compared(rows: number): void
  /** Rows of a table are compared anew: what was found of them before is void. All of its rows where none are named. */
  restart(table: string, rowIds?: readonly string[]): Promise<void>
  /** Lets what was found be written down; to be awaited between pages of rows. */
  settle(): Promise<void>
}

/** One replay of one ledger. */
export interface Replay {
  /** Takes the next entry. Raises Error for one that no writer can have written. */
  take(entry: ReplayedEntry): void | Promise<void>
  /**
   * Compares the tables with what the entries so far record. More entries may follow, and another comparison.
   * @param since 0, or how many entries there were at the comparison before: rows that none has spoken of since may be
   *   left out
   */
  compare(since: number): Promise<void>
}

/**
 * What a module's tables hold, from the ledger alone: it builds the rows again from the entries by the same
 * rules that wrote them, and compares them with the tables, column by column.
 */
export interface Projection {
  /** Forms of the payloads that it reads, for entries of older versions; none for those that never had another. */
  readonly payloads?: readonly RecordedPayload[]
  /** Its tables, in an order in which rows can be inserted. */
  readonly tables: readonly ReadModel[]
  /** What triggers count of its tables. */
  readonly counts?: (workspaceId: string) => readonly CountedTable[]
  /** What triggers write from rows of its tables. */
  readonly following?: (workspaceId: string) => readonly FollowingTable[]
  /** Locks what its tables follow beside entries, until the transaction ends. */
  readonly hold?: (queries: Snapshot) => Promise<void>
  begin(snapshot: Snapshot, findings: Findings): Replay
}

/** The changed columns of an entry whose payload has each before and after, as they are from then on. */
export function columnsAfter(entry: Pick<ReplayedEntry, 'payload'>): Record<string, unknown> {
  const { changes } = entry.payload as { changes: Record<string, { after: unknown }> }
  return Object.fromEntries(Object.entries(changes).map(([column, { after }]) => [column, after]))
}
