import { type Database, readSnapshot, type Snapshot } from '../../../platform/db/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { upcasting } from '../append/recorded-payload.ts'
import type { CountedTable } from '../projection/counted-table.ts'
import { type LedgerFault, LedgerFaultError } from '../projection/ledger-fault.ts'
import type { Projection, Replay, ReplayedEntry, RowFault } from '../projection/projection.ts'
import { wrongOrOfDatabase } from '../projection/replaying.ts'
import type { FoundEntry } from '../rules/entry-fault.ts'
import { subjectOfKind } from '@plumbline/contract'
import { kindNamed } from '../rules/entry-kind.ts'
import { rootOf } from '../rules/merkle-tree.ts'
import { compareCounts } from './counted-rows-store.ts'
import { RowFindings } from './row-findings.ts'
import { type ComputedLedger, verifyChain } from './verify-chain.ts'
import type { CheckpointCounts } from './verify-checkpoints.ts'
import { findStatedIndexes } from './verify-store.ts'

/** Dependencies of verification. */
export interface VerifyParts {
  readonly db: Pick<Database, 'connect'>
  readonly secrets: Secrets
  /** The tables of every module, as described by the ledger. */
  readonly projections: readonly Projection[]
  /** Called periodically with the number of entries found in order. */
  readonly onProgress?: (entriesDone: number) => void
  /** See `Snapshot.heldMax`. */
  readonly heldMax?: number
}

/** The findings about one ledger. It is intact if there is neither a fault nor a row that differs. */
export interface LedgerReport {
  readonly workspaceId: string
  /** Number of entries found in order, and the root of the tree over them in base64. */
  readonly size: number
  readonly root: string
  /** Signed checkpoints compared with its tree. */
  readonly checkpoints: CheckpointCounts
  /** A fault in the ledger itself, in which case its tables are not examined. */
  readonly fault: LedgerFault | null
  /** Number of table rows compared with the ledger. */
  readonly rowsCompared: number
  readonly rowFaultCount: number
  /** The first row faults, ordered by the last entry about the row. */
  readonly rowFaults: readonly RowFault[]
}

/**
 * Recomputes a ledger from its entries in one snapshot of the database: every entry, node, the head, and every
 * checkpoint; then compares every table with the entries, and looks for forged rows of tables that no entry describes.
 * Stops at the first wrong entry.
 * @param savedCheckpoints signed notes that a person stored outside the database
 */
export async function verifyLedger(
  parts: VerifyParts,
  workspaceId: string,
  savedCheckpoints: readonly string[] = [],
): Promise<LedgerReport> {
  const { db, secrets, projections, heldMax } = parts
  const verify = async (snapshot: Snapshot) => {
    const rows = new RowFindings()
    const replays = projections.map((projection) => projection.begin(snapshot, rows))
    const { report } = await verifyWithin(snapshot, parts, { rows, replays, savedCheckpoints })
    if (report.fault) return report
    for (const { checkSeals } of projections) await checkSeals?.(snapshot, secrets, rows)
    return { ...report, ...rows.summary() }
  }
  return readSnapshot(db, workspaceId, verify, { heldMax })
}

/** The inputs of a verification. */
interface Verification {
  readonly rows: RowFindings
  readonly replays: readonly Replay[]
  readonly savedCheckpoints: readonly string[]
}

/** Verifies within an open snapshot. Afterwards the replays have processed every entry in the snapshot. */
export async function verifyWithin(
  snapshot: Snapshot,
  parts: Omit<VerifyParts, 'db'>,
  { rows, replays, savedCheckpoints }: Verification,
): Promise<{ report: LedgerReport; computed: ComputedLedger }> {
  const { workspaceId } = snapshot
  const { projections, secrets, onProgress = () => undefined } = parts
  const to = { replays, upcast: upcastingOf(projections) }
  const { computed, fault: chainFault } = await verifyChain(snapshot, secrets, {
    savedCheckpoints,
    takePage: async (page, { size }) => {
      await replayPage(page, to)
      onProgress(size)
    },
  })
  const fault = chainFault ?? (await compareAll(snapshot, projections, { rows, replays }))
  const found = fault ? new RowFindings() : rows
  const root = rootOf(computed.edge).toString('base64')
  const pointed = fault && (await locateInsertedEntry(snapshot, fault))
  const { edge, checkpoints } = computed
  const report = { workspaceId, size: edge.size, root, checkpoints, fault: pointed, ...found.summary() }
  return { report, computed }
}

/**
 * Compares the results of the replays with the tables. Returns a fault of an entry if it becomes apparent only here.
 */
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
    if (!(error instanceof LedgerFaultError)) throw error
    return error.fault
  }
}

/** Returns all counts maintained by triggers. */
export function countsOf(projections: readonly Projection[], workspaceId: string): CountedTable[] {
  return projections.flatMap(({ counts }) => counts?.(workspaceId) ?? [])
}

/** Returns a function that converts payloads of every kind of entry to their current versions. */
export function upcastingOf(projections: readonly Projection[]): ReturnType<typeof upcasting> {
  return upcasting(projections.flatMap(({ payloads = [] }) => payloads))
}

/** The consumers of entries, and how payloads are converted to their current versions. */
interface Replaying {
  readonly replays: readonly Replay[]
  readonly upcast: ReturnType<typeof upcasting>
}

/** Passes checked entries to the replays. Throws LedgerFaultError for an entry that could not have been written. */
export async function replayPage(page: readonly FoundEntry[], { replays, upcast }: Replaying): Promise<void> {
  for (const row of page) {
    // The row has been checked: its columns are those of an entry.
    const index = row.index as number
    try {
      const entry = replayedEntry(row, index, upcast)
      for (const replay of replays) {
        const taking = replay.take(entry)
        // Usually there is nothing to wait for, and there are millions of entries.
        if (taking) await taking
      }
    } catch (error) {
      throw wrongOrOfDatabase(index, error)
    }
  }
}

function replayedEntry(row: FoundEntry, index: number, upcast: Replaying['upcast']): ReplayedEntry {
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
 * Names the first wrong entry more precisely if a row was inserted: from there on, the text of each row states the
 * index before its actual one, and the first of these rows reveals where the row was inserted.
 */
async function locateInsertedEntry(snapshot: Snapshot, fault: LedgerFault): Promise<LedgerFault> {
  if (fault.found !== 'entries' && fault.found !== 'nodes') return fault
  const near = await findStatedIndexes(snapshot, fault.index, fault.index + 2)
  const aside = near.find(
    ({ index, statedIndex }) => statedIndex === index - 1 && statedIndex >= fault.index - 1,
  )
  if (!aside) return fault
  const what = `Another row stands in its place: the row that is entry ${aside.statedIndex} by its text has the index ${aside.index}.`
  return { index: aside.statedIndex, found: 'entries', what }
}
