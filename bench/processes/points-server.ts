import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core'
import { makeWorkspace, openBenchDatabase, type BenchDatabase } from '../database.ts'
import { startChildServer, type ChildServer } from './child-server.ts'
import { signIn } from '../sign-in.ts'

/** Debian's paths; CHROMIUM_PATH overrides them. */
const CHROMIUM =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ??
  'chromium'

/** The application with one workspace, and a browser in which its admin is signed in. */
export interface PointsServer {
  readonly bench: BenchDatabase
  readonly app: ChildServer
  readonly workspaceId: string
  /** The Cookie header of the admin. */
  readonly cookie: string
  /** The API key for changes by others. */
  readonly key: string
  /** Creates an instrument with a record of this many points. */
  record(points: number): Promise<{ instrumentId: string; calibrationId: string }>
  /** Opens a page in a new window. */
  open(path: string): Promise<Page>
  stop(): Promise<void>
}

/** Builds the web application, and starts server and browser. */
export async function startPointsServer(): Promise<PointsServer> {
  const script = fileURLToPath(new URL('../../scripts/build-web.mjs', import.meta.url))
  const built = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stderr)
  const bench = await openBenchDatabase()
  const { workspace, key } = await makeWorkspace(bench.runtime, 'Points')
  const { DATA_DIR } = bench.runtime.config
  const app = await startChildServer('serve-app.ts', { DATA_DIR, LOG_LEVEL: 'silent' })
  const browser = await chromium.launch({ executablePath: CHROMIUM })
  const cookie = await signIn(bench.runtime, app.origin, workspace.workspaceId)
  return {
    bench,
    app,
    workspaceId: workspace.workspaceId,
    cookie,
    key,
    record: (points) => makeRecord(app.origin, key, points),
    open: (path) => open(browser, cookie, app.origin + path),
    stop: async () => {
      await browser.close()
      await app.stop()
      await bench.drop()
    },
  }
}

async function open(browser: Browser, cookie: string, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  await context.setExtraHTTPHeaders({ cookie })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

let made = 0

async function makeRecord(origin: string, key: string, points: number) {
  made += 1
  const instrument = await post(origin, key, '/instruments', {
    asset_tag: `P-${made}`,
    name: 'Multimeter',
    unit_of_measure: 'V',
    calibration_interval_value: 12,
  })
  const record = await post(origin, key, `/instruments/${instrument.id}/calibrations`, {
    result: 'PASS',
    calibration_type: 'in_house',
    decision_rule: 'guard_band_u',
    measurements: Array.from({ length: points }, (_, index) => pointOf(index)),
  })
  return { instrumentId: instrument.id, calibrationId: record.id }
}

/** A point with two readings per phase, an uncertainty and one of five functions. */
function pointOf(index: number): object {
  const nominal = `${(index % 100) + 1}.00`
  const readings = [`${(index % 100) + 1}.01`, `${(index % 100) + 1}.02`]
  return {
    function: `Function ${Math.floor(index / 100) + 1}`,
    nominal: { value: nominal, unit: 'V' },
    tolerance: { symmetric: { absolute: '0.05' } },
    as_found: { readings },
    as_left: { readings },
    uncertainty: { expanded: '0.004', coverage_factor: '2', confidence_level: '95.45 %' },
  }
}

async function post(origin: string, key: string, path: string, body: object): Promise<{ id: string }> {
  const response = await fetch(`${origin}/api/public/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': `points-${made}`,
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text.slice(0, 400)}`)
  return JSON.parse(text) as { id: string }
}

/** Processor time of a page's main thread since the meter was created, in milliseconds by activity. */
export interface MainThread {
  readonly task: number
  readonly script: number
  readonly layout: number
  readonly style: number
}

/** Measures the processor time of a page's main thread, which is meaningful on a busy machine, too. */
export async function mainThreadOf(page: Page): Promise<() => Promise<MainThread>> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (name: string) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN)
    return {
      task: of('TaskDuration'),
      script: of('ScriptDuration'),
      layout: of('LayoutDuration'),
      style: of('RecalcStyleDuration'),
    }
  }
}

/** Returns the processor time between two readings of a meter, per unit. */
export function usedBetween(before: MainThread, after: MainThread, units: number): MainThread {
  const per = (name: keyof MainThread) => (after[name] - before[name]) / units
  return { task: per('task'), script: per('script'), layout: per('layout'), style: per('style') }
}
