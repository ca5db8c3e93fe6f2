import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { after, test } from 'node:test'
import {
  APP_WORKSPACE_PREFIX,
  operations,
  PUBLIC_API_PREFIX,
  workspaceOperations,
  type Operation,
} from '@plumbline/contract'
import { until } from '@plumbline/testing'
import { buildApp } from '../src/app.ts'
import { APPLICATION_ROLE, openDatabase, sql, type ReplicaEvent } from '../src/platform/db/index.ts'
import { onObserved, type ReplicaOutcome } from '../src/platform/observations.ts'
import { replicaReads } from '../src/replica-reads.ts'
import { call, startTestApp } from './app.ts'
import { urlOf } from './cluster.ts'
import { replicaTestsSkipped, startPostgres } from './servers/replicated-postgres.ts'
import { signInAs } from './session.ts'
import { createOneOfEach } from './workspaces/create-one-of-each.ts'
import { samples } from './workspaces/operation-samples.ts'

/** Pause before reads are repeated that the replica could not serve in time. */
const RETRY_MS = 100

const skip = replicaTestsSkipped()

test('operations that a replica may serve only read', () => {
  const all: Readonly<Record<string, Operation>> = { ...workspaceOperations, ...operations }
  for (const name of replicaReads) {
    const { method, reply } = all[name]!
    assert.equal(method, 'GET', name)
    assert.equal(reply.headers?.['ETag'], undefined, `${name} has an entity tag, which goes into a write`)
  }
})

test('with a streaming replica', { skip }, async (t) => {
  const statistics = ['shared_preload_libraries=pg_stat_statements']
  const primary = await startPostgres([...statistics, 'fsync=off'])
  const standby = await primary.standby([...statistics, 'fsync=off', 'max_standby_streaming_delay=0'])
  process.env['TEST_DATABASE_URL'] = primary.url
  const app = await startTestApp()
  after(() => Promise.all([primary.end(), standby.end()]))
  const name = new URL(app.databaseUrl).pathname.slice(1)
  const events: ReplicaEvent[] = []
  const outcomes: ReplicaOutcome[] = []
  onObserved('replicaRequest', ({ outcome }) => outcomes.push(outcome))

  /** One of several processes: nothing of the database or the replica is shared between them. */
  const startProcess = async () => {
    const db = openDatabase({
      connection: app.parts.connection,
      replica: { connectionString: urlOf(standby.url, name) },
      onReplicaEvent: (event) => events.push(event),
      poolSize: 4,
      role: APPLICATION_ROLE,
      requestDeadlineMs: app.parts.config.REQUEST_DEADLINE_MS,
      onIdleError: () => undefined,
    })
    const server = buildApp({ ...app.parts, db })
    app.endsWith(() => server.close().then(() => db.close()))
    return { db, origin: await server.listen({ host: '127.0.0.1', port: 0 }) }
  }
  const [first, second] = [await startProcess(), await startProcess()]
  const workspace = await app.workspace()
  const admin = await signInAs(app, workspace, 'admin')
  const ids = await createOneOfEach(app, workspace, admin)

  const workspacePath = APP_WORKSPACE_PREFIX.replace('{workspace_id}', workspace.id)
  const list = (origin: string, key = workspace.key) =>
    call(`${origin}${PUBLIC_API_PREFIX}/instruments`, 'GET', { key })
  const totalAt = async (origin: string, key?: string) => (await list(origin, key)).body.pagination.total
  let entered = 0
  const enterAt = async (origin: string) => {
    entered += 1
    const body = { asset_tag: `REPLICA-${entered}`, name: 'Gauge', calibration_interval_value: 12 }
    const { status } = await call(`${origin}${PUBLIC_API_PREFIX}/instruments`, 'POST', {
      key: workspace.key,
      body,
    })
    assert.equal(status, 201)
  }
  /** Repeats reads until the replica has served them all, which a busy machine may prevent for a second. */
  const untilServed = async <T>(reads: () => Promise<T>): Promise<T> => {
    for (;;) {
      outcomes.length = 0
      const read = await reads()
      if (outcomes.every((outcome) => outcome === 'served')) return read
      assert.ok(!outcomes.includes('failed'), 'the replica refused a statement')
      await delay(RETRY_MS)
    }
  }
  const served = () => untilServed(() => list(first.origin))

  await t.test('lists and reports are answered by the replica as by the primary', async () => {
    const read = async (server: string, operation: (typeof replicaReads)[number]) => {
      const [method = '', path = ''] = samples[operation].send(ids).split(' ')
      const headers = { cookie: admin.cookie }
      const { status, body } = await call(`${server}${workspacePath}${path}`, method, { headers })
      return { status, body }
    }
    for (const operation of replicaReads) {
      const expected = await read(app.origin, operation)
      assert.equal(expected.status, 200, operation)
      assert.deepEqual(await untilServed(() => read(first.origin, operation)), expected, operation)
      assert.equal(outcomes.length, 1, operation)
    }
  })

  await t.test('reads of the replica are not sent to the primary', async () => {
    await primary.withClient((client) => client.query('create extension pg_stat_statements'))
    /** How many reads of instruments each server has run. */
    const counted = (server: typeof primary) =>
      server.withClient(async (client) => {
        const { rows } = await client.query<{ calls: number }>(`
          select coalesce(sum(calls), 0)::int as calls from pg_stat_statements
          where query ~ 'from instruments' and query !~ 'pg_stat'`)
        return rows[0]!.calls
      })
    await untilServed(() => list(first.origin))
    const [more, ofPrimary] = await untilServed(async () => {
      const before = [await counted(primary), await counted(standby)] as const
      for (let time = 0; time < 10; time += 1) await list(first.origin)
      return [(await counted(standby)) - before[1], (await counted(primary)) - before[0]]
    })
    assert.ok(more >= 10)
    assert.equal(ofPrimary, 0)
  })

  await t.test('the replica serves reads while their counts are written page by page', async () => {
    const reads = async () => {
      for (let time = 0; time < 100; time += 1) await list(first.origin)
    }
    await untilServed(() => Promise.all([reads(), reads(), reads(), reads()]))
  })

  await t.test('its connections have the role, the zone and the workspace of the others', async () => {
    const other = await app.workspace()
    const row = await first.db.fromReplica(async () => {
      const rows = await first.db.in(other.id).rows<Record<string, unknown>>(sql`
        select current_user as role, current_setting('timezone') as zone, pg_is_in_recovery() as "isReplica",
          (select count(*) from instruments) as instruments,
          (select string_agg(distinct workspace_id::text, ' ') from sites) as seen`)
      return rows[0]
    })
    assert.deepEqual(row, {
      role: APPLICATION_ROLE,
      zone: 'UTC',
      isReplica: true,
      instruments: 0,
      seen: other.id,
    })
  })

  await t.test(
    'a write through one process is seen through another, by its caller and by others',
    async () => {
      const { key: otherKey } = await workspace.person()
      for (let round = 0; round < 10; round += 1) {
        const before = await totalAt(second.origin)
        await enterAt(first.origin)
        assert.equal(await totalAt(second.origin), before + 1)
        assert.equal(await totalAt(first.origin, otherKey), before + 1)
      }
    },
  )

  await t.test('nobody reads outdated data while the replica is paused', async () => {
    await served()
    const { key: otherKey } = await workspace.person()
    const before = await totalAt(first.origin)
    await standby.withClient((client) => client.query('select pg_wal_replay_pause()'))
    await enterAt(first.origin)
    events.length = 0
    for (const { origin } of [first, second]) {
      for (const key of [workspace.key, otherKey]) assert.equal(await totalAt(origin, key), before + 1)
    }
    assert.deepEqual(
      events.map((event) => !event.serves && event.why),
      ['behind', 'behind'],
      'each process says once that the primary serves its reads',
    )
    await standby.withClient((client) => client.query('select pg_wal_replay_resume()'))
    await served()
    assert.ok(events.some((event) => event.serves))
  })

  await t.test('a read that the replica cancels for its recovery is repeated on the primary', async () => {
    await served()
    outcomes.length = 0
    const rows = first.db.fromReplica(() =>
      first.db.snapshot(workspace.id, (queries) =>
        queries.rows<{ isReplica: boolean }>(sql`
          select pg_is_in_recovery() as "isReplica", case when pg_is_in_recovery() then pg_sleep(600) end
          from (select count(*) from instruments) counted`),
      ),
    )
    const isWaiting = () =>
      standby.withClient(async (client) => {
        const { rowCount } = await client.query(
          `select from pg_stat_activity where wait_event = 'PgSleep' and query ~ 'from instruments|count'`,
        )
        return rowCount === 1
      })
    await until(isWaiting, 'a read on the replica')
    await app.asOwner((owner) =>
      owner.query('begin; lock table instruments in access exclusive mode; commit'),
    )
    assert.equal((await rows)[0]!.isReplica, false)
    assert.deepEqual(outcomes, ['canceled'])
    await served()
  })

  await t.test('no request fails when the replica is killed, and the server stays ready', async () => {
    await served()
    const over = new AbortController()
    const statuses = new Set<number>()
    const load = async () => {
      while (!over.signal.aborted) statuses.add((await list(first.origin)).status)
    }
    const loads = [load(), load(), load()]
    await until(() => outcomes.filter((outcome) => outcome === 'served').length > 20)
    await standby.kill()
    outcomes.length = 0
    await until(() => outcomes.includes('unreachable') && outcomes.length > 20)
    over.abort()
    await Promise.all(loads)
    assert.deepEqual([...statuses], [200])
    assert.equal((await fetch(`${first.origin}/readyz`)).status, 200)
  })
})
