import type { Clock } from '../clock.ts'
import type { Database, Sql, Transaction } from '../db/index.ts'
import {
  deleteConsumer,
  deleteEvents,
  expiredConsumers,
  insertConsumer,
  isExpired,
} from './consumer-store.ts'
import { lockStream, setHasConsumers } from './stream-store.ts'

/**
 * Registers a consumer for the events of the transaction's workspace: it reads those of every change that commits after
 * this transaction, which waits for changes in progress. A consumer that is already registered continues from its
 * position, with the new expiry.
 * @param name of the consumer; contains the process if each process reads for itself
 * @param expiresAt when it ends unless it is renewed, so that a killed process does not hold events back; null if only
 * `stopListening` ends it
 * @returns whether it starts now: a consumer that expected to be renewed has missed the events since its end
 */
export async function listen(
  tx: Transaction,
  name: string,
  expiresAt: Sql | string | null = null,
): Promise<{ isNew: boolean }> {
  const stream = await lockStream(tx)
  const { isNew } = await insertConsumer(tx, name, { position: stream.lastPosition, expiresAt })
  await setHasConsumers(tx, stream, true)
  return { isNew }
}

/** Removes a consumer. If none is left, waiting events are deleted and no more are written. */
export async function stopListening(tx: Transaction, name: string): Promise<void> {
  const stream = await lockStream(tx)
  const { hasConsumers } = await deleteConsumer(tx, name)
  if (hasConsumers) return
  await setHasConsumers(tx, stream, false)
  await deleteEvents(tx)
}

/** Removes consumers that were not renewed in time. */
export async function endExpired({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  for (const { workspaceId, name } of await expiredConsumers(db.global, clock.sqlNow())) {
    await db.transaction(workspaceId, async (tx) => {
      await lockStream(tx)
      if (await isExpired(tx, name, clock.sqlNow())) await stopListening(tx, name)
    })
  }
}
