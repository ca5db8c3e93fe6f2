import { type Database, readSnapshot, type Snapshot } from '../../../platform/db/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { upcasting } from '../append/recorded-payload.ts'
import type { CountedTable } from '../projection/counted-table.ts'
import { type LedgerFault, LedgerWrong } from '../projection/ledger-fault.ts'
import type { Projection, Replay, ReplayedEntry, RowFault } from '../projection/projection.ts'
import { wrongOrOfDatabase } from '../projection/replaying.ts'
import { isPayloadOf } from '../rules/entry-fault.ts'
import { kindNamed, subjectOfKind } from '../rules/entry-kind.ts'
import { rootOf } from '../rules/merkle-tree.ts'
import { besideChain, twoThreadsFirst } from './beside-chain.ts'
import { compareCounts } from './counted-rows-store.ts'
import { RowFindings } from './row-findings.ts'
import { type ComputedLedger, verifyChain, type VerifyChainApart } from './verify-chain.ts'
import type { CheckpointCounts } from './verify-checkpoints.ts'
import { findSaidIndexes, type FoundReplayed, walkReplayed } from './verify-store.ts'

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
  /** Verifies the chain of entries in another thread, beside their replay; without it both take turns. */
  readonly chainApart?: VerifyChainApart | undefined
}

/** What was found of one ledger. It holds when there is neither a fault nor a row that differs. */
export interface LedgerReport {
  readonly workspaceId: string
  /** Entries that were found in order, and the root of the tree over them in base64. */
  readonly size: number
  readonly root: string
  /** Signed checkpoints that its tree was compared with. */
  readonly checkpoints: CheckpointCounts
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
  const { db, heldMax } = parts
  return twoThreadsFirst(parts, async (attempted) => {
    const verify = async (snapshot: Snapshot) => {
      const rows = new RowFindings()
      const replays = attempted.projections.map((projection) => projection.begin(snapshot, rows))
      return (await verifyWithin(snapshot, attempted, { rows, replays, keptCheckpoints })).report
    }
    return readSnapshot(db, workspaceId, verify, { heldMax })
  })
}

/** What a verification works on. */
interface Verification {
  readonly rows: RowFindings
  readonly replays: readonly Replay[]
  readonly keptCheckpoints: readonly string[]
}

/** Verifies within an open snapshot. The replays have then taken every entry that it shows. */
export async function verifyWithin(
  snapshot: Snapshot,
  parts: Omit<VerifyParts, 'db'>,
  { rows, replays, keptCheckpoints }: Verification,
): Promise<{ report: LedgerReport; computed: ComputedLedger }> {
  const { workspaceId } = snapshot
  const { projections, secrets, chainApart, onProgress = () => undefined } = parts
  const to = { replays, upcast: upcastingOf(projections) }
  const { computed, fault: chainFault } = chainApart
    ? await besideChain(
        chainApart({ workspaceId, snapshotId: await snapshot.share(), keptCheckpoints }),
        () => replayAll(snapshot, to, onProgress),
      )
    : await verifyChain(snapshot, secrets, {
        keptCheckpoints,
        takePage: async (page, { size }) => {
          await replayPage(page, to)
          onProgress(size)
        },
      })
  const fault = chainFault ?? (await compareAll(snapshot, projections, { rows, replays }))
  const found = fault ? new RowFindings() : rows
  const root = rootOf(computed.edge).toString('base64')
  const pointed = fault && (await pointAtPushedIn(snapshot, fault))
  const { edge, checkpoints } = computed
  const report = { workspaceId, size: edge.size, root, checkpoints, fault: pointed, ...found.summary() }
  return { report, computed }
}

/** Compares what the replays took with the tables. Returns what is wrong with an entry, where that shows only now. */
async function compareAll(
  snapshot: Snapshot,
  projections: readonly Projection[],
  { rows, replays }: Pick<Verification, 'rows' | 'replays'>,
): Promise<LedgerFault | null> {
  try {
    for (const replay of replays) await replay.compare(0)
    for (const counts of countsOf(projections, snapshot.workspaceId))
      await compareCounts(snapshot, counts, rows)
    return null
  } catch (error) {
    if (!(error instanceof LedgerWrong)) throw error
    return error.fault
  }
}

/** Everything that triggers count. */
export function countsOf(projections: readonly Projection[], workspaceId: string): CountedTable[] {
  return projections.flatMap(({ counts }) => counts?.(workspaceId) ?? [])
}

/** Brings payloads of every kind of entry to their present versions. */
export function upcastingOf(projections: readonly Projection[]): ReturnType<typeof upcasting> {
  return upcasting(projections.flatMap(({ payloads = [] }) => payloads))
}

/** Who takes entries, and how their payloads are brought to their present versions. */
interface Replaying {
  readonly replays: readonly Replay[]
  readonly upcast: ReturnType<typeof upcasting>
}

/** Hands every entry to the replays, whose payload has the hash that its text says. Raises LedgerWrong. */
async function replayAll(
  snapshot: Snapshot,
  to: Replaying,
  onProgress: (entriesDone: number) => void,
): Promise<void> {
  let taken = 0
  for await (const page of walkReplayed(snapshot).pages()) {
    for (const row of page) if (!isPayloadOf(row)) throw new Error(`entry ${row.index} has another payload`)
    await replayPage(page, to)
    taken += page.length
    onProgress(taken)
  }
}

/** Hands entries that are checked to the replays. Raises LedgerWrong for one that no writer can have written. */
export async function replayPage(
  page: readonly Omit<FoundReplayed, 'entry'>[],
  { replays, upcast }: Replaying,
): Promise<void> {
  for (const row of page) {
    // The row is checked: its columns are those of an entry.
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

function replayedEntry(
  row: Omit<FoundReplayed, 'entry'>,
  index: number,
  upcast: Replaying['upcast'],
): ReplayedEntry {
  const kind = kindNamed(row.kind)!
  return {
    index,
    at: row.at,
    kind,
    subject: { type: subjectOfKind[kind], id: row.subjectId },
    payload: upcast(kind, JSON.parse(row.payload)),
  }
}

/**
 * Names the first wrong entry more exactly where a row was pushed in: from there on each row says by its text
 * that it is the entry before its place, and the first of those shows whose place was taken.
 */
async function pointAtPushedIn(snapshot: Snapshot, fault: LedgerFault): Promise<LedgerFault> {
  if (fault.found !== 'entries' && fault.found !== 'nodes') return fault
  const near = await findSaidIndexes(snapshot, fault.index, fault.index + 2)
  const aside = near.find(({ index, said }) => said === index - 1 && said >= fault.index - 1)
  if (!aside) return fault
  const what = `Another row stands in its place: the row that is entry ${aside.said} by its text has the index ${aside.index}.`
  return { index: aside.said, found: 'entries', what }
}
