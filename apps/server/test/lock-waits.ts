import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from '../src/platform/db/index.ts'
import type { TestApp } from './app.ts'
import { citusUrl } from './citus.ts'

/** The connections to this database that wait for a lock. */
const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** The same on every node of a cluster: a lock is held on the node of its row. */
const WAITING_ON_NODES = `
  select unnest(result::int[]) from run_command_on_all_nodes($$select coalesce(array_agg(pid), '{}') from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'$$)`

/** Waits until this many connections wait for a lock. */
export async function waitingForLocks(app: TestApp, count: number): Promise<void> {
  await app.asOwner(async (owner) => {
    for (;;) {
      const { rowCount } = await owner.query(citusUrl === undefined ? WAITING : WAITING_ON_NODES)
      if (rowCount === count) return
      await delay(5)
    }
  })
}

/** Starts a transaction that remains open until it is released. */
export function holdTransaction(
  app: TestApp,
  workspaceId: string,
  work: (tx: Transaction) => Promise<unknown>,
) {
  const [done, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended = app.db.transaction(workspaceId, async (tx) => {
    await work(tx)
    done.resolve()
    await released.promise
  })
  const release = () => {
    released.resolve()
    return ended
  }
  // If the work fails, it has not started.
  return { started: Promise.race([done.promise, ended]), release }
}
