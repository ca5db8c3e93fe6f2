import { inSession, type Database, type Session, type Snapshot } from '../../../platform/db/index.ts'
import { countDifferingRows } from '../projection/differing-rows-store.ts'
import { DifferingRows } from '../projection/differing-rows.ts'
import { LedgerFaultError } from '../projection/ledger-fault.ts'
import type { DerivedTable } from '../projection/derived-table.ts'
import { streamUnfollowed } from './derived-table-store.ts'
import type { Findings, Projection, Replay } from '../projection/projection.ts'
import { isOfCredential } from '../projection/recorded-digests.ts'
import { RowFindings } from '../verify/row-findings.ts'
import { entryFault } from '../rules/entry-fault.ts'
import { appendLeaves } from '../rules/merkle-tree.ts'
import { allowRebuilding, lockLedger } from './swap-store.ts'
import { lockDiffering, swapRows, type MissingForGood } from './swap-rows.ts'
import type { ComputedLedger } from '../verify/verify-chain.ts'
import {
  countsOf,
  replayPage,
  upcastingOf,
  verifyWithin,
  type LedgerReport,
  type VerifyParts,
} from '../verify/verify-ledger.ts'
import { findLedger, streamEntries } from '../verify/verify-store.ts'
import { checkHead } from '../verify/verify-tree.ts'

/** Dependencies of rebuilding. */
export interface RebuildParts extends Omit<VerifyParts, 'db'> {
  /** Connects as the owner of the tables: the application's role may not change write-once rows. */
  readonly owner: Pick<Database, 'connect'>
}

/** The outcome for the read models of one workspace. */
export interface RebuildReport extends LedgerReport {
  /** Number of differing rows by table, not including counts maintained by triggers. */
  readonly differing: ReadonlyMap<string, number>
  /** Whether the differing rows were replaced with those recorded in the ledger. */
  readonly isSwapped: boolean
  /** Rows recorded in the ledger that are still missing because they contain secrets, which no entry contains. */
  readonly missing: readonly MissingForGood[]
  /** Rows whose credential is not the recorded one: they stay unchanged, because no entry contains the credential. */
  readonly replaced: readonly MissingForGood[]
}

/** If there are more new entries than this, they are read before the ledger is locked. */
const LOCKED_ENTRIES_MAX = 200

/** Maximum number of rounds in which new entries are read before the ledger is locked anyway. */
const ROUNDS_MAX = 10

/**
 * Rebuilds every read model of a workspace from its ledger alone, compares it with the live tables, and replaces the
 * rows that differ with those recorded in the ledger, all in one transaction. The ledger itself is verified first:
 * nothing is rebuilt from a ledger that fails verification. Other transactions continue to write in the meantime and
 * wait only during the replacement.
 * @param takeLog if not set, nothing is changed
 */
export async function rebuildLedger(
  parts: RebuildParts,
  workspaceId: string,
  { takeLog }: { takeLog: boolean },
): Promise<RebuildReport> {
  const work = async (session: Session) => {
    const { queries } = session
    const rows = new RowFindings(await DifferingRows.begin(queries))
    const replays = parts.projections.map((projection) => projection.begin(queries, rows))
    const { report, computed } = await session.read(async () => {
      const verified = await verifyWithin(queries, parts, { rows, replays, savedCheckpoints: [] })
      if (verified.report.fault) return verified
      for (const following of followingOf(parts.projections, workspaceId)) {
        await compareFollowing(queries, following, rows)
      }
      return { ...verified, report: { ...verified.report, ...rows.summary() } }
    })
    const differing = report.fault ? new Map<string, number>() : await countDifferingRows(queries)
    const replaced = report.rowFaults.filter(isOfCredential).map(({ table, rowId }) => ({ table, rowId }))
    const found = { ...report, differing, isSwapped: false, missing: [], replaced }
    if (report.fault || report.rowFaultCount === 0 || !takeLog) return found
    const rebuilt = { session, parts, replays, computed }
    await catchUp(rebuilt)
    return { ...found, isSwapped: true, missing: await session.write(() => swap(rebuilt)) }
  }
  return inSession(parts.owner, workspaceId, work, { heldMax: parts.heldMax })
}

/** Read models as rebuilt so far. */
interface Rebuilt {
  readonly session: Session
  readonly parts: RebuildParts
  readonly replays: readonly Replay[]
  computed: ComputedLedger
}

/** Replays the entries appended since, until little is left to do while the ledger is locked. */
async function catchUp(rebuilt: Rebuilt): Promise<void> {
  const { session } = rebuilt
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const before = rebuilt.computed.edge.size
    await session.read(() => replaySince(session.queries, rebuilt))
    if (rebuilt.computed.edge.size - before <= LOCKED_ENTRIES_MAX) return
  }
}

async function swap(rebuilt: Rebuilt): Promise<readonly MissingForGood[]> {
  const { session, parts } = rebuilt
  const { queries } = session
  const models = parts.projections.flatMap(({ tables }) => tables)
  await allowRebuilding(queries)
  for (const { hold } of parts.projections) await hold?.(queries)
  await lockDiffering(queries, models)
  await lockLedger(queries)
  await replaySince(queries, rebuilt)
  const counts = countsOf(parts.projections, queries.workspaceId)
  return swapRows(queries, { models, counts, following: followingOf(parts.projections, queries.workspaceId) })
}

function followingOf(projections: readonly Projection[], workspaceId: string): DerivedTable[] {
  return projections.flatMap(({ following }) => following?.(workspaceId) ?? [])
}

async function compareFollowing(
  queries: Snapshot,
  following: DerivedTable,
  findings: Findings,
): Promise<void> {
  const { table } = following
  for await (const page of streamUnfollowed(queries, following).pages()) {
    for (const { id: rowId } of page) {
      const what = { column: 'word', expected: 'those of its texts', actual: 'others', index: null }
      findings.fault({ table, rowId, ...what })
      findings.differs({ table, rowId, recorded: null })
    }
    await findings.settle()
  }
}

/** Replays the entries since the last comparison, and compares the rows that they concern. Throws LedgerFaultError. */
async function replaySince(queries: Snapshot, rebuilt: Rebuilt): Promise<void> {
  const { replays, parts } = rebuilt
  const since = rebuilt.computed.edge.size
  const upcast = upcastingOf(parts.projections)
  const { head } = await findLedger(queries)
  for await (const page of streamEntries(queries, since).pages()) {
    for (const row of page) {
      const { edge, lastAt } = rebuilt.computed
      const expected = { workspaceId: queries.workspaceId, index: edge.size, lastAt }
      const what = entryFault(row, expected)
      if (what !== undefined) throw new LedgerFaultError({ index: edge.size, found: 'entries', what })
      rebuilt.computed = {
        ...rebuilt.computed,
        edge: appendLeaves(edge, [row.leafHash]).edge,
        lastAt: row.at,
      }
    }
    await replayPage(page, { replays, upcast })
  }
  checkHead(head, rebuilt.computed.edge, rebuilt.computed.lastAt)
  for (const replay of replays) await replay.compare(since)
}
