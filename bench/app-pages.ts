// Measures the requests of the app's pages with 100,000 instruments, each with a document, 200,000 deliveries and a ledger of
// 200,000 entries, signed in, one request after another. Requests after a click or typing must have a p95 under 100 ms. The
// baseline is a page of the register read by a single statement as the owner. Also previews a change of the whole register
// part by part, as the app does, and typesets a hundred labels.
import { APP_API_PREFIX, BULK_CHANGE_MAX } from '@plumbline/contract'
import { latestCheckpoint } from '../apps/server/src/modules/ledger/index.ts'
import { startChildServer } from './processes/child-server.ts'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { fillDeliveryLog, type FilledLog } from './fill/fill-delivery-log.ts'
import { fillDocuments } from './fill/fill-documents.ts'
import { fillLedger } from './fill/fill-ledger.ts'
import { fillRegister, writeWords } from './fill/fill-register.ts'
import { callers, printTable, compareFigure, type Measured } from './measure.ts'
import { signIn } from './sign-in.ts'

const INSTRUMENTS = Number(process.env['BENCH_INSTRUMENTS'] ?? 100_000)
const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 200_000)
/** Number of deliveries in the log of one webhook. */
const DELIVERIES = Number(process.env['BENCH_DELIVERIES'] ?? 200_000)
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 2000)
const PROMISED_MS = 100

/** Number of instruments with ledger entries; the others have none. */
const CALIBRATED = Math.min(2000, INSTRUMENTS)

/** Number of previewed parts of a change of the whole register. */
const PARTS = 40
const PART = BULK_CHANGE_MAX

const bench = await openBenchDatabase()
const { runtime, owner } = bench
const { workspace, sites } = await makeWorkspace(runtime, 'Large')
const { workspaceId } = workspace
await fillLedger(runtime, owner, workspace, { entries: ENTRIES, instruments: CALIBRATED })
await latestCheckpoint(runtime, workspaceId)
await fillRegister(owner, workspaceId, sites, INSTRUMENTS - CALIBRATED, CALIBRATED)
await writeWords(owner, workspaceId)
await fillDocuments(owner, workspaceId)
await owner.query('vacuum (analyze) ledger_entries')
const app = await startChildServer('serve-app.ts', { DATA_DIR: runtime.config.DATA_DIR, LOG_LEVEL: 'silent' })
const address = `${app.origin}${APP_API_PREFIX}/workspaces/${workspaceId}`

/** Sends one request and returns the text; an error response ends the measurement. */
async function ask(path: string, body?: object): Promise<string> {
  const response = await fetch(address + path, {
    method: body ? 'POST' : 'GET',
    headers: { cookie, origin: app.origin, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text.slice(0, 200)}`)
  return text
}

const idsAfter = async (after?: string, limit = PART): Promise<string[]> =>
  JSON.parse(await ask(`/instruments/ids?limit=${limit}${after ? `&after=${after}` : ''}`)).ids

/** A filter of each kind on the activity log. */
async function activityPages(): Promise<Record<string, string>> {
  const { rows } = await owner.query<{
    actor: string
    subject: string
    instrument: string
    kind: string
    at: Date
  }>(
    `select actor_id as actor, subject_id as subject, instrument_id as instrument, kind, at
     from ledger_entries e
     join calibrations c on c.workspace_id = e.workspace_id and c.calibration_id::text = subject_id
     where e.workspace_id = $1 and subject_type = 'calibration'
     order by index limit 1 offset $2`,
    [workspaceId, Math.floor(ENTRIES / 2)],
  )
  const { actor, subject, instrument, kind, at } = rows[0]!
  const until = `to=${at.toISOString()}`
  return {
    'activity: first page': '/activity?limit=50',
    'activity: deep': `/activity?limit=50&offset=${Math.floor(ENTRIES * 0.9)}`,
    'activity: of one person, who did all': `/activity?limit=50&actor_id=${actor}`,
    'activity: the same, deep': `/activity?limit=50&actor_id=${actor}&offset=${Math.floor(ENTRIES * 0.8)}`,
    'activity: of one subject': `/activity?limit=50&subject_id=${subject}`,
    'activity: of one instrument, with its records': `/activity?limit=50&instrument_id=${instrument}`,
    'activity: of one kind': `/activity?limit=50&action=${kind}`,
    'activity: of one kind, deep': `/activity?limit=50&action=${kind}&offset=${Math.floor(ENTRIES * 0.4)}`,
    'activity: of one person and kind': `/activity?limit=50&action=${kind}&actor_id=${actor}`,
    'activity: of one kind, until a time': `/activity?limit=50&action=${kind}&${until}`,
    'activity: until a time': `/activity?limit=50&${until}`,
  }
}

const day = (days: number) => Temporal.Now.plainDateISO().add({ days }).toString()
const pages: Record<string, string> = {
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
  'documents: first page': '/documents?limit=50',
  'documents: deep': `/documents?limit=50&offset=${Math.floor(INSTRUMENTS * 0.9)}`,
  'documents: of one kind': '/documents?limit=50&document_type=photo',
  'documents: of a site': `/documents?limit=50&site_id=${sites[1]}`,
  'documents: of a site, deep': `/documents?limit=50&site_id=${sites[1]}&offset=${Math.floor(INSTRUMENTS * 0.15)}`,
  'documents, search: p (all match)': '/documents?limit=50&q=p',
  'documents, search: cert 2024': '/documents?limit=50&q=cert+2024',
  'documents, search: p, deep': `/documents?limit=50&q=p&offset=${Math.floor(INSTRUMENTS / 2)}`,
  'documents, search: dig cal (all match)': '/documents?limit=50&q=dig+cal',
  'documents, search: tag-0004': '/documents?limit=50&q=tag-0004',
  'documents, search: 2024-0471': '/documents?limit=50&q=2024-0471',
  'documents, search: nothing': '/documents?limit=50&q=zzzz',
  'documents, search: cert at a site': `/documents?limit=50&q=cert&site_id=${sites[1]}`,
  'ledger: checkpoints': '/ledger/checkpoints?limit=10',
  'ledger: verification': '/ledger/verification',
  'views of the table': '/views',
  'ids of a whole filter, a part': `/instruments/ids?limit=${PART}&compliance_status=NON_COMPLIANT`,
}

/** The requests of a webhook's pages, including one delivery. */
const webhookPages = ({ endpointId, deliveryId }: FilledLog) => ({
  webhooks: '/webhooks',
  'one webhook': `/webhooks/${endpointId}`,
  'its log': `/webhooks/${endpointId}/deliveries?limit=25`,
  'the log, its last page': `/webhooks/${endpointId}/deliveries?limit=25&offset=${DELIVERIES - 25}`,
  'the log, exhausted': `/webhooks/${endpointId}/deliveries?limit=25&status=exhausted`,
  'the log, one kind of event': `/webhooks/${endpointId}/deliveries?limit=25&event_type=calibration.created`,
  'the log, one kind of event, deep': `/webhooks/${endpointId}/deliveries?limit=25&event_type=calibration.created&offset=${Math.floor(DELIVERIES / 4)}`,
  'the log, what arrived': `/webhooks/${endpointId}/deliveries?limit=25&status=succeeded`,
  'the log, a rare kind of event': `/webhooks/${endpointId}/deliveries?limit=25&event_type=instrument.retired`,
  'the log, a rare kind exhausted': `/webhooks/${endpointId}/deliveries?limit=25&status=exhausted&event_type=instrument.retired`,
  'one delivery': `/webhooks/${endpointId}/deliveries/${deliveryId}`,
})

const figuresOf = ({ p50Ms, p95Ms }: Measured, bareMs: number) => [
  p50Ms.toFixed(1),
  p95Ms.toFixed(1),
  (p50Ms / bareMs).toFixed(1),
]

/** Previews a change of the whole register: the IDs of a part, then the resulting changes. */
async function previewParts(): Promise<Measured> {
  let after: string | undefined
  const part = async () => {
    const ids = await idsAfter(after)
    after = ids.at(-1)
    const change = { calibration_interval_value: 6, calibration_interval_unit: 'months', site_id: sites[1] }
    await ask('/instruments/bulk-change/preview', { instrument_ids: ids, change })
  }
  for (let warming = 0; warming < PARTS; warming += 1) await part()
  return callers(1, part)(ROUND_MS)
}

async function printLabels(): Promise<Measured> {
  const body = {
    instrument_ids: await idsAfter(undefined, 100),
    sheet: 'a4-63.5x29.6',
    fields: ['name', 'due_date'],
  }
  await ask('/labels', body)
  return callers(1, () => ask('/labels', body))(ROUND_MS)
}

let cookie = ''
try {
  cookie = await signIn(runtime, app.origin, workspaceId)
  for (let made = 0; made < 30; made += 1) {
    await ask('/views', { name: `View ${made}`, is_shared: made % 2 === 0, state: { q: `view ${made}` } })
  }
  const bare = await callers(1, () =>
    owner.query({
      name: 'bare',
      text: 'select * from instruments where workspace_id = $1 and retired_at is null order by created_at, instrument_id limit 50',
      values: [workspaceId],
    }),
  )(ROUND_MS)
  const log = await fillDeliveryLog(owner, workspaceId, DELIVERIES)
  const paths = { ...pages, ...(await activityPages()), ...webhookPages(log) }
  const rows: (string | number)[][] = [['bare statement', ...figuresOf(bare, bare.p50Ms)]]
  for (const [name, path] of Object.entries(paths)) {
    const load = callers(1, () => ask(path))
    await load(ROUND_MS / 4)
    const seen = await load(ROUND_MS)
    rows.push([name, ...figuresOf(seen, bare.p50Ms)])
    compareFigure(`${name}, p95`, seen.p95Ms, { below: PROMISED_MS }, ' ms')
  }
  const parts = await previewParts()
  const whole = ((INSTRUMENTS / PART) * parts.p50Ms) / 1000
  rows.push([`a change previewed, a part of ${PART}`, ...figuresOf(parts, bare.p50Ms)])
  rows.push(['a hundred labels', ...figuresOf(await printLabels(), bare.p50Ms)])
  printTable(`Pages at ${INSTRUMENTS} instruments`, ['request', 'p50 ms', 'p95 ms', 'p50 of bare'], rows)
  console.log(`\nA change of all ${INSTRUMENTS} instruments is previewed in about ${whole.toFixed(0)} s`)
} finally {
  await app.stop()
  await bench.drop()
}
