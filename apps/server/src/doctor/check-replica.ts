import { Client } from 'pg'
import type { Config } from '../platform/config.ts'
import {
  APPLICATION_ROLE,
  clientConfig,
  CONNECT_TIMEOUT_MS,
  sql,
  type Database,
} from '../platform/db/index.ts'
import { fine, problem, warning, type Finding } from './finding.ts'

interface ServerFacts {
  /** Identifies the server and all that were copied from it. */
  readonly system: string
  readonly isReplica: boolean
  readonly synchronousCommit: string
}

const FACTS = sql`
  select system_identifier::text as system, pg_is_in_recovery() as "isReplica",
    current_setting('synchronous_commit') as "synchronousCommit"
  from pg_control_system()`

/** Checks whether the replica can be used for this database; no finding if none is configured. */
export async function checkReplica(
  { DATABASE_REPLICA_URL: url }: Pick<Config, 'DATABASE_REPLICA_URL'>,
  db: Pick<Database, 'global'>,
): Promise<Finding[]> {
  if (url === undefined) return []
  const [primary] = await db.global.rows<ServerFacts>(FACTS)
  const replica = await factsOf(url)
  if ('unreachable' in replica) {
    const says = `cannot be reached, and the database serves all reads: ${replica.unreachable}`
    return [warning('replica', says, 'check DATABASE_REPLICA_URL, and that the replica runs')]
  }
  if (!replica.isReplica || replica.system !== primary?.system) {
    const says = `${replica.isReplica ? 'is a replica of another database' : 'is no replica'}, and is not used`
    return [problem('replica', says, 'set DATABASE_REPLICA_URL to a streaming replica of DATABASE_URL')]
  }
  if (primary.synchronousCommit === 'off') {
    const says = 'may show a list without what was just written: synchronous_commit is off'
    return [problem('replica', says, 'set synchronous_commit to on or local on the database')]
  }
  return [fine('replica', 'a streaming replica of the database; it serves lists and reports')]
}

async function factsOf(connectionString: string): Promise<ServerFacts | { unreachable: string }> {
  const client = new Client({
    ...clientConfig({ connection: { connectionString }, role: APPLICATION_ROLE }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<ServerFacts>(FACTS.text)
    return rows[0]!
  } catch (error) {
    return { unreachable: (error as Error).message }
  } finally {
    await client.end().catch(() => undefined)
  }
}
