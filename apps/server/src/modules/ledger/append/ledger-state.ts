import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { edgeOf, rootOf } from '../rules/merkle-tree.ts'
import { findHead } from './store.ts'

/** The size of a ledger and the root of its tree in hex, as printed on certificates. */
export interface LedgerState {
  readonly treeSize: number
  readonly root: string
}

/** Returns the state of a workspace's ledger as seen by this transaction. */
export async function ledgerState(queries: WorkspaceQueries): Promise<LedgerState> {
  const { size, edge } = await findHead(queries)
  return { treeSize: size, root: rootOf(edgeOf(size, edge)).toString('hex') }
}
