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
 * Lets a consumer listen to the events of the transaction's workspace: it reads those of every change that commits
 * after this transaction does, which waits for changes that are under way. One that listens already goes on where it
 * stands, with the new end.
 * @param name of the consumer; one that each process reads for itself carries the process in its name
 * @param expiresAt when it ends unless it is renewed, so that a process that was killed holds no events back; null:
 * when `stopListening` ends it
 * @returns whether it begins now: one that meant to renew itself has missed what happened since its end
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

/** Ends a consumer. Where none is left, the events that wait are removed and no more are written. */
export async function stopListening(tx: Transaction, name: string): Promise<void> {
  const stream = await lockStream(tx)
  const { hasConsumers } = await deleteConsumer(tx, name)
  if (hasConsumers) return
  await setHasConsumers(tx, stream, false)
  await deleteEvents(tx)
}

/** Ends consumers that were not renewed in time. */
export async function endExpired({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  for (const { workspaceId, name } of await expiredConsumers(db.global, clock.sqlNow())) {
    await db.transaction(workspaceId, async (tx) => {
      await lockStream(tx)
      if (await isExpired(tx, name, clock.sqlNow())) await stopListening(tx, name)
    })
  }
}
