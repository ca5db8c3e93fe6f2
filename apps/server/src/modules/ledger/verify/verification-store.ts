import { sql, type Sql, type Transaction, type WorkspaceQueries } from '../../../platform/db/index.ts'

/** The result of a verification. */
export interface VerificationOutcome {
  readonly state: 'holds' | 'differs' | 'failed'
  /** Root over the entries that are in order, in base64. */
  readonly root: string | null
  readonly rowsCompared: number | null
  readonly differences: number | null
  readonly firstDifference: { readonly index: number | null; readonly says: string } | null
}

/** A verification as stored. */
export interface StoredVerification {
  verificationId: string
  startedBy: string
  startedAt: string
  entriesDone: number
  entriesTotal: number
  finishedAt: string | null
  outcome: VerificationOutcome | null
  /** Whether it is running but its process has not sent a heartbeat for a while. */
  isSilent: boolean
}

/** Longer than a few heartbeats may be delayed on a busy machine. */
const SILENCE_SECONDS = 60

const silent = (now: Sql) =>
  sql`finished_at is null and seen_at < ${now} - make_interval(secs => ${SILENCE_SECONDS})`

/** Returns the last verification, finished or not. */
export async function findVerification(
  queries: WorkspaceQueries,
  now: Sql,
): Promise<StoredVerification | undefined> {
  const [row] = await queries.rows<StoredVerification>(sql`
    select verification_id as "verificationId", started_by as "startedBy", started_at as "startedAt",
      entries_done as "entriesDone", entries_total as "entriesTotal", finished_at as "finishedAt", outcome,
      ${silent(now)} as "isSilent"
    from ledger_verifications
    where workspace_id = ${queries.workspaceId}`)
  return row
}

/** Replaces the last verification unless it is still running; returns whether it did. */
export async function claimVerification(
  tx: Transaction,
  { verificationId, startedBy }: { verificationId: string; startedBy: string },
  now: Sql,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    insert into ledger_verifications as present (
      workspace_id, verification_id, started_by, started_at, seen_at, entries_done, entries_total
    )
    select workspace_id, ${verificationId}, ${startedBy}, ${now}, ${now}, 0, size
    from ledger_heads
    where workspace_id = ${tx.workspaceId}
    on conflict (workspace_id) do update
    set verification_id = excluded.verification_id, started_by = excluded.started_by,
      started_at = excluded.started_at, seen_at = excluded.seen_at, entries_done = 0,
      entries_total = excluded.entries_total, finished_at = null, outcome = null
    where present.finished_at is not null
      or excluded.seen_at - present.seen_at > make_interval(secs => ${SILENCE_SECONDS})
    returning workspace_id`)
  return rows.length > 0
}

/** Records a heartbeat with the current progress. */
export async function noteProgress(
  queries: WorkspaceQueries,
  verificationId: string,
  entriesDone: number,
  now: Sql,
): Promise<void> {
  await queries.rows(sql`
    update ledger_verifications
    set entries_done = ${entriesDone}, seen_at = ${now}
    where workspace_id = ${queries.workspaceId} and verification_id = ${verificationId} and finished_at is null`)
}

/** Records the result, unless another verification has replaced this one. */
export async function finishVerification(
  queries: WorkspaceQueries,
  verificationId: string,
  { entriesDone, outcome }: { entriesDone: number | null; outcome: VerificationOutcome },
  now: Sql,
): Promise<void> {
  await queries.rows(sql`
    update ledger_verifications
    set entries_done = coalesce(${entriesDone}::bigint, entries_done), finished_at = ${now}, outcome = ${JSON.stringify(outcome)}::jsonb
    where workspace_id = ${queries.workspaceId} and verification_id = ${verificationId} and finished_at is null`)
}

/** A stored checkpoint, as listed. */
export interface ListedCheckpoint {
  size: number
  root: Buffer
  note: string
  at: string
}

/** Returns a page of the stored checkpoints, newest first, and the total number. */
export async function pageOfCheckpoints(
  queries: WorkspaceQueries,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ListedCheckpoint[]; total: number }> {
  const [rows, counted] = (await queries.batch([
    sql`
      select size, root, note, at
      from ledger_checkpoints
      where workspace_id = ${queries.workspaceId}
      order by size desc
      limit ${limit} offset ${offset}`,
    sql`select count(*) as total from ledger_checkpoints where workspace_id = ${queries.workspaceId}`,
  ])) as [ListedCheckpoint[], [{ total: number }]]
  return { rows, total: counted[0].total }
}
