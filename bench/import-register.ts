// Measures the import of a large register: a dry run, the import, and the same file again, as CSV and as XLSX, and then a
// history with a record for each instrument, with the peak memory of the server. BENCH_ROWS=10000 imports fewer rows, and
// BENCH_HISTORY_ROWS=0 no history.
// node bench/import-register.ts
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Import, ImportKind } from '@plumbline/contract'
import { makeXlsx } from '../apps/server/test/spreadsheets/make-xlsx.ts'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { compareFigure, printTable } from './measure.ts'
import { startChildServer } from './processes/child-server.ts'
import { ofCluster, ofProcess } from './processor-time.ts'

const ROWS = Number(process.env['BENCH_ROWS'] ?? 50_000)
const HISTORY_ROWS = Number(process.env['BENCH_HISTORY_ROWS'] ?? ROWS)
const SECONDS_MAX = 60
const MEGABYTES_MAX = 300
/** Polling interval for the state of an import. */
const POLL_MS = 100

const bench = await openBenchDatabase()
const { runtime } = bench
const clusterMs = await ofCluster(bench.owner)

const head =
  'ControlNumber,AssetNo,Type,Manufacturer,Model,SerialNumber,Location,Area,UnitOfMeasure,RangeOrSize,Tolerance,Years,Months,Days,LastCalibrationDate,CalibrationDueDate,MasterStandard,Status,SourceOrVendor'
const table = [head.split(','), ...Array.from({ length: ROWS }, (_, at) => rowOf(at))]
const files = {
  CSV: Buffer.from(table.map((row) => row.join(',')).join('\r\n')),
  XLSX: makeXlsx({ Register: table }),
}

const history = [
  'Asset tag,Date,Result,Nominal,Tolerance,As found,Performed by,Temperature',
  ...Array.from(
    { length: HISTORY_ROWS },
    (_, at) => `GL-${at},2025-05-${10 + (at % 20)},Pass,10.00 mm,±0.02 mm,10.01 mm,Ingrid Solberg,20.1 °C`,
  ),
].join('\r\n')

function rowOf(at: number): string[] {
  const years = at % 3 === 0 ? '0' : '1'
  const months = at % 3 === 0 ? '6' : '0'
  const identity = [`GL-${at}`, String(at), 'Digital caliper 150 mm', 'Mitutoyo', '500-196-30', `SN-${at}`]
  const place = [`Cabinet ${at % 200}`, 'Quality', 'MM', '0-150', '±0.02 mm']
  return [...identity, ...place, years, months, '0', '2026-05-03', '', `MS-${at % 40}`, 'Active', 'In house']
}

/** Returns the peak memory of a process so far, in megabytes. */
function peakOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024
}

async function measure(name: keyof typeof files) {
  const { key } = await makeWorkspace(runtime, name)
  const app = await startChildServer('serve-all.ts', {
    DATA_DIR: runtime.config.DATA_DIR,
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'silent',
  })
  try {
    const call = callerOf(app.origin, key)
    const meters = [ofProcess(app.process.pid!), clusterMs]
    const before = peakOf(app.process.pid!)
    const register = { kind: 'instruments', key: await upload(call, app.origin, files[name]) } as const
    const run = (dryRun: boolean, file: ImportedFile = register) => carryOut({ call, meters }, file, dryRun)
    const [dry, entered, again] = [await run(true), await run(false), await run(false)]
    if (entered.read.create !== ROWS || again.read.unchanged !== ROWS)
      throw new Error(JSON.stringify(again.read))
    const peak = peakOf(app.process.pid!)
    const { processor } = entered
    const figures = {
      dry: dry.seconds,
      entered: entered.seconds,
      again: again.seconds,
      processor,
      before,
      peak,
    }
    if (name !== 'CSV' || HISTORY_ROWS === 0) return figures
    const historyKey = await upload(call, app.origin, Buffer.from(history))
    const recorded = await run(false, { kind: 'calibrations', key: historyKey })
    if (recorded.read.create !== HISTORY_ROWS) throw new Error(JSON.stringify(recorded.read))
    printTable(
      `History of ${HISTORY_ROWS} rows`,
      ['seconds', 'processor', 'highest MB'],
      [[recorded.seconds.toFixed(1), recorded.processor, peakOf(app.process.pid!).toFixed(0)]],
    )
    return figures
  } finally {
    await app.stop()
  }
}

/** An uploaded file and its kind. */
interface ImportedFile {
  readonly kind: ImportKind
  readonly key: string
}

/** Imports a file; returns the duration, and the processor time of server and PostgreSQL as text. */
async function carryOut(
  { call, meters }: { call: Call; meters: readonly (() => Promise<number>)[] },
  { kind, key }: ImportedFile,
  dryRun: boolean,
) {
  const used = () => Promise.all(meters.map((meter) => meter()))
  const [startedAt, before] = [performance.now(), await used()]
  let read = await call<Import>('POST', '/imports', { kind, document_key: key, dry_run: dryRun })
  while (read.finished_at === null) {
    await pause(POLL_MS)
    read = await call<Import>('GET', `/imports/${read.id}`)
  }
  if (read.state !== 'succeeded') throw new Error(JSON.stringify(read))
  const seconds = (performance.now() - startedAt) / 1000
  const processor = (await used()).map((ms, at) => ((ms - before[at]!) / 1000).toFixed(1)).join(' and ')
  return { seconds, read, processor }
}

const callerOf =
  (origin: string, key: string): Call =>
  async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${origin}/api/public/v1${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return (await response.json()) as Body
  }

type Call = <Body>(method: string, path: string, body?: object) => Promise<Body>

async function upload(call: Call, origin: string, bytes: Buffer): Promise<string> {
  const ticket = await call<{ upload_url: string; fields: Record<string, string>; key: string }>(
    'POST',
    '/imports/upload-url',
    { file_name: 'register' },
  )
  const form = new FormData()
  for (const [field, value] of Object.entries(ticket.fields)) form.append(field, value)
  form.append('file', new Blob([new Uint8Array(bytes)]), 'register')
  // The server does not know its port here.
  const sent = await fetch(new URL(new URL(ticket.upload_url).pathname, origin), {
    method: 'POST',
    body: form,
  })
  if (!sent.ok) throw new Error(`not uploaded: ${sent.status}`)
  return ticket.key
}

try {
  const measured = Object.entries({ CSV: await measure('CSV'), XLSX: await measure('XLSX') })
  printTable(
    `Import of ${ROWS} rows, in seconds, of which the import took processor time of server and PostgreSQL, and memory of the server, in MB`,
    ['file', 'dry run', 'import', 'again', 'processor', 'before', 'highest'],
    measured.map(([name, figures]) => [
      name,
      figures.dry.toFixed(1),
      figures.entered.toFixed(1),
      figures.again.toFixed(1),
      figures.processor,
      figures.before.toFixed(0),
      figures.peak.toFixed(0),
    ]),
  )
  for (const [name, { entered, peak }] of measured) {
    compareFigure(`seconds of the import, ${name}`, entered, { below: SECONDS_MAX })
    compareFigure(`MB of the server, ${name}`, peak, { below: MEGABYTES_MAX })
  }
} finally {
  await bench.drop()
}
