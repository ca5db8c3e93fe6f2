import type { Database, Transaction } from './database.ts'

/**
 * The door to the database from within a transaction: whatever asks it for a transaction of the workspace goes on
 * in this one, so that all of it commits together, or nothing does. Raises Error for another workspace.
 */
export function withinTransaction(db: Database, tx: Transaction): Database {
  const same = (workspaceId: string): Transaction => {
    if (workspaceId !== tx.workspaceId) throw new Error('the transaction belongs to another workspace')
    return tx
  }
  return {
    ...db,
    in: same,
    transaction: (workspaceId, work) => work(same(workspaceId)),
    global: tx,
    globalTransaction: (work) => work(tx),
  }
}
