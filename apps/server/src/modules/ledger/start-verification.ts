import type { LedgerVerification } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, WorkspaceQueries } from '../../platform/db/index.ts'
import { notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { turnstile } from '../../platform/turnstile.ts'
import { findEntryAt } from './activity-store.ts'
import { firstDifference } from './first-difference.ts'
import { findLabels } from './label-store.ts'
import { mayReadEveryEntry } from './may-read-every-entry.ts'
import {
  claimVerification,
  findVerification,
  finishVerification,
  noteProgress,
  type StoredVerification,
  type VerificationOutcome,
} from './verification-store.ts'
import type { LedgerReport } from './verify-ledger.ts'

/** What verifying in the app works with. */
export interface VerificationParts {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  /** Verifies a ledger out of the way of requests, and says how many entries are done. */
  readonly verify: (workspaceId: string, onProgress: (entriesDone: number) => void) => Promise<LedgerReport>
}

/** Between two signs of life. */
const NOTE_EVERY_MS = 1000

/** A process verifies one ledger at a time; others wait, and give signs of life meanwhile. */
const inLine = turnstile(1)

/**
 * Starts to verify the ledger of the actor's workspace and answers at once; while a verification is under
 * way, in this process or another, it answers that one.
 * @throws 404 NOT_FOUND for whoever is limited to sites
 */
export async function startVerification(parts: VerificationParts, actor: Actor): Promise<LedgerVerification> {
  if (actor.siteIds !== null) throw notFound()
  const { db, clock } = parts
  const verificationId = newId()
  const isOurs = await db.transaction(actor.workspaceId, (tx) =>
    claimVerification(tx, { verificationId, startedBy: actor.name }, clock.sqlNow()),
  )
  if (isOurs) void carryOut(parts, actor.workspaceId, verificationId)
  const latest = await latestVerification(parts, actor)
  if (latest === null) throw new Error(`workspace ${actor.workspaceId} has no ledger`)
  return latest
}

/** The last verification as the actor may see it; null before the first. */
export async function latestVerification(
  { db, clock }: Pick<VerificationParts, 'db' | 'clock'>,
  actor: Actor,
): Promise<LedgerVerification | null> {
  const queries = db.in(actor.workspaceId)
  const stored = await findVerification(queries, clock.sqlNow())
  return stored ? presentVerification(queries, stored, mayReadEveryEntry(actor)) : null
}

async function carryOut(
  parts: VerificationParts,
  workspaceId: string,
  verificationId: string,
): Promise<void> {
  const { db, clock, log } = parts
  const queries = db.in(workspaceId)
  let done = 0
  const notes = setInterval(() => {
    // What could not be noted is noted a second later.
    noteProgress(queries, verificationId, done, clock.sqlNow()).catch(() => undefined)
  }, NOTE_EVERY_MS)
  notes.unref()
  try {
    const outcome = await inLine(() => parts.verify(workspaceId, (entries) => (done = entries))).then(
      (report) => {
        done = report.size
        return outcomeOf(report)
      },
      (error: unknown) => {
        log.error({ err: error, workspaceId }, 'a ledger was not verified')
        return NOT_CARRIED_THROUGH
      },
    )
    await finishVerification(queries, verificationId, { entriesDone: done, outcome }, clock.sqlNow())
  } catch (error) {
    log.error({ err: error, workspaceId }, 'what the verification of a ledger found was not written down')
  } finally {
    clearInterval(notes)
  }
}

const NOT_CARRIED_THROUGH: VerificationOutcome = {
  state: 'failed',
  root: null,
  rowsCompared: null,
  differences: null,
  firstDifference: null,
}

function outcomeOf(report: LedgerReport): VerificationOutcome {
  const difference = firstDifference(report)
  return {
    state: difference === null ? 'holds' : 'differs',
    root: report.root,
    rowsCompared: report.rowsCompared,
    differences: report.fault ? 1 : report.rowFaultCount,
    firstDifference: difference,
  }
}

/** What a row says in words may be of any site and person: only those who may read every entry see it. */
async function presentVerification(
  queries: WorkspaceQueries,
  stored: StoredVerification,
  seesAll: boolean,
): Promise<LedgerVerification> {
  const outcome = stored.isSilent ? NOT_CARRIED_THROUGH : stored.outcome
  const difference = outcome?.firstDifference ?? null
  return {
    id: stored.verificationId,
    state: outcome?.state ?? 'running',
    started_by: stored.startedBy,
    started_at: stored.startedAt,
    finished_at: stored.finishedAt,
    entries_done: stored.entriesDone,
    entries_total: stored.entriesTotal,
    root: outcome?.root ?? null,
    rows_compared: outcome?.rowsCompared ?? null,
    differences: outcome?.differences ?? null,
    first_difference: difference && {
      index: difference.index,
      says: seesAll ? difference.says : null,
      entry: seesAll ? await nameEntry(queries, difference.index) : null,
    },
  }
}

/** What people know the entry by, as far as the tables still say it. */
async function nameEntry(queries: WorkspaceQueries, index: number | null): Promise<NamedEntry | null> {
  const entry = index === null ? undefined : await findEntryAt(queries, index)
  if (entry === undefined) return null
  const { at, kind, subjectType: type, subjectId: id } = entry
  const labels = await findLabels(queries, [entry])
  return { at, kind, subject: { type, id, label: labels.get(id) ?? null } }
}

type NamedEntry = NonNullable<NonNullable<LedgerVerification['first_difference']>['entry']>
