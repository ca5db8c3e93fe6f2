import { distribution, sql, type Distribution, type Queries, type Transaction } from '../db/index.ts'
import { newId } from '../ids.ts'

/** When a task is executed, and which tasks it cannot run alongside. */
export interface EnqueueOptions {
  readonly afterMs?: number
  /** At most one task with the same key waits. */
  readonly key?: string
  /** Tasks of the same line are executed one after another. */
  readonly line?: string
}

/**
 * Adds a task to the queue in the transaction of its cause: it is executed after that has committed, and never if it
 * rolls back. Waiting processes are notified by NOTIFY, and also poll every two seconds. From a worker node of a cluster,
 * `enterQueuedTasks` adds it.
 */
export function enqueue(
  tx: Pick<Transaction, 'send'>,
  task: string,
  payload: object,
  { afterMs = 0, key, line }: EnqueueOptions = {},
): void {
  tx.send([
    sql`
      insert into queued_tasks (queued_task_id, task, payload, max_attempts, run_at, line, key)
      values (
        ${newId()}, ${task}, ${JSON.stringify(payload)}::json, ${ATTEMPTS_MAX},
        statement_timestamp() + make_interval(secs => ${afterMs / 1000}), ${line ?? null}, ${key ?? null}
      )`,
  ])
}

/** Whether the database is distributed over the nodes of a cluster: elsewhere, no task is added on another node. */
export async function isDatabaseDistributed(queries: Queries): Promise<boolean> {
  const [found] = await queries.rows<Distribution>(distribution)
  return found!.isDistributed
}

/** Maximum number of tasks that one transaction enters. */
const ENTERED_MAX = 100

/**
 * Enters tasks in the queue that were added on worker nodes of a cluster. They leave their table in the same transaction.
 * @returns the number entered
 */
export async function enterQueuedTasks(tx: Queries): Promise<number> {
  const tasks = await tx.rows<QueuedTask>(sql`
    delete from queued_tasks
    where queued_task_id in (
      select queued_task_id from queued_tasks order by queued_task_id limit ${ENTERED_MAX})
    returning task, payload, max_attempts as "maxAttempts", run_at as "runAt", line, key`)
  if (tasks.length > 0) {
    await tx.batch(
      tasks.map(
        ({ task, payload, maxAttempts, runAt, line, key }) => sql`
          select from graphile_worker.add_job(
            ${task}::text, ${JSON.stringify(payload)}::json, max_attempts => ${maxAttempts}::integer,
            run_at => ${runAt}::timestamptz, queue_name => ${line}::text, job_key => ${key}::text,
            job_key_mode => 'preserve_run_at')`,
      ),
    )
  }
  return tasks.length
}

interface QueuedTask {
  readonly task: string
  readonly payload: unknown
  readonly maxAttempts: number
  readonly runAt: string
  readonly line: string | null
  readonly key: string | null
}

/** Maximum number of attempts before a task fails permanently; the delay before each grows from seconds to hours. */
const ATTEMPTS_MAX = 10

/** Records that a worker process is alive. */
export async function noteAlive(queries: Queries, workerId: string): Promise<void> {
  await queries.rows(sql`
    insert into job_workers (worker_id, seen_at) values (${workerId}, clock_timestamp())
    on conflict (worker_id) do update set seen_at = excluded.seen_at`)
}

/** Removes the record of a worker process that has shut down normally. */
export async function forgetWorker(queries: Queries, workerId: string): Promise<void> {
  await queries.rows(sql`delete from job_workers where worker_id = ${workerId}`)
}

/**
 * Releases the tasks of worker processes that have shown no sign of life for this long; the library itself would wait
 * four hours. A process that was only slow loses them too: what it still writes is rejected by its run.
 * @returns the IDs of those processes
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

/** Releases the running tasks of worker processes, and removes the records of these processes. */
export async function releaseTasksOf(queries: Queries, workerIds: readonly string[]): Promise<void> {
  await queries.batch([
    sql`select from graphile_worker.force_unlock_workers(${workerIds}::text[])`,
    // As when a task is added: without it, they would only be found by polling.
    sql`select pg_notify('jobs:insert', '{"count": 10}')`,
    sql`delete from job_workers where worker_id = any(${workerIds}::text[])`,
  ])
}

/** A task whose attempts have all failed. */
export interface ExhaustedTask {
  readonly id: string
  readonly payload: unknown
  /** Null if it was added without one, or if another task with its key has been added since. */
  readonly key: string | null
}

/**
 * Returns the tasks whose attempts have all failed. The library shows the payload of a task only in the results of its
 * functions, not in a view; this function marks tasks as failed that already are.
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

/** Removes a task that is not being executed from the queue; returns whether it was still there. */
export async function removeTask(queries: Queries, id: string): Promise<boolean> {
  const rows = await queries.rows(sql`
    select done.id from graphile_worker.complete_jobs(array[${id}::bigint]) done`)
  return rows.length > 0
}

/**
 * Whether a task of this name is waiting or running; false for one that failed permanently, and always on a worker node of
 * a cluster, which does not have the queue.
 */
export async function isTaskUnderWay(queries: Queries, task: string): Promise<boolean> {
  const [queue] = await queries.rows<{ isHere: boolean }>(sql`
    select to_regclass('graphile_worker.jobs') is not null as "isHere"`)
  if (!queue!.isHere) return false
  const rows = await queries.rows(sql`
    select from graphile_worker.jobs q where q.task_identifier = ${task} and q.attempts < q.max_attempts limit 1`)
  return rows.length > 0
}

/** Returns those of the keys with which a task of this name is in the queue, waiting or running. */
export async function enteredKeys(
  queries: Queries,
  task: string,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await queries.rows<{ key: string }>(sql`
    select q.key from graphile_worker.jobs q where q.task_identifier = ${task} and q.key = any(${keys}::text[])`)
  return rows.map(({ key }) => key)
}

/** Number of tasks with a name in a state. */
export interface TaskCount {
  readonly task: string
  readonly state: 'waiting' | 'running' | 'failed'
  readonly tasks: number
  /** How long the oldest waiting task has been due, in seconds; 0 if none is. */
  readonly dueSeconds: number
}

/** Counts the tasks of the queue, which does not contain finished ones. */
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
