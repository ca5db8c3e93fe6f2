import type { Database } from './database.ts'
import type { Transaction } from './queries.ts'

/**
 * Returns database access from within a transaction: requests for a transaction in the workspace continue in this
 * one, so that everything commits together, or nothing does. Throws Error for another workspace.
 */
export function withinTransaction(db: Database, tx: Transaction): Database {
  const same = (workspaceId: string): Transaction => {
    if (workspaceId !== tx.workspaceId) throw new Error('the transaction belongs to another workspace')
    return tx
  }
  const within: Database = {
    ...db,
    in: same,
    transaction: (workspaceId, work) => work(same(workspaceId)),
    snapshot: (workspaceId, read) => read(same(workspaceId)),
    fromReplica: (work) => work(),
    global: tx,
    globalTransaction: (work) => work(tx),
    get background() {
      return within
    },
  }
  return within
}
