import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from '@plumbline/testing'
import { startTestApp } from '../../test/app.ts'
import { enter } from '../../test/register.ts'
import { startReceiver, subscribe, testWorkers } from '../../test/webhooks.ts'
import { buildApp } from '../app.ts'
import { buildMonitoring, watch } from '../monitoring.ts'
import { openDatabase, sql, type Database } from '../platform/db/index.ts'
import { endsWithin } from '../platform/ends-within.ts'
import { Draining } from '../platform/http/index.ts'
import { enqueue } from '../platform/job-queue/index.ts'
import { listen } from '../platform/outbox/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
const app = await startTestApp({ METRICS_PORT: '1', BACKUP_FOLDER: folder, RATE_LIMIT_PER_MINUTE: '1000000' })

/** The same application with what counts beside it. */
async function startWatched(db: Database = app.db) {
  const { parts, watchers } = await watch(
    { ...app.parts, db, owner: {}, migrated: [], close: async () => undefined },
    'api',
  )
  const watched = buildApp(parts)
  const monitoring = buildMonitoring(parts, new Draining(), watchers)
  app.endsWith(() => Promise.all([watched.close(), monitoring.close()]))
  const origin = await watched.listen({ host: '127.0.0.1', port: 0 })
  const metricsOrigin = await monitoring.listen({ host: '127.0.0.1', port: 0 })
  const readOnce = async () => (await fetch(`${metricsOrigin}/metrics`)).text()
  // On a busy machine a figure may come too late for one look.
  const read = async () => {
    let text = ''
    await until(async () => !/^plumbline_figure_missing.* 1$/m.test((text = await readOnce())))
    return text
  }
  return { origin, read, readOnce }
}

/** Value of a metric with its labels as they are printed; undefined where it has none. */
const valueOf = (text: string, line: string): number | undefined => {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

const root = new URL('../../../../', import.meta.url)
const DEPLOYED = ['deploy/grafana/plumbline.json', 'deploy/prometheus/alerts.yaml']

test('metrics count what the process does and read what waits, without a label that grows with tenants', async (t) => {
  const { origin, read } = await startWatched()
  const workspace = await app.workspace()
  const receiver = await startReceiver(t)
  await subscribe(app, workspace, { url: receiver.url })
  const instrument = await enter(app, workspace.key)
  const workers = testWorkers(app)
  await workers.runOnce()
  await app.db.transaction(workspace.id, async (tx) => enqueue(tx, 'a_task', {}, { afterMs: 3_600_000 }))
  const past = new Date(app.clock.now().getTime() - 1000).toISOString()
  await app.db.transaction(workspace.id, async (tx) => listen(tx, 'live:of a process that was killed', past))
  await enter(app, workspace.key)
  const get = (path: string) =>
    fetch(`${origin}/api/public/v1${path}`, { headers: { 'x-api-key': workspace.key } }).then((response) =>
      response.text(),
    )
  await get('/instruments?limit=1')
  await get(`/instruments/${instrument.id}`)
  await get('/nothing')
  const text = await read()
  const expected: readonly (readonly [string, number])[] = [
    [
      'plumbline_http_request_duration_seconds_count{api="public",operation="listInstruments",status="2xx"}',
      1,
    ],
    ['plumbline_http_request_duration_seconds_count{api="public",operation="unknown",status="4xx"}', 1],
    ['plumbline_ledger_verifications_total{outcome="differs"}', 0],
    ['plumbline_webhook_attempt_duration_seconds_count{outcome="succeeded"}', 1],
    ['plumbline_outbox_unread_events{consumer="webhooks"}', 1],
    ['plumbline_webhook_deliveries{state="waiting"}', 0],
    ['plumbline_jobs{task="a_task",state="waiting"}', 1],
    ['plumbline_job_lag_seconds{task="a_task"}', 0],
    ['plumbline_backup_overdue', 0],
    ['plumbline_figure_missing{figure="consumers"}', 0],
    ['plumbline_documents_waiting{size="large"}', 0],
    ['plumbline_database_waiting{pool="requests"}', 0],
  ]
  for (const [line, value] of expected) assert.equal(valueOf(text, line), value, line)
  assert.equal(valueOf(text, 'plumbline_outbox_unread_events{consumer="live"}'), undefined)
  for (const sum of ['statements', 'round_trips', 'seconds']) {
    const line = `plumbline_http_database_${sum}_total{api="public",operation="listInstruments"}`
    assert.ok(valueOf(text, line)! > 0, line)
  }
  assert.ok(valueOf(text, 'plumbline_ledger_entries_total')! >= 2)
  assert.ok(!text.includes(workspace.id) && !text.includes(instrument.id))
  assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m)
})

test('without its database, a process still reports its own figures, and which ones are missing', async () => {
  const db = openDatabase({
    connection: { host: '127.0.0.1', port: 1 },
    poolSize: 1,
    role: undefined,
    requestDeadlineMs: 1000,
    onIdleError: () => undefined,
  })
  app.endsWith(() => db.close())
  const { readOnce } = await startWatched(db)
  const text = await readOnce()
  for (const figure of ['consumers', 'deliveries', 'tasks']) {
    assert.equal(valueOf(text, `plumbline_figure_missing{figure="${figure}"}`), 1, figure)
  }
  assert.equal(valueOf(text, 'plumbline_webhook_lag_seconds'), undefined)
  assert.equal(valueOf(text, 'plumbline_backup_overdue'), 1)
  assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m)
})

test('a query for a figure that takes too long is canceled in the database as well', async () => {
  const { readOnce } = await startWatched()
  await app.db.globalTransaction(async (tx) => {
    await tx.rows(sql`lock table webhook_queue in access exclusive mode`)
    assert.equal(valueOf(await readOnce(), 'plumbline_figure_missing{figure="deliveries"}'), 1)
    const nobodyWaits = async () => {
      const waiting = await tx.rows(sql`
        select from pg_locks
        where not granted and database = (select oid from pg_database where datname = current_database())`)
      return waiting.length === 0
    }
    // Less than the minute after which the database gives up waiting for any lock.
    assert.ok(await endsWithin(until(nobodyWaits), 20_000))
  })
})

test('the dashboard and the alert rules name metrics that there are', async () => {
  const { read } = await startWatched()
  const known = new Set(Array.from((await read()).matchAll(/^# TYPE (\S+)/gm), ([, name]) => name!))
  for (const file of DEPLOYED) {
    const named = readFileSync(new URL(file, root), 'utf8').match(
      /\b(plumbline|nodejs|process)_[a-z0-9_]+\b/g,
    )
    assert.ok(named && named.length > 5)
    for (const name of new Set(named)) {
      assert.ok(known.has(name.replace(/_(bucket|sum|count)$/, '')) || known.has(name), `${name} in ${file}`)
    }
  }
})

test('the alert rules are valid to Prometheus', (t) => {
  const rules = fileURLToPath(new URL('deploy/prometheus/alerts.yaml', root))
  const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', rules], {
    encoding: 'utf8',
  })
  if (error) return t.skip('promtool is not installed (Debian: the package prometheus)')
  assert.equal(status, 0, stdout + stderr)
})
