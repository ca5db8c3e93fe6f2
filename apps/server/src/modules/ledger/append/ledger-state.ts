import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { edgeOf, rootOf } from '../rules/merkle-tree.ts'
import { findHead } from './store.ts'

/** How large a ledger is, and the root of its tree in hex: what a certificate prints of it. */
export interface LedgerState {
  readonly treeSize: number
  readonly root: string
}

/** The state of a workspace's ledger as this transaction sees it. */
export async function ledgerState(queries: WorkspaceQueries): Promise<LedgerState> {
  const { size, edge } = await findHead(queries)
  return { treeSize: size, root: rootOf(edgeOf(size, edge)).toString('hex') }
}
