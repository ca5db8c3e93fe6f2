// Deliveries to 100 TLS endpoints: their rate against a bare loop that signs and posts the same bytes, the same
// beside an endpoint that never responses, the time from commit to first attempt, and what a long log and a
// transaction that is held open cost. BENCH_ROUNDS and BENCH_ROUND_MS set the length: six rounds of 10 s make
// the sustained minute.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { instrumentOperations } from '@plumbline/contract'
import { testAuthority } from '../../apps/server/test/servers/hostile-receiver.ts'
import { webhookRoutes, webhookTargets } from '../../apps/server/src/modules/webhooks/index.ts'
import { systemActor } from '../../apps/server/src/platform/actor.ts'
import { startWorkNotifications } from '../../apps/server/src/platform/work-notifications.ts'
import { lockStream, writeEvents } from '../../apps/server/src/platform/outbox/index.ts'
import { startChildServer } from '../processes/child-server.ts'
import { makeWorkspace, openBenchDatabase } from '../database.ts'
import { alternate, report, type Load, type Measured } from '../measure.ts'
import type { Seen } from '../processes/webhook-receivers.ts'

const FINISHED = Number(process.env['BENCH_FINISHED'] ?? 1_000_000)
const WORKSPACES = 5
const ENDPOINTS_OF_WORKSPACE = 20
const BACKLOG_OF_SILENT = 10_000
/** Deliveries that wait at any time, so that the worker never runs dry. */
const WAITING_MIN = 4000
const EVENTS_AT_ONCE = 20
/** Between two events where time to the first attempt is measured: far from any limit. */
const TRICKLE_MS = 40
/** How long the transaction has been open when its cost is measured. */
const HELD_MS = 60_000

const instrument = instrumentOperations.getInstrument.reply.example
const fixture = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const SETTINGS = { WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true', WEBHOOK_MAX_ENDPOINTS: '100' }

const database = await openBenchDatabase(SETTINGS)
const { runtime, owner } = database
const notifications = startWorkNotifications(runtime)
const children: ChildProcess[] = []

function start(script: string, ...words: string[]): ChildProcess {
  const child = fork(fixture(script), words)
  children.push(child)
  return child
}

async function ask<Response>(child: ChildProcess, question: number = 0): Promise<Response> {
  child.send(question)
  return ((await once(child, 'message')) as [Response])[0]
}

const receivers = start('../processes/webhook-receivers.ts', String(WORKSPACES * ENDPOINTS_OF_WORKSPACE))
const [ports] = (await once(receivers, 'message')) as [{ healthy: number[]; silent: number }]
const routes = webhookRoutes({ ...runtime, targets: webhookTargets(runtime.config), endpointsMax: 100 })

async function subscribe(workspaceId: string, port: number): Promise<string> {
  const caller = systemActor(workspaceId)
  const request = { caller, params: {}, query: {}, headers: {} }
  const { body } = await routes.createWebhook({ ...request, body: { url: `https://localhost:${port}/hook` } })
  return (body as { id: string }).id
}

const workspaceIds: string[] = []
for (let index = 0; index < WORKSPACES; index += 1) {
  const { workspace } = await makeWorkspace(runtime, `Workspace ${index}`)
  workspaceIds.push(workspace.workspaceId)
  const own = ports.healthy.slice(index * ENDPOINTS_OF_WORKSPACE, (index + 1) * ENDPOINTS_OF_WORKSPACE)
  for (const port of own) await subscribe(workspace.workspaceId, port)
}
const [besideId] = workspaceIds as [string]

/** Returns only a rate, because the duration of one delivery among thousands is not meaningful. */
const rate = (perSecond: number): Measured => ({
  perSecond,
  p50Ms: Number.NaN,
  p95Ms: Number.NaN,
  p99Ms: Number.NaN,
})

/** Prints rates, each with its ratio to the first. */
function reportRates(title: string, rows: Record<string, Measured>): void {
  const first = Object.values(rows)[0]?.perSecond ?? Number.NaN
  const lines = Object.entries(rows).map(
    ([name, { perSecond }]) => `| ${name} | ${perSecond.toFixed(0)} | ${(perSecond / first).toFixed(2)} |`,
  )
  console.log(`\n${title}\n\n| load | per second | ratio |\n|---|---|---|\n${lines.join('\n')}`)
}

let turn = 0
/** Commits events in one workspace after the other; each goes to all its endpoints. */
async function commitEvents(count: number, data: object = {}): Promise<void> {
  const workspaceId = workspaceIds[(turn += 1) % WORKSPACES]!
  const event = { type: 'instrument.updated', siteId: null, occurredAt: new Date().toISOString() } as const
  const events = Array.from({ length: count }, () => ({ ...event, data: { instrument, ...data } }))
  await runtime.db.transaction(workspaceId, async (tx) => {
    await lockStream(tx)
    writeEvents(tx, events)
  })
}

/** Deliveries a second while there is always more to deliver. */
const deliveries: Load = async (durationMs) => {
  const startedAt = performance.now()
  const warmUntil = startedAt + Math.min(2000, durationMs / 2)
  let waiting = 0
  let measured = 0
  let measuredFrom = 0
  while (performance.now() < warmUntil + durationMs) {
    while (waiting < WAITING_MIN) {
      await commitEvents(EVENTS_AT_ONCE)
      waiting += EVENTS_AT_ONCE * ENDPOINTS_OF_WORKSPACE
    }
    await delay(20)
    const { received } = await ask<Seen>(receivers)
    waiting -= received
    if (measuredFrom > 0) measured += received
    else if (performance.now() >= warmUntil) measuredFrom = performance.now()
  }
  const perSecond = (measured / (performance.now() - measuredFrom)) * 1000
  await settle()
  await ask<Seen>(receivers)
  return rate(perSecond)
}

/** Waits until everything was delivered that can be. */
async function settle(): Promise<void> {
  for (let isOpen = true; isOpen; await delay(50)) {
    const { rows } = await owner.query<{ open: boolean }>(
      `
      select exists (select from outbox) or exists (
        select from webhook_queue q where q.due_at <= now() and q.endpoint_id <> all($1)) as open`,
      [silentIds],
    )
    isOpen = rows[0]?.open === true
  }
}

/** Time from commit to the first attempt, of events that come one by one. */
const trickle: Load = async (durationMs) => {
  const commits: bigint[] = []
  const until = performance.now() + durationMs
  while (performance.now() < until) {
    await commitEvents(1, { mark: commits.length })
    commits.push(process.hrtime.bigint())
    await delay(TRICKLE_MS)
  }
  await settle()
  await delay(200)
  const { arrivals } = await ask<Seen>(receivers)
  return { perSecond: (commits.length / durationMs) * 1000, ...percentiles(commits, arrivals) }
}

function percentiles(commits: readonly bigint[], arrivals: Seen['arrivals']) {
  if (arrivals.length !== commits.length) {
    throw new Error(`${arrivals.length} of ${commits.length} events arrived`)
  }
  const ms = arrivals.map(([mark, at]) => Number(BigInt(at) - commits[mark]!) / 1e6).toSorted((a, b) => a - b)
  const at = (share: number) => ms[Math.floor(ms.length * share)] ?? Number.NaN
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) }
}

let silentIds: string[] = []
/** Adds the endpoint that never responds, with its backlog; it is paused until a load runs. */
async function addSilent(): Promise<void> {
  const silentId = await subscribe(besideId, ports.silent)
  silentIds = [silentId]
  await owner.query(
    `
    with event as (
      insert into webhook_events (workspace_id, event_id, type, body)
      select $1::uuid, gen_random_uuid(), 'instrument.updated', '{}' from generate_series(1, ${BACKLOG_OF_SILENT})
      returning event_id),
    delivery as (
      insert into webhook_deliveries
        (workspace_id, delivery_id, endpoint_id, event_id, event_type, status, next_attempt_at, created_at, updated_at)
      select $1::uuid, gen_random_uuid(), $2::uuid, event_id, 'instrument.updated', 'pending', now(), now(), now()
      from event
      returning delivery_id, event_id)
    insert into webhook_queue
      (workspace_id, endpoint_id, delivery_id, event_id, due_at, attempt_count, schedule_attempts, horizon_at)
    select $1::uuid, $2::uuid, delivery_id, event_id, now(), 0, 0, now() + interval '72 hours' from delivery`,
    [besideId, silentId],
  )
  await turnSilent(false)
}

async function turnSilent(isActive: boolean): Promise<void> {
  const caller = systemActor(besideId)
  const body = { is_active: isActive }
  for (const id of silentIds)
    await routes.updateWebhook({ caller, params: { id }, query: {}, headers: {}, body })
}

const besideSilent =
  (load: Load): Load =>
  async (durationMs) => {
    await turnSilent(true)
    const measured = await load(durationMs)
    await turnSilent(false)
    return measured
  }

/** Fills the log with deliveries that succeeded, as years of use would. */
async function fillLog(): Promise<void> {
  const eventsOfEach = FINISHED / WORKSPACES / ENDPOINTS_OF_WORKSPACE
  for (const workspaceId of workspaceIds) {
    await owner.query(
      `
      with event as (
        insert into webhook_events (workspace_id, event_id, type, body)
        select $1::uuid, gen_random_uuid(), 'instrument.updated', '{}' from generate_series(1, ${eventsOfEach})
        returning event_id)
      insert into webhook_deliveries
        (workspace_id, delivery_id, endpoint_id, event_id, event_type, status, attempt_count, created_at, updated_at)
      select $1::uuid, gen_random_uuid(), l.endpoint_id, event_id, 'instrument.updated', 'succeeded', 1, now(), now()
      from event cross join webhook_endpoint_queues l
      where l.workspace_id = $1 and l.endpoint_id <> all($2)`,
      [workspaceId, silentIds],
    )
  }
}

/** Holds a snapshot open, so that nothing that was deleted since can be cleared away. */
async function holdTransaction(): Promise<() => Promise<void>> {
  const client = await runtime.db.connect('background')
  await client.query('begin isolation level repeatable read')
  await client.query('select count(*) from outbox')
  return () => client.end()
}

const body = JSON.stringify({
  id: besideId,
  type: 'instrument.updated',
  created_at: new Date(),
  data: { instrument },
})
const bareLoop = start(
  'webhook-bare-loop.ts',
  JSON.stringify([body, testAuthority, ...ports.healthy.map(String)]),
)
await once(bareLoop, 'message')
const bare: Load = async (durationMs) => {
  const perSecond = await ask<number>(bareLoop, durationMs)
  await ask<Seen>(receivers)
  return rate(perSecond)
}
const worker = await startChildServer('serve-worker.ts', {
  ...SETTINGS,
  DATA_DIR: runtime.config.DATA_DIR,
  LOG_LEVEL: 'warn',
  NODE_EXTRA_CA_CERTS: fixture('../../apps/server/test/fixtures/tls/authority.pem'),
})

try {
  await addSilent()
  report(
    'Time from commit to first attempt, one event at a time',
    await alternate({
      alone: trickle,
      'beside a silent endpoint': besideSilent(trickle),
    }),
  )
  reportRates(
    'Deliveries to 100 endpoints',
    await alternate({
      'bare loop': bare,
      deliveries: deliveries,
      [`beside a silent endpoint with ${BACKLOG_OF_SILENT} due`]: besideSilent(deliveries),
    }),
  )
  await fillLog()
  reportRates(`With ${FINISHED} finished deliveries`, await alternate({ 'bare loop': bare, deliveries }))
  const letGo = await holdTransaction()
  for (const until = performance.now() + HELD_MS; performance.now() < until;) await deliveries(10_000)
  reportRates('With a transaction held open for a minute', await alternate({ 'bare loop': bare, deliveries }))
  await letGo()
} finally {
  await worker.stop()
  for (const child of children) child.kill()
  await notifications.stop()
  await database.drop()
}
