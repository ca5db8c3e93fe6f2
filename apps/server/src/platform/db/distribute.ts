import type { Client, ClientConfig } from 'pg'
import { onOwnConnection, underMigrationLock } from './migration-connection.ts'
import { placements, type Placement } from './placements.ts'
import { placeTables } from './place-tables.ts'

/** A table, its intended placement in a cluster, and its current one. */
export interface PlannedTable {
  readonly name: string
  readonly placement: Placement
  /** Its placement in Citus; undefined if it is an ordinary table of this server. */
  readonly current: Placement | undefined
  /** Number of rows, as last estimated by PostgreSQL. */
  readonly rows: number
}

/** The current and intended distribution of the tables over the nodes of a cluster. */
export interface DistributionPlan {
  /** The version of Citus; undefined on a server without the extension. */
  readonly citus: string | undefined
  /** Nodes other than the coordinator. */
  readonly workers: number
  readonly tables: readonly PlannedTable[]
  /** Tables whose placement is not the intended one. */
  readonly unplaced: readonly PlannedTable[]
}

/** Returns what `distributeTables` would do. Changes nothing, and also works on a server without the extension. */
export function planDistribution(connection: ClientConfig): Promise<DistributionPlan> {
  return onOwnConnection(connection, readPlan)
}

/**
 * Distributes the tables of a database over the nodes of a Citus cluster: all tables, or those not placed yet. One
 * transaction: either all tables are placed with the same number of rows, or nothing changes. Writes wait meanwhile.
 * @returns the tables that were placed
 * @throws Error with a sentence for the operator if the server cannot do it, or a table is not as planned afterwards
 */
export function distributeTables(connection: ClientConfig, shards: number): Promise<PlannedTable[]> {
  return underMigrationLock(connection, async (client) => {
    const plan = await readPlan(client)
    const refusal = refusalOf(plan)
    if (refusal !== undefined) throw new Error(refusal)
    return placeTables(client, plan.unplaced, shards)
  })
}

/**
 * After migrations of a distributed database: places the tables that they added. Does nothing for other databases.
 * @param client the owner's connection, which holds the migration lock
 */
export async function placeAddedTables(client: Client): Promise<void> {
  const plan = await readPlan(client)
  if (!plan.tables.some(({ current }) => current === 'distributed')) return
  await placeTables(client, plan.unplaced)
}

/** Returns the reason why the tables cannot be distributed, as a sentence; undefined if they can. */
export function refusalOf({ citus, workers, unplaced }: DistributionPlan): string | undefined {
  if (citus === undefined)
    return 'This database does not have the extension citus: install it on every node, and create it in this database ("create extension citus").'
  if (workers === 0)
    return 'This cluster has no workers: add them with "select citus_add_node(…)", then distribute.'
  const elsewhere = unplaced.find(({ current }) => current !== undefined)
  if (elsewhere === undefined) return undefined
  return `Citus has the table ${elsewhere.name} as ${elsewhere.current}, and it belongs to ${elsewhere.placement}: undistribute it first.`
}

async function readPlan(client: Client): Promise<DistributionPlan> {
  const { rows: found } = await client.query<{ name: string; rows: number }>(`
    select c.relname as name, coalesce(nullif(greatest(c.reltuples, 0), 0), s.n_live_tup, 0)::float8 as rows
    from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not exists (
      select from pg_depend e where e.objid = c.oid and e.deptype = 'e')
    order by c.relname collate "C"`)
  const { citus, workers, current } = await readCluster(client)
  const tables = found.flatMap(({ name, rows }) => {
    const placement = placements.get(name)
    return placement === undefined ? [] : [{ name, placement, current: current.get(name), rows }]
  })
  // Citus does not know unmanaged tables.
  const unplaced = tables.filter((table) => table.placement !== (table.current ?? 'unmanaged'))
  return { citus, workers, tables, unplaced }
}

interface Cluster {
  readonly citus: string | undefined
  readonly workers: number
  readonly current: ReadonlyMap<string, Placement>
}

async function readCluster(client: Client): Promise<Cluster> {
  const { rows: versions } = await client.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  )
  if (versions[0] === undefined) return { citus: undefined, workers: 0, current: new Map() }
  const { rows: nodes } = await client.query<{ workers: number }>(
    `select count(*)::integer as workers from pg_dist_node where noderole = 'primary' and groupid <> 0`,
  )
  const { rows: placed } = await client.query<{ name: string; placement: Placement }>(`
    select c.relname as name,
      case when p.partmethod = 'h' then 'distributed' when p.repmodel = 't' then 'reference' else 'local' end as placement
    from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid`)
  const current = new Map(placed.map(({ name, placement }) => [name, placement]))
  for (const [name, placement] of placements)
    if (placement === 'each' && (await isOnWorkers(client, name))) current.set(name, placement)
  return { citus: versions[0].version, workers: nodes[0]!.workers, current }
}

/** Whether every worker has a table. */
async function isOnWorkers(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ isOnAll: boolean | null }>(
    `select bool_and(result = 't') as "isOnAll" from run_command_on_workers($1)`,
    [`select to_regclass('public.${name}') is not null`],
  )
  return rows[0]!.isOnAll === true
}
