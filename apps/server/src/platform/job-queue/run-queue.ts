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
  forgetWorker,
  noteAlive,
  findExhausted,
  releaseTasksOf,
  releaseTasksOfDeadWorkers,
  removeTask,
} from './queue-store.ts'

/** One attempt at a task. */
export interface Attempt {
  readonly payload: unknown
  /** Whether the task fails permanently with this attempt. */
  readonly isLast: boolean
  /** Aborted when the process stops: what is left of the task has to be entered anew. */
  readonly signal: AbortSignal
}

/** A task that no attempt could end. */
export interface Exhausted {
  readonly payload: unknown
  /** Whether another task with its key took its place; also true of one that was entered without a key. */
  readonly isReplaced: boolean
  /** Removes it, together with what the transaction writes; returns false where another process has. */
  readonly remove: (tx: Queries) => Promise<boolean>
}

/** What a process does with tasks of one name. Throws where a later attempt is to follow. */
export interface Task {
  readonly work: (attempt: Attempt) => Promise<void>
  /**
   * Called with a task whose last attempt ended with the death of its process. It stays in the queue, and is reported again,
   * until it is removed.
   */
  readonly onExhausted?: (task: Exhausted) => Promise<void>
  /** When it is entered by the clock, in the form of cron and in UTC: once, however many processes there are. */
  readonly cron?: { readonly match: string; readonly catchUpMs: number }
}

export interface QueueOptions {
  readonly db: Database
  readonly connection: ClientConfig
  readonly log: Log
  readonly tasks: Readonly<Record<string, Task>>
  /** How long a process may be silent before its tasks go to others. */
  readonly leaseMs?: number
}

/** The work of one process on the queue. */
export interface JobQueue {
  /**
   * Takes no more tasks, asks those under way to stop, and waits for them. At the limit, if there is one, what is still
   * under way is given back, for other processes to take up; the caller then ends this one.
   */
  stop(limitMs?: number): Promise<void>
}

/** Tasks that a process works on at once. They share the cores with requests, and mostly wait for the database. */
const CONCURRENCY = 4

/** Connections of the library: one listens, the others take tasks and finish them. */
const POOL_SIZE = 2

/** What a process that was killed leaves behind is taken up by others within this and a sign of life. */
const LEASE_MS = 30_000

/** Signs of life within a lease, so that one that fails does no harm. */
const SIGNS_OF_LIFE = 5

/** After the library has stopped for lack of a database. */
const RESTART_MS = 1000

/** What is still being written of finished tasks when a runner shuts down; others take up what is not. */
const LAST_WRITES_MS = 2000

/** With one of these the workers of a runner have ended, and it listens no more. */
const SHUT_DOWN = [
  'pool:gracefulShutdown:complete',
  'pool:forcefulShutdown:complete',
  'pool:forcefulShutdown:error',
] as const

/** Tasks that are taken and finished by the library until it ends. */
interface Running {
  readonly runner: Runner
  /** Settles when nothing of it goes on. */
  readonly ended: Promise<void>
}

/**
 * Begins to work on the tasks of the queue, with what is entered by the clock among them.
 * @throws when the database cannot be reached at the start; afterwards it waits for its return
 */
export async function startJobQueue(options: QueueOptions): Promise<JobQueue> {
  const { db, log } = options
  const pool = openPool(options)
  const ending = new AbortController()
  let workerId: string | undefined
  const start = () => startRunner(options, pool, ending.signal, (id) => (workerId = id))
  let current = await start()
  const leaseMs = options.leaseMs ?? LEASE_MS
  const recovery = startPollLoop({ name: 'recovering jobs', everyMs: leaseMs / SIGNS_OF_LIFE, log }, () =>
    recover(options, workerId, leaseMs),
  )
  const keepRunning = async () => {
    while (!ending.signal.aborted) {
      // It ends by itself only when it could not finish a task for lack of a database.
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
      const stopping = stopRunner(current)
      if (limitMs !== undefined && !(await endsWithin(stopping, limitMs))) {
        await recovery.stop()
        if (workerId !== undefined) await releaseTasksOf(db.global, [workerId]).catch(() => undefined)
        void stopping.then(() => pool.end())
        return
      }
      await stopping
      await running
      // One that was starting just then; its connections would keep the pool from ending.
      await stopRunner(current)
      await recovery.stop()
      if (workerId !== undefined) await forgetWorker(db.global, workerId).catch(() => undefined)
      await pool.end()
    },
  }
}

/** Opens the connections of the library. */
function openPool({ connection, log }: QueueOptions): Pool {
  // The library compares instants as Date, which is what `pg` makes of them by itself.
  const limits = limitOptions(timeLimitsOf('background'))
  const { types: _ours, ...usual } = clientConfig({ connection, role: APPLICATION_ROLE }, limits)
  const pool = new QueuePool({ ...usual, max: POOL_SIZE, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  const noteBroken = ({ message }: Error) => log.debug({ reason: message }, 'a connection of the queue broke')
  pool.on('error', noteBroken)
  pool.on('connect', (client) => client.on('error', noteBroken))
  return pool
}

/** Asks a runner to stop, unless it is stopping, and waits for its end. */
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
    // Without these the library lets a failure to finish a task go unhandled, which would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  // Where several tasks could not be finished, the runner's own promise never settles: the library counts writes that
  // are under way, and counts a failed one down twice (https://github.com/graphile/worker/issues/636). Its clock for
  // tasks by the hour would go on for ever.
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

/** Publishes how long an attempt took, with its database use counted as its own. */
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

/** Gives a sign of life, takes up what dead processes left, and reports what no attempt could end. */
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

/** The library logs each task that it takes: nobody's news, save what went wrong. */
function loggerOn(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.warn({ reason: message }, 'the job queue')
    else log.debug(message)
  })
}
