import { sql, type Queries, type Sql, type Transaction } from '../db/index.ts'

/** When and beside what a task is carried out. */
export interface EnqueueOptions {
  readonly afterMs?: number
  /** A task with the same key that waits takes the place of a further one. */
  readonly key?: string
  /** Tasks of the same line are carried out one after another. */
  readonly line?: string
}

/**
 * Enters a task in the transaction of its cause: it is taken up once that has committed, and never when it rolled
 * back. Who waits for tasks hears of it by NOTIFY; a look every two seconds stands behind that.
 */
export function enqueue(
  tx: Pick<Transaction, 'send'>,
  task: string,
  payload: object,
  { afterMs = 0, key, line }: EnqueueOptions = {},
): void {
  tx.send([
    sql`select from graphile_worker.add_job(
      ${task}::text, ${JSON.stringify(payload)}::json, max_attempts => ${ATTEMPTS_MAX}::integer,
      run_at => statement_timestamp() + make_interval(secs => ${afterMs / 1000}),
      queue_name => ${line ?? null}::text, job_key => ${key ?? null}::text, job_key_mode => 'preserve_run_at')`,
  ])
}

/** Attempts of one task before it fails permanently; the wait before each grows from seconds to hours. */
const ATTEMPTS_MAX = 10

/** Says that a worker process is alive. */
export async function noteAlive(queries: Queries, workerId: string): Promise<void> {
  await queries.rows(sql`
    insert into job_workers (worker_id, seen_at) values (${workerId}, clock_timestamp())
    on conflict (worker_id) do update set seen_at = excluded.seen_at`)
}

/** Forgets a worker process that has ended in good order. */
export async function forgetWorker(queries: Queries, workerId: string): Promise<void> {
  await queries.rows(sql`delete from job_workers where worker_id = ${workerId}`)
}

/**
 * Gives back the tasks of worker processes that have given no sign of life for so long; the library itself would
 * wait four hours. A process that was only slow loses them too: what it still writes is refused by its run.
 * @returns the ids of those processes
 */
export async function releaseTasksOfDeadWorkers(queries: Queries, leaseMs: number): Promise<string[]> {
  const rows = await queries.rows<{ workerId: string }>(sql`
    select distinct q.locked_by as "workerId"
    from graphile_worker.jobs q
    where q.locked_at < clock_timestamp() - make_interval(secs => ${leaseMs / 1000}::float8)
      and not exists (
        select from job_workers w
        where w.worker_id = q.locked_by
          and w.seen_at >= clock_timestamp() - make_interval(secs => ${leaseMs / 1000}::float8))`)
  const dead = rows.map((row) => row.workerId)
  if (dead.length > 0) await releaseTasksOf(queries, dead)
  return dead
}

/** Gives back what worker processes have under way, and forgets these processes. */
export async function releaseTasksOf(queries: Queries, workerIds: readonly string[]): Promise<void> {
  await queries.batch([
    sql`select from graphile_worker.force_unlock_workers(${workerIds}::text[])`,
    // As entering a task does: without it the next look would find them.
    sql`select pg_notify('jobs:insert', '{"count": 10}')`,
    sql`delete from job_workers where worker_id = any(${workerIds}::text[])`,
  ])
}

/** A task that every attempt has ended badly for. */
export interface ExhaustedTask {
  readonly id: string
  readonly payload: unknown
  /** Null where it was entered without one, and where another task with its key has been entered since. */
  readonly key: string | null
}

/**
 * Reads the tasks that every attempt has ended badly for. The library shows what a task is for in what its functions return
 * and in no view: this one marks as failed what is failed.
 */
export function findExhausted(queries: Queries, task: string): Promise<ExhaustedTask[]> {
  return queries.rows<ExhaustedTask>(sql`
    select failed.id::text as id, failed.payload, failed.key
    from graphile_worker.permanently_fail_jobs(
      array(
        select q.id from graphile_worker.jobs q
        where q.task_identifier = ${task} and q.attempts >= q.max_attempts and q.locked_at is null),
      'every attempt ended badly') failed`)
}

/** Takes a task that nobody works on out of the queue, where it is still there; returns whether it was. */
export async function removeTask(queries: Queries, id: string): Promise<boolean> {
  const rows = await queries.rows(sql`
    select done.id from graphile_worker.complete_jobs(array[${id}::bigint]) done`)
  return rows.length > 0
}

/** Whether a task of this name waits or is under way; one that failed permanently does neither. */
export async function isTaskUnderWay(queries: Queries, task: string): Promise<boolean> {
  const rows = await queries.rows(sql`
    select from graphile_worker.jobs q where q.task_identifier = ${task} and q.attempts < q.max_attempts limit 1`)
  return rows.length > 0
}

/** Whether a task with a key waits or is under way, as a condition of a statement. */
export function isEntered(task: string, key: Sql): Sql {
  return sql`exists (
    select from graphile_worker.jobs q where q.task_identifier = ${task} and q.key = ${key})`
}

/** How many tasks of a name are in a state. */
export interface TaskCount {
  readonly task: string
  readonly state: 'waiting' | 'running' | 'failed'
  readonly tasks: number
  /** How long the oldest that waits has been due, in seconds; 0 where none is. */
  readonly dueSeconds: number
}

/** Counts the tasks of the queue; those that ended are gone. */
export function countTasks(queries: Queries): Promise<TaskCount[]> {
  return queries.rows<TaskCount>(sql`
    select q.task_identifier as task,
      case when q.locked_at is not null then 'running' when q.attempts >= q.max_attempts then 'failed'
        else 'waiting' end as state,
      count(*)::integer as tasks,
      greatest(0, extract(epoch from clock_timestamp() - min(q.run_at)))::float8 as "dueSeconds"
    from graphile_worker.jobs q
    group by 1, 2`)
}
