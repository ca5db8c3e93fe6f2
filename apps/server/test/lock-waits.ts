import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from '../src/platform/db/index.ts'
import type { TestApp } from './app.ts'

/** Waits until this many connections wait for a lock. */
export async function waitingForLocks(app: TestApp, count: number): Promise<void> {
  await app.asOwner(async (owner) => {
    for (;;) {
      const { rowCount } = await owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
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
  return { started: done.promise, release }
}
