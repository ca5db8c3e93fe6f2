import type { Snapshot } from '../../../platform/db/index.ts'
import type { CountedTable } from '../projection/counted-table.ts'
import { streamDifferingRows, type StoredDifference } from '../projection/differing-rows-store.ts'
import { deleteFollowing, insertFollowing } from './derived-table-store.ts'
import type { DerivedTable } from '../projection/derived-table.ts'
import type { ReadModel } from '../projection/read-model.ts'
import {
  deleteRows,
  findColumnTypes,
  freeUniqueValues,
  insertRows,
  lockRows,
  recount,
  updateRows,
  type ColumnTypes,
} from './swap-store.ts'

/** A row that is missing and cannot be recreated from the ledger. */
export interface MissingForGood {
  readonly table: string
  readonly rowId: string
}

/** The tables whose rows are replaced. */
export interface SwappedTables {
  /** In an order in which their rows can be inserted. */
  readonly models: readonly ReadModel[]
  readonly counts: readonly CountedTable[]
  readonly following: readonly DerivedTable[]
}

/** Locks the differing rows before the head of the ledger, in the same order as all writers. */
export async function lockDiffering(queries: Snapshot, models: readonly ReadModel[]): Promise<void> {
  for (const model of models) {
    for (const isRecorded of [true, false]) {
      for await (const rows of streamDifferingRows(queries, model.table, isRecorded).pages()) {
        await lockRows(queries, model, idsOf(rows))
      }
    }
  }
}

/**
 * Replaces differing rows with the recorded ones, within the transaction: rows that no entry records are deleted,
 * missing rows are inserted, others are updated. Rows that contain secrets stay missing and are returned.
 */
export async function swapRows(
  queries: Snapshot,
  { models, counts, following }: SwappedTables,
): Promise<MissingForGood[]> {
  const missing: MissingForGood[] = []
  const tables = await Promise.all(
    models.map(async (model) => ({ model, types: await findColumnTypes(queries, model.table) })),
  )
  for (const followers of following) await forFollowing(queries, followers, deleteFollowing)
  for (const { model, types } of tables) await freeValues(queries, model, types)
  for (const { model, types } of tables) missing.push(...(await writeRecorded(queries, model, types)))
  for (const { model } of tables.toReversed()) {
    for await (const rows of streamDifferingRows(queries, model.table, false).pages()) {
      await deleteRows(queries, model, idsOf(rows))
    }
  }
  for (const followers of following) {
    await forFollowing(queries, followers, deleteFollowing)
    await forFollowing(queries, followers, insertFollowing)
  }
  for (const counted of counts) await recount(queries, counted)
  return missing
}

async function forFollowing(
  queries: Snapshot,
  following: DerivedTable,
  act: typeof deleteFollowing,
): Promise<void> {
  for await (const rows of streamDifferingRows(queries, following.table, false).pages()) {
    await act(queries, following, idsOf(rows))
  }
}

async function freeValues(queries: Snapshot, model: ReadModel, types: ColumnTypes): Promise<void> {
  if (!model.unique) return
  for (const isRecorded of [true, false]) {
    for await (const rows of streamDifferingRows(queries, model.table, isRecorded).pages()) {
      await freeUniqueValues(queries, model, types, rows)
    }
  }
}

async function writeRecorded(
  queries: Snapshot,
  model: ReadModel,
  types: ColumnTypes,
): Promise<MissingForGood[]> {
  const missing: MissingForGood[] = []
  for await (const rows of streamDifferingRows(queries, model.table, true).pages()) {
    const present = await lockRows(queries, model, idsOf(rows))
    const absent = rows.filter(({ rowId }) => !present.has(rowId))
    if (model.irreplaceable) missing.push(...absent.map(({ rowId }) => ({ table: model.table, rowId })))
    else for (const alike of byColumns(absent, model)) await insertRows(queries, model, types, alike)
    const found = rows.filter(({ rowId }) => present.has(rowId))
    for (const alike of byColumns(found, model)) await updateRows(queries, model, types, alike)
  }
  return missing
}

/** Groups rows of one table by their recorded columns, because most have the same ones. */
function byColumns(rows: readonly StoredDifference[], { id }: ReadModel) {
  const groups = Map.groupBy(rows, ({ recorded }) =>
    Object.keys(recorded ?? {})
      .filter((column) => column !== id)
      .toSorted()
      .join(' '),
  )
  return [...groups].map(([names, alike]) => ({ rows: alike, columns: names.split(' ') }))
}

function idsOf(rows: readonly StoredDifference[]): string[] {
  return rows.map(({ rowId }) => rowId)
}
