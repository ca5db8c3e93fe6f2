import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { freePort } from '@plumbline/testing'
import { citusUrl } from '../../test/citus.ts'
import { withClient } from '../../test/cluster.ts'
import { createJoinedDatabase, createTestDatabase } from '../../test/database.ts'
import { startCommandHost } from '../../test/processes/command-host.ts'
import { runCommand } from '../../test/processes/run-command.ts'
import { startServerProcess } from '../../test/processes/server-process.ts'
import { applyMigrations } from '../platform/db/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-db-'))
after(() => rmSync(folder, { recursive: true }))
const host = startCommandHost(folder)
const database = citusUrl === undefined ? await createTestDatabase() : await createJoinedDatabase()
after(() => database.drop())
await applyMigrations(database.connection)

const settings = {
  DATABASE_URL: database.url,
  SECRET_KEY: 'a secret of the tests that nothing else uses',
  DATA_DIR: join(folder, 'data'),
}
const plumbline = (...line: string[]) => host(line, settings)
const distribute = (...options: string[]) => plumbline('db', 'distribute', ...options)

async function json(...line: string[]): Promise<any> {
  const { exitCode, stdout, stderr } = await plumbline(...line, '--json')
  assert.deepEqual([exitCode, stderr], [0, ''], `${line.join(' ')}: ${stderr}`)
  return JSON.parse(stdout)
}

const PLACED = {
  instruments: 'distributed',
  workspaces: 'reference',
  outbox: 'local',
  rate_windows: 'each',
  job_workers: 'unmanaged',
}

describe('on PostgreSQL without Citus', { skip: citusUrl && 'CITUS_URL is set' }, () => {
  test('a dry run prints where each table would be placed, and what is missing', async () => {
    const { exitCode, stdout, stderr } = await distribute('--dry-run', '--json')
    assert.deepEqual([exitCode, stderr], [0, ''])
    const { citus, workers, tables, placed, message } = JSON.parse(stdout)
    assert.deepEqual([citus, workers, placed], [null, 0, []])
    assert.match(message, /^This database does not have the extension citus: /)
    for (const [name, placement] of Object.entries(PLACED)) {
      const table = tables.find((each: { name: string }) => each.name === name)
      assert.deepEqual([table.placement, table.current], [placement, null])
    }
    const text = (await distribute('--dry-run')).stdout
    assert.match(text, /^instruments +distributed by workspace_id +about \d+ rows$/m)
  })

  test('distributing is refused in one sentence', async () => {
    for (const options of [[], ['--yes']]) {
      const { exitCode, stdout, stderr } = await distribute(...options)
      assert.deepEqual([exitCode, stdout], [1, ''])
      assert.match(stderr, /^plumbline: This database does not have the extension citus: .*\n$/)
    }
    const wrong = await distribute('--shards', '0')
    assert.equal(wrong.exitCode, 2)
    assert.match(wrong.stderr, /It takes a number from 1 to 1024\./)
  })

  test('moves of shards are refused in one sentence', async () => {
    const { exitCode, stderr } = await plumbline('db', 'moves', '--allow')
    assert.deepEqual([exitCode, stderr], [1, 'plumbline: The tables of this database are not distributed.\n'])
    const neither = await plumbline('db', 'moves')
    assert.equal(neither.exitCode, 2)
    assert.match(neither.stderr, /specify either '--allow' or '--end'/)
  })
})

describe('on a Citus cluster', { skip: citusUrl ? false : 'CITUS_URL is not set' }, () => {
  const query = (statement: string) =>
    withClient(database.url, async (client) => (await client.query(statement)).rows)
  const placeOf = async (name: string) => {
    const { tables } = await json('db', 'distribute', '--dry-run')
    return tables.find((table: { name: string }) => table.name === name)?.current
  }

  test('a database with rows is distributed completely, once it is confirmed', async () => {
    const made = await json('workspace', 'create', '--name', 'Plant', '--timezone', 'UTC')
    const { placed } = await json('db', 'distribute')
    assert.deepEqual([placed, await placeOf('instruments')], [[], null])
    const done = await json('db', 'distribute', '--yes', '--shards', '4')
    assert.match(done.message, /^Placed \d+ tables on \d+ workers\. Each has all its rows\.$/)
    for (const [name, placement] of Object.entries(PLACED))
      assert.equal(await placeOf(name), placement === 'unmanaged' ? null : placement)
    const { message } = await json('db', 'distribute', '--yes')
    assert.equal(message, 'All tables are placed.')
    await json('site', 'create', '--workspace', made.workspace_id, '--name', 'Foundry', '--timezone', 'UTC')
    await json('ledger', 'verify', '--workspace', made.workspace_id)
    const [{ forced }] = await query(
      `select bool_and(relforcerowsecurity) as forced from pg_class where relname in ('sites', 'ledger_entries')`,
    )
    assert.equal(forced, true)
  })

  test('a process that serves requests starts on any node, and one with background work only where the queue is', async () => {
    const [worker] = await query('select nodename, nodeport from pg_dist_node where groupid <> 0 limit 1')
    const there = new URL(database.url)
    there.host = `${worker.nodename}:${worker.nodeport}`
    const onWorker = { ...settings, DATABASE_URL: there.href }
    const { exitCode, stderr } = await runCommand(['serve', '--role', 'worker'], onWorker, folder)
    assert.equal(exitCode, 1)
    assert.match(
      stderr,
      /^plumbline: this node of the cluster does not have the job queue: connect to the coordinator, [^\n]+\n$/,
    )
    const serving = startServerProcess('api', { ...onWorker, PORT: String(await freePort()) })
    await serving.ready
    await serving.kill()
  })

  test('row security does not apply to the owner while shards can be moved', async () => {
    const exempt = async () => {
      const [{ names }] = await query(
        `select coalesce(array_agg(relname::text), '{}') as names from pg_class
         where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity`,
      )
      return names
    }
    const { allowed, changed } = await json('db', 'moves', '--allow')
    assert.deepEqual([allowed, changed, (await exempt()).length], [true, changed, changed])
    assert.ok(changed > 0)
    assert.equal((await json('db', 'moves', '--allow')).changed, 0)
    const ended = await json('db', 'moves', '--end')
    assert.deepEqual([ended.allowed, ended.changed, await exempt()], [false, changed, []])
  })

  test('tables of later migrations are placed, too', async () => {
    await query(`
      begin;
      create table added (workspace_id uuid not null references workspaces, id uuid, primary key (workspace_id, id));
      select add_tenant_table('added');
      alter table added add foreign key (workspace_id, id) references sites (workspace_id, site_id);
      commit`)
    const [{ groups }] = await query(
      `select count(distinct colocationid)::integer as groups from pg_dist_partition where partmethod = 'h'`,
    )
    assert.equal(groups, 1)
    await query('drop table webhook_rounds; create table webhook_rounds (workspace_id uuid primary key)')
    assert.equal(await placeOf('webhook_rounds'), null)
    await json('migrate')
    assert.equal(await placeOf('webhook_rounds'), 'local')
  })
})
