import type { Pool, PoolClient, QueryResult } from 'pg'
import { currentDeadline } from '../deadline.ts'
import { noteExchange } from './database-use.ts'
import type { Sql, StatementToSend } from './sql.ts'

/** How statements are sent: prepared under a name, or unprepared. */
export type AsSent = (statement: Sql) => StatementToSend

/** Borrows a connection. One obtained after the deadline of the request is returned unused. @throws DeadlinePassed */
export async function borrow(pool: Pool): Promise<PoolClient> {
  const deadline = currentDeadline()
  if (!deadline) return pool.connect()
  deadline.throwIfPassed()
  return deadline.race(pool.connect(), (late) => late.release())
}

/** Destroys a connection that can no longer be used: whatever the server still does on it ends without a commit. */
export function discard(client: PoolClient, why: Error): void {
  client.connection.stream.destroy()
  client.release(why)
}

/**
 * Sends statements in one write and waits for all results, then throws the first failure: statements after a failed
 * one fail too, with less useful errors. At the deadline of the request the connection is destroyed, so that an
 * unresponsive database delays no one.
 * @throws DeadlinePassed if it passed before anything was sent
 */
export async function sendAll(
  client: PoolClient,
  statements: readonly (Sql | string)[],
  asSent: AsSent,
): Promise<QueryResult[]> {
  const deadline = currentDeadline()
  deadline?.throwIfPassed()
  const sent = Promise.allSettled(sendTogether(client, statements, asSent))
  noteExchange(client, statements.length, sent)
  const forget = deadline?.onPassed(() => client.connection.stream.destroy())
  const settled = await sent
  forget?.()
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

function sendTogether(
  client: PoolClient,
  statements: readonly (Sql | string)[],
  asSent: AsSent,
): Promise<QueryResult>[] {
  const { stream } = client.connection
  stream.cork()
  try {
    return statements.map((statement) =>
      typeof statement === 'string' ? client.query(statement) : client.query(asSent(statement)),
    )
  } finally {
    stream.uncork()
  }
}
