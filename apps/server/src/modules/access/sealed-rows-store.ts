import { raw, sql, type Queries, type Snapshot, type Sql } from '../../platform/db/index.ts'
import type { SealedTable } from '../../platform/row-seal.ts'
import { sealedLink } from './one-time-links/link-seal.ts'
import { sealedLinkColumns } from './one-time-links/one-time-link-store.ts'
import type { SealedRow } from './sealed-rows.ts'
import { sealedSession } from './sessions/session-seal.ts'
import { sealedSessionColumns } from './sessions/session-store.ts'
import { sealedPending } from './sign-in/pending-second-factor.ts'
import { sealedPendingColumns } from './sign-in/two-factor/second-factor-store.ts'

/** A row as read: the columns that the MAC covers, each under the name that its table gives it. */
type Columns = { tokenHash: Buffer }

interface Sealed {
  readonly table: SealedTable
  readonly columns: Sql
  readonly toRow: (columns: Columns) => SealedRow
}

/** Each table's rows are what its columns name. */
const tableOf = <Row extends Columns>(
  table: SealedTable,
  columns: Sql,
  toRow: (row: Row) => SealedRow,
): Sealed => ({ table, columns, toRow: toRow as Sealed['toRow'] })

const sealedTables: readonly Sealed[] = [
  tableOf('sign_in_sessions', sealedSessionColumns, sealedSession),
  tableOf('pending_second_factors', sealedPendingColumns, sealedPending),
  tableOf('one_time_links', sealedLinkColumns, sealedLink),
]

/** Walks the sealed rows of a workspace: those of its members, and its own links. */
export async function* streamSealedRows(snapshot: Snapshot): AsyncGenerator<SealedRow> {
  const { workspaceId } = snapshot
  const ofMembers = sql`
    exists (select from memberships m where m.workspace_id = ${workspaceId} and m.person_id = s.person_id)`
  for (const { table, columns, toRow } of sealedTables) {
    const isTheirs = table === 'one_time_links' ? sql`s.workspace_id = ${workspaceId}` : ofMembers
    const rows = snapshot.stream<Columns>(sql`select ${columns} from ${raw(table)} s where ${isTheirs}`)
    for await (const page of rows.pages()) yield* page.map(toRow)
  }
}

/** Rows read at once while the secret is rotated. */
const PAGE_ROWS = 1000

/** Walks the sealed rows of all workspaces, page by page. */
export async function* pagesOfSealedRows(queries: Queries): AsyncGenerator<SealedRow[]> {
  for (const { table, columns, toRow } of sealedTables) {
    let last: Buffer = Buffer.alloc(0)
    for (;;) {
      const page = await queries.rows<Columns>(sql`
        select ${columns} from ${raw(table)} s
        where s.token_hash > ${last}
        order by s.token_hash
        limit ${PAGE_ROWS}`)
      if (page.length === 0) break
      yield page.map(toRow)
      last = page.at(-1)!.tokenHash
    }
  }
}

/** Replaces the MACs of rows of one table, except those that have changed since they were read. */
export async function replaceMacs(
  queries: Queries,
  table: SealedTable,
  macs: readonly { before: Buffer; after: Buffer }[],
): Promise<void> {
  await queries.rows(sql`
    update ${raw(table)} s
    set mac = changed.after
    from unnest(${macs.map(({ before }) => before)}::bytea[], ${macs.map(({ after }) => after)}::bytea[])
      as changed (before, after)
    where s.mac = changed.before`)
}
