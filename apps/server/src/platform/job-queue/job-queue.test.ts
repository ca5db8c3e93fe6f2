import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@plumbline/testing'
import { startTestApp } from '../../../test/app.ts'
import { urlOf, withClient } from '../../../test/cluster.ts'
import { QUEUE_VERSION } from '../db/index.ts'
import { createLog } from '../log.ts'
import { enqueue, startJobQueue, type Task } from './index.ts'

const app = await startTestApp()
const { parts, db } = app

/** One process that works on the queue until it is stopped, or the test ends. */
async function start(
  t: TestContext,
  tasks: Record<string, Task>,
  leaseMs = 10_000,
  log = parts.log,
): Promise<() => Promise<void>> {
  const queue = await startJobQueue({ ...parts, tasks, leaseMs, log })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= queue.stop())
  t.after(stop)
  return stop
}

/** Tasks that wait or are under way. */
const waiting = async () =>
  (await app.asOwner((owner) => owner.query('select attempts from graphile_worker._private_jobs'))).rowCount

/** Ends every connection to the database, as a restart of it does. */
const cut = () =>
  app.asOwner((owner) =>
    owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    ),
  )

const databaseName = new URL(app.databaseUrl).pathname.slice(1)
const atCluster = (...statements: string[]) =>
  withClient(urlOf(app.databaseUrl, 'postgres'), async (client) => {
    for (const statement of statements) await client.query(statement)
  })

/** Ends every connection to the database and refuses new ones, as during a restart. */
const refuseConnections = () =>
  atCluster(
    `alter database ${databaseName} with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseName}'`,
  )
const admitConnections = () => atCluster(`alter database ${databaseName} with allow_connections true`)

/** Waits for the end of a process that was asked to stop. */
async function stops(stop: () => Promise<void>): Promise<void> {
  let hasStopped = false
  const stopping = stop().then(() => (hasStopped = true))
  await until(() => hasStopped, 'the end of the queue')
  await stopping
}

/** Whether the pools of the application have noticed the cut. */
const isReachable = (workspaceId: string) => db.transaction(workspaceId, async () => true).catch(() => false)

describe('the job queue', () => {
  test('is created by the installed version of the library', () => {
    const manifest = new URL('../../../../../node_modules/graphile-worker/package.json', import.meta.url)
    assert.equal(JSON.parse(readFileSync(manifest, 'utf8')).version, QUEUE_VERSION)
  })

  test('queues scheduled tasks once, however many processes there are, and catches up on a missed hour', async (t) => {
    let rounds = 0
    const work = async () => void (rounds += 1)
    // Half an hour from now, and half an hour ago.
    const match = `${(new Date().getUTCMinutes() + 30) % 60} * * * *`
    const tasks = { hourly: { work, cron: { match, catchUpMs: 60 * 60_000 } } }
    const stop = await start(t, tasks)
    await until(async () =>
      app.asOwner(async (owner) => {
        const past = `update graphile_worker._private_known_crontabs
          set known_since = now() - interval '1 day', last_execution = null where identifier = 'hourly'`
        return (await owner.query(past)).rowCount === 1
      }),
    )
    await stop()
    await Promise.all([start(t, tasks), start(t, tasks), start(t, tasks)])
    await until(async () => rounds > 0 && (await waiting()) === 0)
    assert.equal(rounds, 1)
  })

  test('continues after the database has closed its connections, even while a task ends', async (t) => {
    const { id } = await app.workspace()
    let done = 0
    await start(
      t,
      {
        task: {
          work: async ({ payload }) => {
            if ((payload as { cuts: boolean }).cuts) await cut()
            done += 1
          },
        },
      },
      500,
    )
    const enter = (cuts: boolean) => db.transaction(id, async (tx) => enqueue(tx, 'task', { cuts }))
    await enter(true)
    await until(async () => done > 0)
    await until(() =>
      enter(false).then(
        () => true,
        () => false,
      ),
    )
    await until(async () => (await waiting()) === 0)
    assert.ok(done >= 2)
  })

  test('continues, and stops, after several tasks could not be completed because the database was unavailable', async (t) => {
    const { id } = await app.workspace()
    const unfinished: string[] = []
    const log = createLog('warn', {
      write: (line) => void (line.includes('Failed to complete jobs') && unfinished.push(line)),
    })
    let started = 0
    let done = 0
    const work = async () => {
      started += 1
      const number = started
      // All that one process works on at once: each ends when the one before could not be finished.
      if (number <= 4) await until(async () => started >= 4 && unfinished.length >= number - 1)
      if (number === 1) await refuseConnections()
      if (number > 4) done += 1
    }
    const stop = await start(t, { task: { work } }, 500, log)
    const enter = () => db.transaction(id, async (tx) => enqueue(tx, 'task', {}))
    await Promise.all([enter(), enter(), enter(), enter()])
    await until(async () => unfinished.length === 4)
    await admitConnections()
    await until(async () => (await waiting().catch(() => 1)) === 0)
    assert.ok(done >= 4)
    await stops(stop)
    await until(() => isReachable(id))
  })

  test('ends a task that kills its process with its last step once all attempts are used up', async (t) => {
    const { id } = await app.workspace()
    await db.transaction(id, async (tx) => enqueue(tx, 'deadly', { of: id }))
    await app.asOwner((owner) =>
      owner.query(`update graphile_worker._private_jobs
        set attempts = max_attempts, locked_by = 'dead', locked_at = now() - interval '1 minute'`),
    )
    const reported: unknown[] = []
    await start(t, {
      deadly: {
        work: async () => assert.fail('tried again'),
        onExhausted: async ({ payload, remove }) => {
          if (await db.transaction(id, (tx) => remove(tx))) reported.push(payload)
        },
      },
    })
    await until(async () => reported.length > 0)
    assert.deepEqual([reported, await waiting()], [[{ of: id }], 0])
  })

  test('releases a task that does not end within the time limit of a stop', async (t) => {
    const { id } = await app.workspace()
    const stuck = Promise.withResolvers<void>()
    t.after(() => stuck.resolve())
    let started = 0
    const work = () => ((started += 1) === 1 ? stuck.promise : Promise.resolve())
    const queue = await startJobQueue({ ...parts, tasks: { task: { work } } })
    await db.transaction(id, async (tx) => enqueue(tx, 'task', {}))
    await until(() => started === 1)
    await queue.stop(10)
    await start(t, { task: { work } })
    await until(async () => (await waiting()) === 0)
    assert.equal(started, 2)
  })

  test('stops at any moment after the database was unavailable, and leaves no connection open', async (t) => {
    const { id } = await app.workspace()
    for (const wait of [0, 300, 600, 900, 1200]) {
      let started = 0
      let refused: Promise<void> | undefined
      const work = async () => {
        started += 1
        if (started === 1) await (refused = refuseConnections())
      }
      const stop = await start(t, { task: { work } }, 500)
      const enter = () => db.transaction(id, async (tx) => enqueue(tx, 'task', {}))
      // A connection of the pool may not know yet that it was cut; and the task can begin, and cut this one, before
      // the commit returns.
      const isEntered = () =>
        enter().then(
          () => true,
          () => started > 0,
        )
      await until(isEntered)
      await until(async () => started > 0)
      // Admitted before they are refused, they would stay refused.
      await refused
      await delay(wait)
      await admitConnections()
      await stops(stop)
      await until(() => isReachable(id))
    }
  })
})
