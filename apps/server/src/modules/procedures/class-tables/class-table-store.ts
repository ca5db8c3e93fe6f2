import type { ClassTable, ClassTableSummary } from '@plumbline/contract'
import {
  empty,
  join,
  limitTo,
  raw,
  sql,
  type Sql,
  type Transaction,
  type WorkspaceQueries,
} from '../../../platform/db/index.ts'
import { classTableFields, type ClassTableFields } from './recorded-class-table.ts'

const names = Object.keys(classTableFields) as (keyof ClassTableFields)[]
const documents: readonly string[] = ['classes', 'rows']
const columnsOf = (list: readonly string[]): Sql => join(list.map((name) => raw(`t.${name}`)))
const state = ['retired_at', 'retirement_reason', 'created_at', 'updated_at']

/** Returns a table; undefined if the ID is unknown. */
export async function findClassTable(
  queries: WorkspaceQueries,
  tableId: string,
): Promise<ClassTable | undefined> {
  const [row] = await queries.rows<ClassTable>(sql`
    select t.table_id as id, ${columnsOf([...names, ...state])}
    from class_tables t
    where t.workspace_id = ${queries.workspaceId} and t.table_id = ${tableId}`)
  return row
}

/** Like `findClassTable`, and locks the table against other changes until the transaction ends. */
export async function lockClassTable(tx: Transaction, tableId: string): Promise<ClassTable | undefined> {
  const [row] = await tx.rows<ClassTable>(sql`
    select t.table_id as id, ${columnsOf([...names, ...state])}
    from class_tables t
    where t.workspace_id = ${tx.workspaceId} and t.table_id = ${tableId}
    for update`)
  return row
}

/** Returns a page of tables, sorted by name. */
export async function pageOfClassTables(
  queries: WorkspaceQueries,
  { limit, offset, withRetired }: { limit: number; offset: number; withRetired: boolean },
): Promise<{ rows: ClassTableSummary[]; total: number }> {
  const among = withRetired ? empty : sql`and t.retired_at is null`
  const heads = names.filter((name) => name !== 'rows')
  const [rows, counted] = (await queries.batch([
    sql`
      select t.table_id as id, ${columnsOf([...heads, ...state])}, jsonb_array_length(t.rows) as row_count
      from class_tables t
      where t.workspace_id = ${queries.workspaceId} ${among}
      order by lower(t.name), t.table_id
      ${limitTo(limit)} offset ${offset}`,
    sql`select count(*) as total from class_tables t where t.workspace_id = ${queries.workspaceId} ${among}`,
  ])) as [ClassTableSummary[], [{ total: number }]]
  return { rows, total: counted[0].total }
}

/** Returns the number of tables of a workspace, excluding retired ones. */
export async function countClassTables(queries: WorkspaceQueries): Promise<number> {
  const [row] = await queries.rows<{ count: number }>(sql`
    select count(*) as count
    from class_tables
    where workspace_id = ${queries.workspaceId} and retired_at is null`)
  return row!.count
}

export async function insertClassTable(
  tx: Transaction,
  tableId: string,
  table: ClassTableFields,
  at: string,
): Promise<void> {
  await tx.rows(sql`
    insert into class_tables (
      workspace_id, table_id, ${join(names.map((name) => raw(name)))}, created_at, updated_at
    ) values (
      ${tx.workspaceId}, ${tableId}, ${join(names.map((name) => valueOf(table, name)))}, ${at}, ${at}
    )`)
}

export async function updateClassTable(
  tx: Transaction,
  tableId: string,
  table: ClassTableFields,
  at: string,
): Promise<void> {
  const changes = names.map((name) => sql`${raw(name)} = ${valueOf(table, name)}`)
  await tx.rows(sql`
    update class_tables
    set ${join(changes)}, updated_at = ${at}
    where workspace_id = ${tx.workspaceId} and table_id = ${tableId}`)
}

export async function markRetired(
  tx: Transaction,
  tableId: string,
  reason: string,
  at: string,
): Promise<void> {
  await tx.rows(sql`
    update class_tables
    set retired_at = ${at}, retirement_reason = ${reason}, updated_at = ${at}
    where workspace_id = ${tx.workspaceId} and table_id = ${tableId}`)
}

function valueOf(table: ClassTableFields, name: keyof ClassTableFields): Sql {
  return documents.includes(name) ? sql`${JSON.stringify(table[name])}::jsonb` : sql`${table[name]}`
}
