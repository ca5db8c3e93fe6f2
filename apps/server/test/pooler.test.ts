import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { UnavailableError } from '../src/platform/errors.ts'
import { APPLICATION_ROLE, openDatabase, sql } from '../src/platform/db/index.ts'
import { newId } from '../src/platform/ids.ts'
import { startTestApp } from './app.ts'
import { joinTestCluster, urlOf, withClient } from './cluster.ts'
import { enter } from './register.ts'
import { poolerTestsSkipped, startPgBouncer } from './servers/pgbouncer.ts'

/** Fewer than clients, so that each session of the server serves several of them in turn. */
const SESSIONS = 2

const CLIENTS = 24

const skip = poolerTestsSkipped()

test('behind a pooler in transaction mode', { skip }, async (t) => {
  const cluster = await joinTestCluster()
  const pooler = await startPgBouncer(cluster.url, SESSIONS)
  process.env['TEST_POOLER_URL'] = pooler.url
  const app = await startTestApp()
  // It has sessions at the database, which would wait for them to end.
  app.endsWith(() => pooler.stop())
  after(() => cluster.leave())
  const pooled = urlOf(pooler.url, new URL(app.databaseUrl).pathname.slice(1))

  await t.test(
    'each transaction works in its role, zone and workspace, and leaves nothing of them',
    async () => {
      const workspaces = await Promise.all([app.workspace(), app.workspace()])
      for (const workspace of workspaces) await enter(app, workspace.key)
      // What another client of the pooler leaves in the sessions that it shares with this one.
      const strict = 'set session characteristics as transaction isolation level serializable'
      await Promise.all(
        Array.from({ length: CLIENTS }, () => withClient(pooled, (client) => client.query(strict))),
      )
      const found = await Promise.all(
        Array.from({ length: CLIENTS }, async (_, index) => {
          const { id } = workspaces[index % 2]!
          const [row] = await app.db.in(id).rows<{
            role: string
            zone: string
            statement: string
            jit: string
            isolation: string
            seen: string
          }>(sql`
          select current_user as role, current_setting('timezone') as zone,
            current_setting('statement_timeout') as statement, current_setting('jit') as jit,
            current_setting('transaction_isolation') as isolation,
            (select string_agg(distinct workspace_id::text, ' ') from instruments) as seen`)
          return { ...row!, isOwn: row!.seen === id }
        }),
      )
      for (const { role, zone, statement, jit, isolation, isOwn } of found) {
        assert.deepEqual(
          [role, zone, statement, jit, isolation, isOwn],
          [APPLICATION_ROLE, 'UTC', '10min', 'off', 'read committed', true],
        )
      }
      const [outside] = await app.db.global.rows<{ seen: string }>(
        sql`select count(*) as seen from instruments`,
      )
      assert.equal(Number(outside!.seen), 0, 'outside a workspace row security shows nothing')
      const left = await withClient(pooled, (client) =>
        client.query(
          `select current_user <> '${APPLICATION_ROLE}' as "isLogin", current_setting('app.workspace_id', true) as workspace`,
        ),
      )
      assert.deepEqual([left.rows[0].isLogin, left.rows[0].workspace || ''], [true, ''])
    },
  )

  await t.test('a repeated request is carried out once, whichever sessions its attempts meet', async () => {
    const workspace = await app.workspace()
    const body = {
      asset_tag: 'P-1',
      name: 'Caliper',
      calibration_interval_value: 12,
      calibration_interval_unit: 'months',
    }
    const key = newId()
    const created = await Promise.all(
      Array.from({ length: CLIENTS }, () =>
        app.call('POST', '/instruments', { key: workspace.key, body, headers: { 'idempotency-key': key } }),
      ),
    )
    for (const { status, body: said } of created) {
      assert.ok(status === 201 || said.code === 'REQUEST_IN_PROGRESS', `${status} ${said.code}`)
    }
    const { body: listed } = await app.call('GET', '/instruments', { key: workspace.key })
    assert.equal(listed.pagination.total, 1)
  })

  await t.test('a statement that takes longer than a request may is canceled by the database', async () => {
    const db = openDatabase({
      connection: app.parts.connection,
      pooler: { connectionString: pooled },
      poolSize: 1,
      role: APPLICATION_ROLE,
      requestDeadlineMs: 100,
      onIdleError: () => undefined,
    })
    await assert.rejects(db.global.rows(sql`select pg_sleep(600)`), UnavailableError)
    await db.close()
  })
})
