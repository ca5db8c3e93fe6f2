import type { Client } from 'pg'
import { distribution, type Distribution } from '../../platform/db/index.ts'
import type { BackupHeader, RowsPart } from '../parts.ts'

/**
 * Checks whether rows can be restored into a database: it must have no tables, or only those created by the
 * migrations of the backup, or some of them, without rows. In a cluster, they are distributed afterwards. Returns the
 * obstacle, as the end of a sentence.
 */
export async function findObstacle(
  client: Client,
  { migrations }: BackupHeader,
): Promise<string | undefined> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
  )
  if (tables.length === 0) return undefined
  if (!tables.some(({ name }) => name === 'schema_migrations')) return `holds tables (${tables[0]!.name})`
  const { rows: applied } = await client.query<{ name: string }>('select name from schema_migrations')
  if (applied.some(({ name }) => !migrations.includes(name)))
    return 'was prepared by a later release than the backup'
  const { rows: found } = await client.query<Distribution>(distribution.text)
  if (found[0]!.isDistributed) return 'has distributed tables'
  const present = new Set(tables.map(({ name }) => name))
  for (const table of ['ledger_rounds', 'people']) {
    // A restore that was killed may not have created it.
    if (present.has(table) && (await holdsRows(client, table))) return 'holds workspaces or people'
  }
  return undefined
}

/** Checks whether a table that is not subject to row-level security has rows. */
async function holdsRows(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ holds: boolean }>(`select exists (select from ${table}) as holds`)
  return rows[0]!.holds
}

/**
 * Disables what would change or reject rows during the load, until the returned statements are run: triggers, foreign
 * keys, and row-level security for the owner. All of this belongs in one transaction.
 */
export async function liftProtections(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ off: string; on: string }>(
    `select format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname) as off,
       format('alter table %s enable %s trigger %I', t.tgrelid::regclass,
         case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname) as on
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled <> 'D'
     union all
     select format('alter table %s drop constraint %I', conrelid::regclass, conname),
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
     from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace
     union all
     select format('alter table %s no force row level security', oid::regclass),
       format('alter table %s force row level security', oid::regclass)
     from pg_class
     where relnamespace = 'public'::regnamespace and relforcerowsecurity`,
  )
  for (const { off } of rows) await client.query(off)
  return rows.map(({ on }) => on)
}

/** Inserts rows, each as JSON. */
export async function insertRows(
  client: Client,
  { table, columns }: RowsPart,
  lines: readonly string[],
): Promise<void> {
  const listed = columns.map((column) => `"${column}"`).join(', ')
  await client.query({
    text: `insert into public."${table}" (${listed})
           select ${listed} from json_populate_recordset(null::public."${table}", $1::json)`,
    values: [`[${lines.join(',')}]`],
  })
}
