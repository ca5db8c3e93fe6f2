import type { Snapshot } from '../../../platform/db/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { LedgerFaultError, type LedgerFault } from '../projection/ledger-fault.ts'
import { entryFault, type FoundEntry } from '../rules/entry-fault.ts'
import type { Edge } from '../rules/merkle-tree.ts'
import { CheckpointCheck, keysOfLedger, type CheckpointCounts } from './verify-checkpoints.ts'
import {
  findLedger,
  streamCheckpoints,
  streamEntries,
  streamNodes,
  type FoundLedger,
} from './verify-store.ts'
import { checkHead, TreeCheck } from './verify-tree.ts'

/** How far a ledger was computed. */
export interface ComputedLedger {
  readonly edge: Edge
  /** Instant of the last entry. */
  readonly lastAt: string
  readonly checkpoints: CheckpointCounts
}

/** The findings about the chain of entries: how far they are in order, and the first fault. */
export interface ChainReport {
  readonly computed: ComputedLedger
  readonly fault: LedgerFault | null
}

/** Processes entries found in order, before the next ones are examined. It may throw LedgerFaultError. */
type TakePage = (page: readonly FoundEntry[], edge: Edge) => Promise<void>

/**
 * Recomputes every entry, node, the head and every checkpoint. Stops at the first wrong entry.
 * @param options.savedCheckpoints signed notes that a person stored outside the database
 */
export async function verifyChain(
  snapshot: Snapshot,
  secrets: Secrets,
  { savedCheckpoints, takePage }: { savedCheckpoints: readonly string[]; takePage: TakePage },
): Promise<ChainReport> {
  const tree = new TreeCheck(streamNodes(snapshot))
  let checkpoints: CheckpointCheck | undefined
  const computed = (lastAt: string): ComputedLedger => ({
    edge: tree.edge,
    lastAt,
    checkpoints: checkpoints?.compared ?? { stored: 0, outside: 0 },
  })
  try {
    const ledger = await findLedger(snapshot)
    const keys = keysOfLedger(ledger, secrets)
    checkpoints = new CheckpointCheck(streamCheckpoints(snapshot), savedCheckpoints, keys)
    const lastAt = await walk(snapshot, ledger, { tree, checkpoints, takePage })
    return { computed: computed(lastAt), fault: null }
  } catch (error) {
    if (!(error instanceof LedgerFaultError)) throw error
    return { computed: computed(''), fault: error.fault }
  }
}

interface Checks {
  readonly tree: TreeCheck
  readonly checkpoints: CheckpointCheck
}

/** Returns the instant of the last entry. Throws LedgerFaultError at the first entry that is wrong. */
async function walk(
  snapshot: Snapshot,
  ledger: FoundLedger,
  checks: Checks & { takePage: TakePage },
): Promise<string> {
  const { tree, checkpoints, takePage } = checks
  let lastAt = ''
  await checkpoints.check(tree.edge, lastAt)
  for await (const page of streamEntries(snapshot).pages()) {
    for (const row of page) {
      const index = tree.edge.size
      const what = entryFault(row, { workspaceId: snapshot.workspaceId, index, lastAt })
      if (what !== undefined)
        throw new LedgerFaultError({ index: placeOf(row, index), found: 'entries', what })
      const appending = tree.append(row.leafHash)
      // Usually there is nothing to wait for, and there are millions of entries.
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
    // The last leaf is not in any node yet; only the head can confirm it.
    if (head?.size === tree.edge.size) checkHead(head, tree.edge, lastAt)
    throw error
  }
}

/** A row with an index that was already counted is itself the wrong one. */
function placeOf({ index: found }: FoundEntry, index: number): number {
  return Math.max(0, Math.min(Number(found), index))
}
