import { join, raw, sql, type DatabaseSnapshot, type Queries } from '../platform/db/index.ts'

/** A table as backed up. */
export interface BackupTable {
  readonly name: string
  /** Without generated columns. */
  readonly columns: readonly string[]
  /** Columns by which its rows are ordered: the primary key, or all columns if there is none. */
  readonly order: readonly string[]
  /** If it has row-level security, its rows are read one workspace after another. */
  readonly isOfWorkspaces: boolean
}

/**
 * Tables whose rows are not backed up. Sessions end with a restore, as do the short-lived states and counts of
 * processes; migrations are in the header.
 */
export const leftOut: ReadonlySet<string> = new Set([
  'claims',
  'job_workers',
  'pending_second_factors',
  'queued_tasks',
  'rate_windows',
  'schema_migrations',
  'sign_in_sessions',
  'storage_sweeps',
])

/** Tables that the checks of a ledger need before its entries, in this order; all others follow by name. */
const first = ['workspaces', 'ledger_keys', 'ledger_heads', 'ledger_checkpoints', 'ledger_entries']

/** Returns every table of the application that is backed up, in order. */
export async function findTables(queries: Queries): Promise<BackupTable[]> {
  const tables = await queries.rows<BackupTable>(sql`
    select c.relname as name, c.relrowsecurity as "isOfWorkspaces",
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attname collate "C") as columns,
      array(
        select a.attname::text
        from pg_index i
        cross join unnest(i.indkey) with ordinality as key (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = key.attnum
        where i.indrelid = c.oid and i.indisprimary
        order by key.place) as order
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname collate "C"`)
  return tables
    .filter(({ name }) => !leftOut.has(name))
    .map((table) => (table.order.length > 0 ? table : { ...table, order: table.columns }))
    .toSorted((one, other) => place(one.name) - place(other.name))
}

const place = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length)

/** Walks the rows of a table, each as JSON, page by page; those of one workspace if it has row-level security. */
export function streamRows(
  snapshot: DatabaseSnapshot,
  { name, columns, order, isOfWorkspaces }: BackupTable,
  workspaceId: string | null,
): AsyncGenerator<{ line: string }[]> {
  const of = isOfWorkspaces ? sql`where workspace_id = ${workspaceId}` : sql``
  return snapshot.pages<{ line: string }>(sql`
    select row_to_json(listed)::text as line
    from (select ${listed(columns)} from ${raw(`public."${name}"`)} ${of} order by ${listed(order)}) as listed`)
}

const listed = (names: readonly string[]) => join(names.map((column) => raw(`"${column}"`)))

/** Returns the version of PostgreSQL, such as `18.4`. */
export async function postgresVersion(queries: Queries): Promise<string> {
  const [row] = await queries.rows<{ version: string }>(sql`
    select current_setting('server_version') as version`)
  return row!.version
}
