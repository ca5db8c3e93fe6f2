// What the pages Today, Worklist and Webhooks ask of the server at a hundred thousand instruments and two hundred
// thousand deliveries, signed in as a person.
import { APP_API_PREFIX } from '@plumbline/contract'
import { startChildServer } from './child-server.ts'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { fillDeliveryLog, type FilledLog } from './fill-delivery-log.ts'
import { fillRegister } from './fill-register.ts'
import { printTable, tell } from './measure.ts'
import { signIn } from './sign-in.ts'

const INSTRUMENTS = Number(process.env['BENCH_INSTRUMENTS'] ?? 100_000)

/** Deliveries in the log of one webhook. */
const DELIVERIES = Number(process.env['BENCH_DELIVERIES'] ?? 200_000)

/** Requests of each kind, one after another, as one person makes them; the first ones warm up. */
const REQUESTS = 200
const WARM_UP = 20

const bench = await openBenchDatabase()
const { runtime, owner } = bench
const { workspace, sites } = await makeWorkspace(runtime, 'Large')
await fillRegister(owner, workspace.workspaceId, sites, INSTRUMENTS)
const app = await startChildServer('serve-app.ts', { DATA_DIR: runtime.config.DATA_DIR, LOG_LEVEL: 'silent' })

/** Latencies in milliseconds, the shortest first. */
async function latencies(path: string, cookie: string): Promise<number[]> {
  const seen: number[] = []
  for (let index = 0; index < REQUESTS + WARM_UP; index += 1) {
    const begun = performance.now()
    const answer = await fetch(`${app.origin}${APP_API_PREFIX}/workspaces/${workspace.workspaceId}${path}`, {
      headers: { cookie },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`)
    if (index >= WARM_UP) seen.push(performance.now() - begun)
  }
  return seen.toSorted((one, other) => one - other)
}

const day = (days: number) => Temporal.Now.plainDateISO().add({ days }).toString()
const pages = {
  'today: GET /summary': '/summary',
  'today: GET /first-steps': '/first-steps',
  'today of one site': `/summary?site_id=${sites[1]}`,
  'worklist: GET /due': '/due?within_days=30',
  'the same, its last page': '/due?within_days=30&offset=15000',
  'overdue only': '/due?within_days=-1',
  'one week': `/due?due_from=${day(14)}&due_before=${day(21)}`,
  'one week of a site by status': `/due?due_from=${day(14)}&due_before=${day(21)}&site_id=${sites[1]}&compliance_status=WARNING`,
  'in use and overdue': '/due?within_days=0&in_use=true&compliance_status=NON_COMPLIANT',
  'the quarantine': '/instruments?is_quarantined=true',
}

/** What the pages of a webhook ask for; one delivery of it among them. */
const webhookPages = ({ endpointId, deliveryId }: FilledLog) => ({
  webhooks: '/webhooks',
  'one webhook': `/webhooks/${endpointId}`,
  'its log': `/webhooks/${endpointId}/deliveries?limit=25`,
  'the log, its last page': `/webhooks/${endpointId}/deliveries?limit=25&offset=${DELIVERIES - 25}`,
  'the log, given up': `/webhooks/${endpointId}/deliveries?limit=25&status=exhausted`,
  'the log, one kind of event': `/webhooks/${endpointId}/deliveries?limit=25&event_type=calibration.created`,
  'the log, a rare kind of event': `/webhooks/${endpointId}/deliveries?limit=25&event_type=instrument.retired`,
  'the log, a rare kind given up': `/webhooks/${endpointId}/deliveries?limit=25&status=exhausted&event_type=instrument.retired`,
  'one delivery': `/webhooks/${endpointId}/deliveries/${deliveryId}`,
})

try {
  const cookie = await signIn(runtime, app.origin, workspace.workspaceId)
  const rows: [string, string, string][] = []
  const log = await fillDeliveryLog(owner, workspace.workspaceId, DELIVERIES)
  for (const [name, path] of Object.entries({ ...pages, ...webhookPages(log) })) {
    const seen = await latencies(path, cookie)
    const at = (share: number) => seen[Math.floor(seen.length * share)]!
    rows.push([name, at(0.5).toFixed(1), at(0.95).toFixed(1)])
    tell(`${name}, p95`, at(0.95), { below: 100 }, ' ms')
  }
  printTable(
    `Pages at ${INSTRUMENTS} instruments and ${DELIVERIES} deliveries`,
    ['page', 'p50 ms', 'p95 ms'],
    rows,
  )
} finally {
  await app.stop()
  await bench.drop()
}
