import { empty, join, raw, sql, type Snapshot, type Sql } from '../../../platform/db/index.ts'
import type { CountedTable } from '../projection/counted-table.ts'
import type { StoredDifference } from '../projection/differing-rows-store.ts'
import type { ReadModel } from '../projection/read-model.ts'

/** Types of the writable columns of a table, by name. */
export type ColumnTypes = ReadonlyMap<string, string>

export async function findColumnTypes(queries: Snapshot, table: string): Promise<ColumnTypes> {
  const rows = await queries.rows<{ name: string; type: string }>(sql`
    select attname as name, format_type(atttypid, atttypmod) as type
    from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
  return new Map(rows.map(({ name, type }) => [name, type]))
}

/** Allows this transaction to change write-once rows. */
export async function allowRebuilding(queries: Snapshot): Promise<void> {
  await queries.rows(sql`select set_config('app.rebuilds', 'on', true)`)
}

/**
 * Locks the head of the ledger until the transaction ends, so that nothing is appended in the meantime. Returns its
 * size.
 */
export async function lockLedger(queries: Snapshot): Promise<number> {
  const [head] = await queries.rows<{ size: number }>(sql`
    select size from ledger_heads where workspace_id = ${queries.workspaceId} for no key update`)
  if (!head) throw new Error(`workspace ${queries.workspaceId} has no ledger`)
  return head.size
}

/** Locks rows in order of their IDs, and returns the IDs of those that exist. */
export async function lockRows(
  queries: Snapshot,
  model: ReadModel,
  ids: readonly string[],
): Promise<Set<string>> {
  const id = raw(`t.${model.id}`)
  const rows = await queries.rows<{ id: string }>(sql`
    select ${id}::text as id
    from ${raw(model.table)} t
    where ${ofWorkspace(queries, model)} ${id}::text = any(${ids}::text[])
    order by ${id}
    for no key update`)
  return new Set(rows.map((row) => row.id))
}

/** Frees unique values of rows whose values will change. */
export async function freeUniqueValues(
  queries: Snapshot,
  model: ReadModel,
  types: ColumnTypes,
  rows: readonly StoredDifference[],
): Promise<void> {
  const { table, id, unique = {} } = model
  const columns = Object.keys(unique)
  const changes = columns.map((column) => sql`${raw(column)} = ${unique[column]!}`)
  const differs = columns.map((column) => sql`t.${raw(column)} is distinct from r.${raw(column)}`)
  await queries.rows(sql`
    update ${raw(table)} t
    set ${join(changes)}
    from ${recordset(rows, [id, ...columns], model, types)}
    where ${ofWorkspace(queries, model)} t.${raw(id)} = r.${raw(id)} and (${join(differs, ' or ')})`)
}

/** @param rows that exist, all recorded with these columns */
export async function updateRows(
  queries: Snapshot,
  model: ReadModel,
  types: ColumnTypes,
  { rows, columns }: { rows: readonly StoredDifference[]; columns: readonly string[] },
): Promise<void> {
  const { table, id } = model
  const changes = columns.map((column) => sql`${raw(column)} = ${valueOf(column, types)}`)
  await queries.rows(sql`
    update ${raw(table)} t
    set ${join(changes)}
    from ${recordset(rows, [id, ...columns], model, types)}
    where ${ofWorkspace(queries, model)} t.${raw(id)} = r.${raw(id)}`)
}

/** @param rows that are missing, all recorded with these columns */
export async function insertRows(
  queries: Snapshot,
  model: ReadModel,
  types: ColumnTypes,
  { rows, columns }: { rows: readonly StoredDifference[]; columns: readonly string[] },
): Promise<void> {
  const { table, id, isShared, beginning = {} } = model
  const own = isShared || id === 'workspace_id' ? [] : [{ name: 'workspace_id', value: sql`h.workspace_id` }]
  const values = [
    ...own,
    ...[id, ...columns].map((name) => ({ name, value: valueOf(name, types) })),
    ...Object.entries(beginning).map(([name, value]) => ({ name, value })),
  ]
  await queries.rows(sql`
    insert into ${raw(table)} (${join(values.map(({ name }) => raw(name)))})
    select ${join(values.map(({ value }) => value))}
    from ledger_heads h
    cross join ${recordset(rows, [id, ...columns], model, types)}
    where h.workspace_id = ${queries.workspaceId}`)
}

export async function deleteRows(queries: Snapshot, model: ReadModel, ids: readonly string[]): Promise<void> {
  await queries.rows(sql`
    delete from ${raw(model.table)} t
    where ${ofWorkspace(queries, model)} t.${raw(model.id)}::text = any(${ids}::text[])`)
}

/** Recalculates the counts that triggers maintain. */
export async function recount(queries: Snapshot, { table, columns, counted }: CountedTable): Promise<void> {
  const names = join(columns.map((column) => raw(column)))
  await queries.rows(sql`delete from ${raw(table)} where workspace_id = ${queries.workspaceId}`)
  await queries.rows(sql`
    insert into ${raw(table)} (workspace_id, ${names}, count)
    select ${queries.workspaceId}::uuid, ${names}, count(*)
    from ${counted}
    group by ${names}`)
}

function ofWorkspace({ workspaceId }: Snapshot, { isShared }: ReadModel): Sql {
  return isShared ? empty : sql`t.workspace_id = ${workspaceId} and`
}

/** Returns rows as recorded, as a relation `r` with these columns. */
function recordset(
  rows: readonly StoredDifference[],
  columns: readonly string[],
  { id }: ReadModel,
  types: ColumnTypes,
): Sql {
  const declared = columns.map((column) => raw(`${column} ${typeOf(column, types)}`))
  const values = rows.map(({ rowId, recorded }) => ({ ...recorded, [id]: rowId }))
  return sql`jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r (${join(declared)})`
}

/** Entries record bytes as hexadecimal digits. */
function typeOf(column: string, types: ColumnTypes): string {
  const type = types.get(column)
  if (type === undefined) throw new Error(`no table has the column ${column}`)
  return type === 'bytea' ? 'text' : type
}

function valueOf(column: string, types: ColumnTypes): Sql {
  return types.get(column) === 'bytea' ? sql`decode(r.${raw(column)}, 'hex')` : raw(`r.${column}`)
}
