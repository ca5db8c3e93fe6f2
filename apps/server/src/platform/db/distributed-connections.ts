import type { PoolClient } from 'pg'
import { raw, sql } from './sql.ts'

/** The setting of a database that `plumbline db distribute` has distributed. */
export const IS_DISTRIBUTED = 'app.is_distributed'

/** Returns one row: whether the database is distributed over the nodes of a cluster. */
export const distribution = sql`
  select coalesce(current_setting('${raw(IS_DISTRIBUTED)}', true) = 'on', false) as "isDistributed"`

/** The row of `distribution`. */
export interface Distribution {
  readonly isDistributed: boolean
}

/** Connections to a distributed database. */
const distributed = new WeakSet<PoolClient>()

/** Asks a new connection whether its database is distributed, before anything else is sent on it. Never rejects. */
export async function learnDistribution(client: PoolClient): Promise<void> {
  try {
    const { rows } = await client.query<Distribution>(distribution.text)
    if (rows[0]?.isDistributed) distributed.add(client)
  } catch {
    // The statement for which the connection was opened fails, too, and reports it.
  }
}

/**
 * Whether a connection leads to a distributed database. False while the answer is under way: what depends on it is only
 * faster, not different.
 */
export function isDistributed(client: PoolClient): boolean {
  return distributed.has(client)
}
