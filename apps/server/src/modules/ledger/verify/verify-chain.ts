import type { Snapshot } from '../../../platform/db/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { LedgerWrong, type LedgerFault } from '../projection/ledger-fault.ts'
import { entryFault, type FoundEntry } from '../rules/entry-fault.ts'
import type { Edge } from '../rules/merkle-tree.ts'
import { CheckpointCheck, verifierOfLedger } from './verify-checkpoints.ts'
import { findLedger, walkCheckpoints, walkEntries, walkNodes, type FoundLedger } from './verify-store.ts'
import { checkHead, TreeCheck } from './verify-tree.ts'

/** How far a ledger was computed. */
export interface ComputedLedger {
  readonly edge: Edge
  /** Instant of the last entry. */
  readonly lastAt: string
}

/** What was found of the chain of entries: how far they are in order, and the first fault. */
export interface ChainReport {
  readonly computed: ComputedLedger
  readonly fault: LedgerFault | null
}

/** Which chain is verified in another thread: in the snapshot that a transaction shares. */
export interface ChainOrder {
  readonly workspaceId: string
  readonly snapshotId: string
  readonly keptCheckpoints: readonly string[]
}

/** Verifies a chain of entries in another thread. */
export type VerifyChainApart = (order: ChainOrder) => Promise<ChainReport>

/** How a chain is verified. */
interface VerifyingChain {
  /** Signed notes that a person kept outside the database. */
  readonly keptCheckpoints: readonly string[]
  /** Takes entries that were found in order, before the next ones are looked at. It may raise LedgerWrong. */
  readonly takePage?: (page: readonly FoundEntry[], edge: Edge) => Promise<void>
}

/** Computes every entry, node, the head and every checkpoint again. Ends at the first wrong entry. */
export async function verifyChain(
  snapshot: Snapshot,
  secrets: Secrets,
  { keptCheckpoints, takePage = () => Promise.resolve() }: VerifyingChain,
): Promise<ChainReport> {
  const tree = new TreeCheck(walkNodes(snapshot))
  try {
    const ledger = await findLedger(snapshot)
    const verifier = verifierOfLedger(ledger, secrets)
    const checkpoints = new CheckpointCheck(walkCheckpoints(snapshot), keptCheckpoints, verifier)
    const lastAt = await walk(snapshot, ledger, { tree, checkpoints, takePage })
    return { computed: { edge: tree.edge, lastAt }, fault: null }
  } catch (error) {
    if (!(error instanceof LedgerWrong)) throw error
    return { computed: { edge: tree.edge, lastAt: '' }, fault: error.fault }
  }
}

interface Checks {
  readonly tree: TreeCheck
  readonly checkpoints: CheckpointCheck
  readonly takePage: NonNullable<VerifyingChain['takePage']>
}

/** Returns the instant of the last entry. Raises LedgerWrong at the first entry that is wrong. */
async function walk(snapshot: Snapshot, ledger: FoundLedger, checks: Checks): Promise<string> {
  const { tree, checkpoints, takePage } = checks
  let lastAt = ''
  await checkpoints.check(tree.edge, lastAt)
  for await (const page of walkEntries(snapshot).pages()) {
    for (const row of page) {
      const index = tree.edge.size
      const what = entryFault(row, { workspaceId: snapshot.workspaceId, index, lastAt })
      if (what !== undefined) throw new LedgerWrong({ index: placeOf(row, index), found: 'entries', what })
      const appending = tree.append(row.leafHash)
      // Most of them have nothing to wait for, a million times over.
      if (appending) await appending
      lastAt = row.at
      if (checkpoints.isDue(tree.edge)) await checkCheckpoints(ledger, checks, lastAt)
    }
    await takePage(page, tree.edge)
  }
  checkHead(ledger.head, tree.edge, lastAt)
  await checkpoints.end(tree.edge)
  await tree.end(ledger.strayNode)
  return lastAt
}

async function checkCheckpoints(
  { head }: FoundLedger,
  { tree, checkpoints }: Checks,
  lastAt: string,
): Promise<void> {
  try {
    await checkpoints.check(tree.edge, lastAt)
  } catch (error) {
    // Of the last leaf, which stands in no node yet, the head can say that it is this one.
    if (head?.size === tree.edge.size) checkHead(head, tree.edge, lastAt)
    throw error
  }
}

/** A row with an index that was counted before is itself the wrong one. */
function placeOf({ index: found }: FoundEntry, index: number): number {
  return Math.max(0, Math.min(Number(found), index))
}
