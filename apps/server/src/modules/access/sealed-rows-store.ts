import { raw, sql, type Queries, type Snapshot } from '../../platform/db/index.ts'
import type { SealedTable } from '../../platform/row-seal.ts'
import {
  linkSeal,
  pendingSecondFactorSeal,
  sessionSeal,
  type RowSeal,
  type Sealed,
  type SealedRow,
} from './sealed-rows.ts'

/** A row as its seal selects it. */
type StoredRow = Sealed<{ tokenHash: Buffer }>

/** The table of each seal, and how its rows are selected and checked: each seal reads the rows that it selects. */
const seals = [sessionSeal, pendingSecondFactorSeal, linkSeal] as unknown as readonly RowSeal<StoredRow>[]

/** Yields the sealed rows of a workspace: those of its members, and its own links. */
export async function* streamSealedRows(snapshot: Snapshot): AsyncGenerator<SealedRow> {
  const { workspaceId } = snapshot
  const ofMembers = sql`
    exists (select from memberships m where m.workspace_id = ${workspaceId} and m.person_id = s.person_id)`
  for (const { table, columns, sealedRow } of seals) {
    const isTheirs = table === 'one_time_links' ? sql`s.workspace_id = ${workspaceId}` : ofMembers
    const rows = snapshot.stream<StoredRow>(sql`select ${columns} from ${raw(table)} s where ${isTheirs}`)
    for await (const page of rows.pages()) yield* page.map(sealedRow)
  }
}

/** Rows per page while the secret is rotated. */
const PAGE_ROWS = 1000

/** Yields the sealed rows of all workspaces, page by page. */
export async function* pagesOfSealedRows(queries: Queries): AsyncGenerator<SealedRow[]> {
  for (const { table, columns, sealedRow } of seals) {
    let last: Buffer = Buffer.alloc(0)
    for (;;) {
      const page = await queries.rows<StoredRow>(sql`
        select ${columns} from ${raw(table)} s
        where s.token_hash > ${last}
        order by s.token_hash
        limit ${PAGE_ROWS}`)
      if (page.length === 0) break
      yield page.map(sealedRow)
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
