import { readSnapshot, type Database, type Snapshot } from '../../../platform/db/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { compareCounts } from './counted-rows-store.ts'
import type { CountedTable } from '../projection/counted-table.ts'
import { LedgerWrong, type LedgerFault } from '../projection/ledger-fault.ts'
import { pointAtPushedIn } from './pushed-in.ts'
import type { Projection, Replay, ReplayedEntry, RowFault } from '../projection/projection.ts'
import { upcasting } from '../append/recorded-payload.ts'
import { wrongOrOfDatabase } from '../projection/replaying.ts'
import { RowFindings } from './row-findings.ts'
import { entryFault, type FoundEntry } from '../rules/entry-fault.ts'
import { kindNamed, subjectOfKind } from '../rules/entry-kind.ts'
import { rootOf, type Edge } from '../rules/merkle-tree.ts'
import { CheckpointCheck, verifierOfLedger } from './verify-checkpoints.ts'
import { findLedger, walkCheckpoints, walkEntries, walkNodes, type FoundLedger } from './verify-store.ts'
import { checkHead, TreeCheck } from './verify-tree.ts'

/** What verifying works with. */
export interface VerifyParts {
  readonly db: Pick<Database, 'connect'>
  readonly secrets: Secrets
  /** The tables of every module, as the ledger describes them. */
  readonly projections: readonly Projection[]
  /** Called now and then how many entries were found in order. */
  readonly onProgress?: (entriesDone: number) => void
  /** See `Snapshot.heldMax`. */
  readonly heldMax?: number
}

/** What was found of one ledger. It holds when there is neither a fault nor a row that differs. */
export interface LedgerReport {
  readonly workspaceId: string
  /** Entries that were found in order, and the root of the tree over them in base64. */
  readonly size: number
  readonly root: string
  /** What is wrong in the ledger itself; its tables are not looked at then. */
  readonly fault: LedgerFault | null
  /** Rows of tables that were compared with what the ledger says. */
  readonly rowsCompared: number
  readonly rowFaultCount: number
  /** The first of them, by the entry that last spoke of the row. */
  readonly rowFaults: readonly RowFault[]
}

/**
 * Computes a ledger again from its entries as one snapshot of the database shows them: every entry, node, the
 * head, and every checkpoint; then compares every table with its entries. Ends at the first
 * wrong entry.
 * @param keptCheckpoints signed notes that a person kept outside the database
 */
export async function verifyLedger(
  parts: VerifyParts,
  workspaceId: string,
  keptCheckpoints: readonly string[] = [],
): Promise<LedgerReport> {
  const { db, projections, heldMax } = parts
  const verify = async (snapshot: Snapshot) => {
    const rows = new RowFindings()
    const replays = projections.map((projection) => projection.begin(snapshot, rows))
    return (await verifyWithin(snapshot, parts, { rows, replays, keptCheckpoints })).report
  }
  return readSnapshot(db, workspaceId, verify, { heldMax })
}

/** How far a ledger was computed. */
export interface ComputedLedger {
  readonly edge: Edge
  /** Instant of the last entry. */
  readonly lastAt: string
}

/** Verifies within an open snapshot. The replays have then taken every entry that it shows. */
export async function verifyWithin(
  snapshot: Snapshot,
  { secrets, projections, onProgress = () => undefined }: Omit<VerifyParts, 'db'>,
  {
    rows,
    replays,
    keptCheckpoints,
  }: { rows: RowFindings; replays: readonly Replay[]; keptCheckpoints: readonly string[] },
): Promise<{ report: LedgerReport; computed: ComputedLedger }> {
  const { workspaceId } = snapshot
  const tree = new TreeCheck(walkNodes(snapshot))
  let fault: LedgerFault | null = null
  let lastAt = ''
  try {
    const ledger = await findLedger(snapshot)
    const verifier = verifierOfLedger(ledger, secrets)
    const checkpoints = new CheckpointCheck(walkCheckpoints(snapshot), keptCheckpoints, verifier)
    const upcast = upcastingOf(projections)
    lastAt = await walk(snapshot, ledger, { tree, checkpoints, replays, upcast, onProgress })
    for (const replay of replays) await replay.compare(0)
    for (const counts of countsOf(projections, workspaceId)) await compareCounts(snapshot, counts, rows)
  } catch (error) {
    if (!(error instanceof LedgerWrong)) throw error
    fault = await pointAtPushedIn(snapshot, error.fault)
  }
  const found = fault ? new RowFindings() : rows
  const root = rootOf(tree.edge).toString('base64')
  const report = { workspaceId, size: tree.edge.size, root, fault, ...found.summary() }
  return { report, computed: { edge: tree.edge, lastAt } }
}

/** Everything that triggers count. */
export function countsOf(projections: readonly Projection[], workspaceId: string): CountedTable[] {
  return projections.flatMap(({ counts }) => counts?.(workspaceId) ?? [])
}

interface Checks {
  readonly tree: TreeCheck
  readonly checkpoints: CheckpointCheck
  readonly replays: readonly Replay[]
  readonly upcast: ReturnType<typeof upcasting>
  readonly onProgress: (entriesDone: number) => void
}

/** Returns the instant of the last entry. Raises LedgerWrong at the first entry that is wrong. */
async function walk(snapshot: Snapshot, ledger: FoundLedger, checks: Checks): Promise<string> {
  const { tree, checkpoints } = checks
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
    await replayPage(page, checks)
    checks.onProgress(tree.edge.size)
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

/** Brings payloads of every kind of entry to their present versions. */
export function upcastingOf(projections: readonly Projection[]): ReturnType<typeof upcasting> {
  return upcasting(projections.flatMap(({ payloads = [] }) => payloads))
}

/** Hands entries that were checked to the replays. Raises LedgerWrong for one that no writer can have written. */
export async function replayPage(
  page: readonly FoundEntry[],
  { replays, upcast }: Pick<Checks, 'replays' | 'upcast'>,
): Promise<void> {
  for (const row of page) {
    // The row was checked: its columns are those of an entry.
    const index = row.index as number
    try {
      const entry = replayedEntry(row, index, upcast)
      for (const replay of replays) {
        const taking = replay.take(entry)
        // Most of them have nothing to wait for, a million times over.
        if (taking) await taking
      }
    } catch (error) {
      throw wrongOrOfDatabase(index, error)
    }
  }
}

function replayedEntry(row: FoundEntry, index: number, upcast: Checks['upcast']): ReplayedEntry {
  const kind = kindNamed(row.kind)!
  return {
    index,
    at: row.at,
    kind,
    actor: { type: row.actorType as ReplayedEntry['actor']['type'], id: row.actorId },
    subject: { type: subjectOfKind[kind], id: row.subjectId },
    payload: upcast(kind, JSON.parse(row.payload)),
  }
}
