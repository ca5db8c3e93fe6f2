import { escapeIdentifier, type Client } from 'pg'
import { IS_DISTRIBUTED } from './distributed-connections.ts'
import { FIRST_DISTRIBUTED, type Placement } from './placements.ts'

/** A table and its intended placement. */
export interface TableToPlace {
  readonly name: string
  readonly placement: Placement
}

/**
 * Many tables in one transaction need one connection to each node; triggers only change rows of their own workspace.
 */
const SETTINGS = [
  `set local citus.multi_shard_modify_mode = 'sequential'`,
  'set local citus.enable_unsafe_triggers = on',
  'set local client_min_messages = warning',
]

/** The bit of `pg_trigger.tgtype` for triggers on `insert`. */
const FIRES_ON_INSERT = 4

/** Reference tables come first, because the others refer to them. */
const ORDER: readonly Placement[] = ['reference', 'distributed', 'local', 'each']

/**
 * Places tables in a Citus cluster in one transaction. Their foreign keys are dropped and created again, because Citus
 * places tables one by one, and their triggers on new rows are disabled, because they would count the rows again that
 * Citus copies. Writes to the tables wait meanwhile.
 * @param shards number of shards of the distributed tables, if these are the first
 * @throws Error if a table has another placement or another number of rows afterwards
 */
export async function placeTables<Table extends TableToPlace>(
  client: Client,
  tables: readonly Table[],
  shards?: number,
): Promise<Table[]> {
  if (tables.length === 0) return []
  const names = tables.map(({ name }) => name)
  await client.query('begin')
  try {
    for (const setting of SETTINGS) await client.query(setting)
    await client.query(
      `lock table ${names.map((name) => escapeIdentifier(name)).join(', ')} in share row exclusive mode`,
    )
    const forced = await liftForcedSecurity(client, names)
    const before = await countRows(client, names)
    const triggers = await disableInsertTriggers(client, names)
    const keys = await dropForeignKeys(client, names)
    const ordered = ORDER.flatMap((placement) => tables.filter((table) => table.placement === placement))
    for (const table of firstAtFront(ordered)) await place(client, table, shards)
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const enable of triggers) await client.query(enable)
    for (const name of forced)
      await client.query(`alter table ${escapeIdentifier(name)} force row level security`)
    await markDistributed(client)
    await requirePlaced(client, tables, before)
    await client.query('commit')
    return ordered
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Tells new sessions that the database is distributed: they do not force generic plans, and send each change by itself. */
export async function markDistributed(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  await client.query(`alter database ${rows[0]!.name} set ${IS_DISTRIBUTED} = 'on'`)
}

/**
 * Lifts row security that also applies to the owner, because it would hide all rows from counting and copying. Returns
 * the affected tables.
 */
async function liftForcedSecurity(client: Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select relname as name from pg_class where oid = any($1::regclass[]) and relforcerowsecurity',
    [names],
  )
  for (const { name } of rows)
    await client.query(`alter table ${escapeIdentifier(name)} no force row level security`)
  return rows.map(({ name }) => name)
}

/**
 * Disables the triggers that fire on new rows; returns the statements that enable them as before. Citus does not pass on
 * that a trigger on `truncate` is enabled, so others stay as they are.
 */
async function disableInsertTriggers(client: Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ off: string; on: string }>(
    `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as off,
       format('alter table %s enable %s trigger %I', tgrelid::regclass,
         case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as on
     from pg_trigger
     where tgrelid = any($1::regclass[]) and not tgisinternal and tgenabled <> 'D'
       and (tgtype & ${FIRES_ON_INSERT}) <> 0
     order by 1`,
    [names],
  )
  for (const { off } of rows) await client.query(off)
  return rows.map(({ on }) => on)
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Drops the foreign keys from and to tables; returns them with the statements that create them. */
async function dropForeignKeys(client: Client, names: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and conrelid = any($1::regclass[])
     order by 1, 2`,
    [names],
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows
}

function firstAtFront<Table extends TableToPlace>(tables: readonly Table[]): Table[] {
  return tables.toSorted((a, b) => rank(a) - rank(b))
}

function rank({ name, placement }: TableToPlace): number {
  return ORDER.indexOf(placement) * 2 + (name === FIRST_DISTRIBUTED ? 0 : 1)
}

async function place(
  client: Client,
  { name, placement }: TableToPlace,
  shards: number | undefined,
): Promise<void> {
  const table = escapeIdentifier(name)
  if (placement === 'reference') await client.query('select create_reference_table($1)', [table])
  else if (placement === 'local') await client.query('select citus_add_local_table_to_metadata($1)', [table])
  else if (placement === 'each') await createOnWorkers(client, name)
  else if (name === FIRST_DISTRIBUTED)
    await client.query(
      `select create_distributed_table($1, 'workspace_id', colocate_with => 'none', shard_count => $2::integer)`,
      [table, shards],
    )
  else
    await client.query(`select create_distributed_table($1, 'workspace_id', colocate_with => $2)`, [
      table,
      FIRST_DISTRIBUTED,
    ])
}

/**
 * Creates a table on the workers that lack it, outside the transaction of this connection: if that rolls back, an empty
 * table is left that the next attempt finds.
 */
async function createOnWorkers(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ command: string }>(
    'select command from master_get_table_ddl_events($1) as command',
    [name],
  )
  const body = rows.map(({ command }) => `${command};`).join(' ')
  const { rows: results } = await client.query<{ success: boolean; result: string }>(
    'select success, result from run_command_on_workers($1)',
    [`do $create$ begin if to_regclass('public.${name}') is null then ${body} end if; end $create$`],
  )
  const failed = results.find(({ success }) => !success)
  if (failed) throw new Error(`The table ${name} was not created on a worker: ${failed.result}`)
}

async function countRows(client: Client, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const counts = new Map<string, string>()
  for (const name of names) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) as count from ${escapeIdentifier(name)}`,
    )
    counts.set(name, rows[0]!.count)
  }
  return counts
}

/** @throws Error naming the first table that has another placement or not all of its rows */
async function requirePlaced(
  client: Client,
  tables: readonly TableToPlace[],
  before: ReadonlyMap<string, string>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; group: number }>(
    `select c.relname as name, p.colocationid as group
     from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid`,
  )
  const groups = new Map(rows.map(({ name, group }) => [name, group]))
  for (const { name, placement } of tables.filter((table) => table.placement !== 'each')) {
    const isPlaced =
      placement === 'distributed' ? groups.get(name) === groups.get(FIRST_DISTRIBUTED) : groups.has(name)
    if (!isPlaced) throw new Error(`The table ${name} was not placed as ${placement}.`)
  }
  const after = await countRows(
    client,
    tables.map(({ name }) => name),
  )
  for (const [name, count] of after)
    if (count !== before.get(name))
      throw new Error(`The table ${name} had ${before.get(name)} rows and now has ${count}.`)
}
