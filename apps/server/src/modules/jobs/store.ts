import type { ItemRefusal, JobKindName } from '@plumbline/contract'
import { empty, sql, type Sql, type Transaction, type WorkspaceQueries } from '../../platform/db/index.ts'
import { enteredKeys } from '../../platform/job-queue/index.ts'
import { JOB_TASK, type Job, type Progress } from './job.ts'

const jobColumns = sql`
  j.job_id as "jobId", j.kind, j.state, j.requested_by as "requestedBy", j.requested_by_name as "requestedByName",
  j.requested_at as "requestedAt", j.input, j.position, j.done, j.total, j.started_at as "startedAt",
  j.finished_at as "finishedAt", j.cancel_requested_at as "cancelRequestedAt", j.result, j.error`

/** The initial data of a job. */
export type NewJob = Pick<Job, 'jobId' | 'kind' | 'requestedBy' | 'requestedByName' | 'input' | 'total'>

export function insertJob(tx: Transaction, job: NewJob, now: Sql): void {
  tx.send([
    sql`
      insert into jobs (
        workspace_id, job_id, kind, state, requested_by, requested_by_name, requested_at, input, total
      ) values (
        ${tx.workspaceId}, ${job.jobId}, ${job.kind}, 'queued', ${job.requestedBy}, ${job.requestedByName},
        ${now}, ${JSON.stringify(job.input)}::jsonb, ${job.total}
      )`,
  ])
}

export async function findJob(queries: WorkspaceQueries, jobId: string): Promise<Job | undefined> {
  const [row] = await queries.rows<Job>(sql`
    select ${jobColumns} from jobs j where j.workspace_id = ${queries.workspaceId} and j.job_id = ${jobId}`)
  return row
}

/** Returns a page of jobs, newest first, and the total number. */
export async function pageOfJobs(
  queries: WorkspaceQueries,
  page: { limit: number; offset: number; personId: string | undefined; kind: JobKindName | undefined },
): Promise<{ rows: Job[]; total: number }> {
  const among = sql`j.workspace_id = ${queries.workspaceId}
    ${page.personId === undefined ? empty : sql`and j.requested_by = ${page.personId}`}
    ${page.kind === undefined ? empty : sql`and j.kind = ${page.kind}`}`
  const [rows, counted] = (await queries.batch([
    sql`
      select ${jobColumns} from jobs j where ${among}
      order by j.requested_at desc, j.job_id desc
      limit ${page.limit} offset ${page.offset}`,
    sql`select count(*) as total from jobs j where ${among}`,
  ])) as [Job[], [{ total: number }]]
  return { rows, total: counted[0].total }
}

/** Returns the oldest job of the kind that is queued or running, if any. */
export async function findUnfinishedJob(
  queries: WorkspaceQueries,
  kind: JobKindName,
): Promise<Job | undefined> {
  const [row] = await queries.rows<Job>(sql`
    select ${jobColumns} from jobs j
    where j.workspace_id = ${queries.workspaceId} and j.kind = ${kind} and j.finished_at is null
    order by j.requested_at limit 1`)
  return row
}

/**
 * Returns the IDs of jobs that have not ended and have no task in the queue. The queue can be on another node than the
 * jobs. A job that ends while they are read loses its task too, so those without one are read again.
 */
export async function findLostJobs(queries: WorkspaceQueries): Promise<string[]> {
  const unfinished = await unfinishedJobs(queries)
  if (unfinished.length === 0) return []
  const entered = new Set(await enteredKeys(queries, JOB_TASK, unfinished))
  const missing = new Set(unfinished.filter((jobId) => !entered.has(jobId)))
  return missing.size === 0 ? [] : (await unfinishedJobs(queries)).filter((jobId) => missing.has(jobId))
}

async function unfinishedJobs(queries: WorkspaceQueries): Promise<string[]> {
  const rows = await queries.rows<{ jobId: string }>(sql`
    select job_id as "jobId" from jobs where workspace_id = ${queries.workspaceId} and finished_at is null`)
  return rows.map(({ jobId }) => jobId)
}

/** Claims a job that has not ended from its previous process; undefined if there is nothing to do. */
export async function claimJob(
  queries: WorkspaceQueries,
  jobId: string,
  runId: string,
  now: Sql,
): Promise<Job | undefined> {
  const [row] = await queries.rows<Job>(sql`
    update jobs j
    set run_id = ${runId}, state = 'running', started_at = least(j.started_at, ${now})
    where j.workspace_id = ${queries.workspaceId} and j.job_id = ${jobId} and j.finished_at is null
    returning ${jobColumns}`)
  return row
}

/** Locks a job against other steps until the transaction ends; undefined if the run no longer owns it. */
export async function lockRun(
  tx: Transaction,
  jobId: string,
  runId: string,
): Promise<{ isCancelled: boolean } | undefined> {
  const [row] = await tx.rows<{ isCancelled: boolean }>(sql`
    select cancel_requested_at is not null as "isCancelled"
    from jobs
    where workspace_id = ${tx.workspaceId} and job_id = ${jobId} and run_id = ${runId} and finished_at is null
    for no key update`)
  return row
}

/** Writes the progress of a locked job. */
export function writeProgress(tx: Transaction, jobId: string, progress: Progress): void {
  const { position, done, total, result, outcomes = [] } = progress
  const statements = [
    sql`
      update jobs
      set position = coalesce(${position === undefined ? null : JSON.stringify(position)}::jsonb, position),
        done = coalesce(${done ?? null}::bigint, done),
        total = coalesce(${total ?? null}::bigint, total),
        result = coalesce(${result === undefined ? null : JSON.stringify(result)}::jsonb, result)
      where workspace_id = ${tx.workspaceId} and job_id = ${jobId}`,
  ]
  if (outcomes.length > 0) {
    statements.push(sql`
      insert into job_outcomes (workspace_id, job_id, part, outcomes)
      select j.workspace_id, j.job_id,
        coalesce((
          select max(o.part) + 1 from job_outcomes o
          where o.workspace_id = ${tx.workspaceId} and o.job_id = j.job_id), 0),
        ${JSON.stringify(outcomes)}::jsonb
      from jobs j
      where j.workspace_id = ${tx.workspaceId} and j.job_id = ${jobId}`)
  }
  tx.send(statements)
}

/** How a job ended. */
export type JobEnd =
  | { readonly state: 'succeeded'; readonly result: object | null }
  | { readonly state: 'failed'; readonly error: ItemRefusal }
  | { readonly state: 'cancelled' }

/** Ends a locked job permanently. */
export function endJob(tx: Transaction, jobId: string, end: JobEnd, now: Sql): void {
  const result = end.state === 'succeeded' && end.result !== null ? JSON.stringify(end.result) : null
  const error = end.state === 'failed' ? JSON.stringify(end.error) : null
  tx.send([
    sql`
      update jobs
      set state = ${end.state}, finished_at = ${now}, result = coalesce(${result}::jsonb, result), error = ${error}::jsonb,
        run_id = null
      where workspace_id = ${tx.workspaceId} and job_id = ${jobId}`,
  ])
}

/** Locks a job that has not ended, in any process. */
export async function lockUnfinished(tx: Transaction, jobId: string): Promise<Job | undefined> {
  const [row] = await tx.rows<Job>(sql`
    select ${jobColumns} from jobs j
    where j.workspace_id = ${tx.workspaceId} and j.job_id = ${jobId} and j.finished_at is null
    for no key update`)
  return row
}

/** Requests that the process of a locked job stop at the next step. */
export async function requestCancel(tx: Transaction, jobId: string, now: Sql): Promise<void> {
  await tx.rows(sql`
    update jobs set cancel_requested_at = least(cancel_requested_at, ${now})
    where workspace_id = ${tx.workspaceId} and job_id = ${jobId}`)
}

/** Outcomes of a job's items, and the part at which the next ones begin; null after the last one. */
export interface OutcomePage {
  readonly outcomes: readonly object[]
  readonly nextPart: number | null
}

/** Returns the outcomes of a job's items in order: those of up to `partsMax` parts, starting at `part`. */
export async function outcomesFrom(
  queries: WorkspaceQueries,
  jobId: string,
  part: number,
  partsMax: number,
): Promise<OutcomePage> {
  const parts = await queries.rows<{ part: number; outcomes: object[] }>(sql`
    select part, outcomes from job_outcomes
    where workspace_id = ${queries.workspaceId} and job_id = ${jobId} and part >= ${part}
    order by part limit ${partsMax}`)
  return {
    outcomes: parts.flatMap(({ outcomes }) => outcomes),
    nextPart: parts.length < partsMax ? null : parts.at(-1)!.part + 1,
  }
}

/** Deletes jobs that ended before an instant, with the outcomes of their items. */
export async function deleteEndedJobs(queries: WorkspaceQueries, before: string): Promise<void> {
  await queries.batch([
    sql`
      delete from job_outcomes o
      using jobs j
      where o.workspace_id = ${queries.workspaceId} and j.workspace_id = ${queries.workspaceId}
        and j.job_id = o.job_id and j.finished_at < ${before}`,
    sql`delete from jobs where workspace_id = ${queries.workspaceId} and finished_at < ${before}`,
  ])
}
