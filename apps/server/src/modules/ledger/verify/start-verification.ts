import type { LedgerVerification } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, WorkspaceQueries } from '../../../platform/db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { findUnfinishedJob, requestJob } from '../../jobs/index.ts'
import { findEntryAt } from '../activity/activity-store.ts'
import { findLabels } from '../activity/label-store.ts'
import { mayReadEveryEntry } from '../activity/may-read-every-entry.ts'
import { NOT_CARRIED_THROUGH } from './verification-job.ts'
import { claimVerification, findVerification, type StoredVerification } from './verification-store.ts'

/** Dependencies of starting a verification. */
interface VerificationParts {
  readonly db: Database
  readonly clock: Clock
}

/**
 * Creates a job that verifies the ledger of the actor's workspace. If a verification is already running or queued,
 * returns that one.
 * @throws 404 NOT_FOUND for a caller who is limited to sites
 */
export async function startVerification(parts: VerificationParts, actor: Actor): Promise<LedgerVerification> {
  if (actor.siteIds !== null) throw notFound()
  const { db, clock } = parts
  await db.transaction(actor.workspaceId, async (tx) => {
    const verificationId = newId()
    const claim = { verificationId, startedBy: actor.name }
    if (await findUnfinishedJob(tx, 'ledger_verification')) return
    if (!(await claimVerification(tx, claim, clock.sqlNow()))) return
    requestJob(tx, parts, actor, { id: verificationId, kind: 'ledger_verification', input: {} })
  })
  const latest = await latestVerification(parts, actor)
  if (latest === null) throw new Error(`workspace ${actor.workspaceId} has no ledger`)
  return latest
}

/** Returns the last verification as the actor may see it; null before the first. */
export async function latestVerification(
  { db, clock }: VerificationParts,
  actor: Actor,
): Promise<LedgerVerification | null> {
  const queries = db.in(actor.workspaceId)
  const found = await findVerification(queries, clock.sqlNow())
  const isUnderWay =
    found?.isSilent && (await findUnfinishedJob(queries, 'ledger_verification')) !== undefined
  const stored = found && { ...found, isSilent: found.isSilent && !isUnderWay }
  return stored ? serializeVerification(queries, stored, mayReadEveryEntry(actor)) : null
}

/** The description of a row may concern any site and person, so it is shown only to those who may read every entry. */
async function serializeVerification(
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

/** Returns the display name of the entry's subject, if the tables still contain it. */
async function nameEntry(queries: WorkspaceQueries, index: number | null): Promise<NamedEntry | null> {
  const entry = index === null ? undefined : await findEntryAt(queries, index)
  if (entry === undefined) return null
  const { at, kind, subjectType: type, subjectId: id } = entry
  const labels = await findLabels(queries, [entry])
  return { at, kind, subject: { type, id, label: labels.get(id) ?? null } }
}

type NamedEntry = NonNullable<NonNullable<LedgerVerification['first_difference']>['entry']>
