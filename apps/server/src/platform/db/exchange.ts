import type { Pool, PoolClient, QueryResult } from 'pg'
import { presentDeadline } from '../deadline.ts'
import { noteExchange } from './database-use.ts'
import type { Sql, StatementToSend } from './sql.ts'

/** How statements are sent: prepared under a name, or for a single time. */
export type AsSent = (statement: Sql) => StatementToSend

/**
 * Borrows a connection. One that comes after the deadline of the request goes back unused.
 * @throws DeadlinePassed
 */
export async function borrow(pool: Pool): Promise<PoolClient> {
  const deadline = presentDeadline()
  if (!deadline) return pool.connect()
  deadline.throwIfPassed()
  return deadline.race(pool.connect(), (late) => late.release())
}

/** Cuts a connection that can serve nobody any more: whatever the server still does on it ends without a commit. */
export function discard(client: PoolClient, why: Error): void {
  client.connection.stream.destroy()
  client.release(why)
}

/**
 * Sends statements in one write and waits for the results of all of them, then raises the first
 * failure: what follows a failed statement fails too, and says less of why. At the deadline of the
 * request the connection is cut, so that a database that does not respond holds nobody up.
 * @throws DeadlinePassed when it passed before anything was sent
 */
export async function sendAll(
  client: PoolClient,
  statements: readonly (Sql | string)[],
  asSent: AsSent,
): Promise<QueryResult[]> {
  const deadline = presentDeadline()
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
