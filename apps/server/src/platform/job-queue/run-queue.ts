import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import {
  Logger,
  parseCronItems,
  run,
  type CronItem,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { ClientConfig, Pool } from 'pg'
import {
  APPLICATION_ROLE,
  clientConfig,
  CONNECT_TIMEOUT_MS,
  countDatabaseUse,
  limitOptions,
  noDatabaseUse,
  QUEUE_SCHEMA,
  timeLimitsOf,
  type Database,
  type Queries,
} from '../db/index.ts'
import { endsWithin } from '../ends-within.ts'
import type { Log } from '../log.ts'
import { observe } from '../observations.ts'
import { startPollLoop } from '../poll-loop.ts'
import { QueuePool } from './queue-pool.ts'
import {
  enterQueuedTasks,
  forgetWorker,
  noteAlive,
  findExhausted,
  isDatabaseDistributed,
  releaseTasksOf,
  releaseTasksOfDeadWorkers,
  removeTask,
} from './queue-store.ts'

/** One attempt at a task. */
export interface Attempt {
  readonly payload: unknown
  /** Whether the task fails permanently with this attempt. */
  readonly isLast: boolean
  /** Aborted when the process stops: the rest of the task must then be added to the queue again. */
  readonly signal: AbortSignal
}

/** A task whose attempts have all failed without ending it. */
export interface Exhausted {
  readonly payload: unknown
  /** Whether another task with its key has replaced it; also true for a task that was added without a key. */
  readonly isReplaced: boolean
  /** Removes it, together with what the transaction writes; returns false if another process has done so. */
  readonly remove: (tx: Queries) => Promise<boolean>
}

/** How a process executes tasks of one name. Throws if there is to be another attempt. */
export interface Task {
  readonly work: (attempt: Attempt) => Promise<void>
  /**
   * Called with a task whose process died during the last attempt. It stays in the queue and is reported again until it
   * is removed.
   */
  readonly onExhausted?: (task: Exhausted) => Promise<void>
  /**
   * Schedule in cron format and UTC, on which it is added to the queue: once, regardless of the number of processes.
   */
  readonly cron?: { readonly match: string; readonly catchUpMs: number }
}

export interface QueueOptions {
  readonly db: Database
  readonly connection: ClientConfig
  readonly log: Log
  readonly tasks: Readonly<Record<string, Task>>
  /** How long a process may show no sign of life before its tasks are released. */
  readonly leaseMs?: number
}

/** The execution of the queue's tasks by one process. */
export interface JobQueue {
  /**
   * Accepts no more tasks, asks running ones to stop, and waits for them. Tasks that still run at the limit, if there
   * is one, are released for other processes; the caller then ends this process.
   */
  stop(limitMs?: number): Promise<void>
}

/**
 * Maximum number of tasks that a process executes simultaneously. They share the cores with requests, and mostly wait
 * for the database.
 */
const CONCURRENCY = 4

/** Connections of the library: one listens, the others fetch tasks and complete them. */
const POOL_SIZE = 2

/** Tasks of a killed process are taken over after this time and at most one interval between signs of life. */
const LEASE_MS = 30_000

/** Number of signs of life per lease, so that a single failure does no harm. */
const SIGNS_OF_LIFE = 5

/** How often tasks that were added on other nodes of a cluster are entered. */
const ENTER_EVERY_MS = 1000

/** Pause before a restart after the library has stopped because the database was unavailable. */
const RESTART_MS = 1000

/**
 * Maximum time for writing the outcomes of finished tasks when a runner shuts down; the remaining ones are taken over
 * by other processes.
 */
const LAST_WRITES_MS = 2000

/** After any of these events, the workers of a runner have ended and it no longer listens. */
const SHUT_DOWN = [
  'pool:gracefulShutdown:complete',
  'pool:forcefulShutdown:complete',
  'pool:forcefulShutdown:error',
] as const

/** An instance of the library that fetches and completes tasks until it ends. */
interface Running {
  readonly runner: Runner
  /** Settles when none of its work continues. */
  readonly ended: Promise<void>
}

/**
 * Starts to execute the tasks of the queue, including scheduled ones.
 * @throws if the database is unavailable at the start; later it waits until the database is available again
 */
export async function startJobQueue(options: QueueOptions): Promise<JobQueue> {
  const { db, log } = options
  const isDistributed = await isDatabaseDistributed(db.global)
  const pool = openPool(options)
  const ending = new AbortController()
  let workerId: string | undefined
  const start = () => startRunner(options, pool, ending.signal, (id) => (workerId = id))
  let current = await start()
  const leaseMs = options.leaseMs ?? LEASE_MS
  const recovery = startPollLoop({ name: 'recovering jobs', everyMs: leaseMs / SIGNS_OF_LIFE, log }, () =>
    recover(options, workerId, leaseMs),
  )
  const entering = isDistributed
    ? startPollLoop({ name: 'entering tasks', everyMs: ENTER_EVERY_MS, log }, async () => {
        while ((await db.globalTransaction(enterQueuedTasks)) > 0);
      })
    : undefined
  const keepRunning = async () => {
    while (!ending.signal.aborted) {
      // It only ends unasked if it could not complete a task because the database was unavailable.
      await current.ended
      if (ending.signal.aborted) return
      await delay(RESTART_MS, undefined, { signal: ending.signal }).catch(() => undefined)
      if (ending.signal.aborted) return
      current = await start().catch(() => current)
    }
  }
  const running = keepRunning()
  return {
    stop: async (limitMs) => {
      ending.abort()
      const stopping = Promise.all([stopRunner(current), entering?.stop()])
      if (limitMs !== undefined && !(await endsWithin(stopping, limitMs))) {
        await recovery.stop()
        if (workerId !== undefined) await releaseTasksOf(db.global, [workerId]).catch(() => undefined)
        void stopping.then(() => pool.end())
        return
      }
      await stopping
      await running
      // One that was just starting; its connections would keep the pool from ending.
      await stopRunner(current)
      await recovery.stop()
      if (workerId !== undefined) await forgetWorker(db.global, workerId).catch(() => undefined)
      await pool.end()
    },
  }
}

/** Opens the connections of the library. */
function openPool({ connection, log }: QueueOptions): Pool {
  // The library compares instants as Date, which is the default of `pg`.
  const limits = limitOptions(timeLimitsOf('background'))
  const { types: _ours, ...usual } = clientConfig({ connection, role: APPLICATION_ROLE }, limits)
  const pool = new QueuePool({ ...usual, max: POOL_SIZE, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  const noteBroken = ({ message }: Error) => log.debug({ reason: message }, 'a connection of the queue broke')
  pool.on('error', noteBroken)
  pool.on('connect', (client) => client.on('error', noteBroken))
  return pool
}

/** Asks a runner to stop, unless it is already stopping, and waits until it has ended. */
function stopRunner({ runner, ended }: Running): Promise<void> {
  return Promise.race([runner.stop().catch(() => ended), ended])
}

async function startRunner(
  { tasks, log }: QueueOptions,
  pool: Pool,
  signal: AbortSignal,
  onWorker: (id: string) => void,
): Promise<Running> {
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => onWorker(workerPool.id))
  const shutDown = Promise.withResolvers<void>()
  for (const name of SHUT_DOWN) events.once(name, () => shutDown.resolve())
  const runner = await run({
    pgPool: pool,
    schema: QUEUE_SCHEMA,
    events,
    logger: loggerOn(log),
    noHandleSignals: true,
    concurrency: CONCURRENCY,
    taskList: taskList(tasks, signal),
    parsedCronItems: parseCronItems(cronItems(tasks)),
    // Without these the library does not handle a failure to complete a task, which would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  // If several tasks could not be completed, the runner's own promise never settles: the library counts pending writes,
  // and counts a failed one down twice (https://github.com/graphile/worker/issues/636). Its timer for scheduled tasks
  // would continue forever.
  const lastWrites = shutDown.promise
    .then(() => delay(LAST_WRITES_MS, undefined, { ref: false }))
    .then(() => void runner.stop().catch(() => undefined))
  return { runner, ended: Promise.race([runner.promise.catch(() => undefined), lastWrites]) }
}

function taskList(tasks: QueueOptions['tasks'], signal: AbortSignal): TaskList {
  const entries = Object.entries(tasks).map(([name, { work }]) => [
    name,
    (payload: unknown, { job }: { job: { attempts: number; max_attempts: number } }) =>
      observed(name, () => work({ payload, isLast: job.attempts >= job.max_attempts, signal })),
  ])
  return Object.fromEntries(entries) as TaskList
}

/** Publishes the duration of an attempt, and counts its database use separately. */
function observed(task: string, work: () => Promise<void>): Promise<void> {
  const beganAt = performance.now()
  const end = (isDone: boolean) =>
    observe('taskAttempt', { task, isDone, seconds: (performance.now() - beganAt) / 1000 })
  return countDatabaseUse(noDatabaseUse(), async () => {
    try {
      await work()
    } catch (error) {
      end(false)
      throw error
    }
    end(true)
  })
}

function cronItems(tasks: QueueOptions['tasks']): CronItem[] {
  return Object.entries(tasks).flatMap(([task, { cron }]) =>
    cron
      ? [
          {
            task,
            match: cron.match,
            options: { backfillPeriod: cron.catchUpMs, jobKey: task, maxAttempts: 3 },
          },
        ]
      : [],
  )
}

/** Records a sign of life, releases the tasks of dead processes, and reports tasks whose attempts have all failed. */
async function recover(
  { db, log, tasks }: QueueOptions,
  workerId: string | undefined,
  leaseMs: number,
): Promise<void> {
  if (workerId !== undefined) await noteAlive(db.global, workerId)
  const dead = await releaseTasksOfDeadWorkers(db.global, leaseMs)
  if (dead.length > 0) log.warn({ workers: dead.length }, 'took up the jobs of processes that are gone')
  for (const [name, { onExhausted }] of Object.entries(tasks)) {
    for (const { id, payload, key } of await findExhausted(db.global, name)) {
      const remove = (queries: Queries) => removeTask(queries, id)
      if (onExhausted) await onExhausted({ payload, isReplaced: key === null, remove })
      else await remove(db.global)
    }
  }
}

/** The library logs each task that it fetches; only problems are passed on. */
function loggerOn(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.warn({ reason: message }, 'the job queue')
    else log.debug(message)
  })
}
