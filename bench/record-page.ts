// Measures how soon the page of a record with 500 points is shown, compared with one point, opened by the link on the
// instrument's page; with the processor time of the browser's main thread and of the server, and of the server alone
// for the
// record.
import { APP_API_PREFIX } from '@plumbline/contract'
import type { Page } from 'playwright-core'
import { compareFigure, inTurn, median, printTable } from './measure.ts'
import { mainThreadOf, startPointsServer, usedBetween } from './processes/points-server.ts'
import { ofCluster, ofProcess } from './processor-time.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const MANY = 500
/** Number of requests per figure: one is too short to measure, and a session may send 300 a minute. */
const READINGS = 8
const PROMISED_MS = 300
/** Number of points that the page shows first, and shortly after. */
const FIRST_SHOWN = 20
const SHOWN_AT_ONCE = 100

interface Opened {
  /** Time from the click until the first points are painted, and until all of the page's points are. */
  readonly wall: number
  readonly all: number
  readonly mainThread: number
  readonly script: number
  readonly layout: number
  /** Processor time of server and database per request of the record. */
  readonly server: number
  readonly kB: number
}

const server = await startPointsServer()
const meters = {
  server: ofProcess(server.app.process.pid!),
  database: await ofCluster(server.bench.owner),
}

/** A record of this many points, opened repeatedly from its instrument's page in one window. */
async function openable(points: number) {
  const { instrumentId, calibrationId } = await server.record(points)
  const address = `/w/${server.workspaceId}/instruments/${instrumentId}`
  const page = await server.open(address)
  const link = page.locator(`a[href$="/calibrations/${calibrationId}"]`).first()
  await link.waitFor()
  const used = await mainThreadOf(page)
  return async (): Promise<Opened> => {
    await forgetRecord(page, server.app.origin + address)
    await link.waitFor()
    await page.waitForTimeout(500)
    const before = await used()
    const shown = await clickUntilShown(page, calibrationId, points)
    await page.waitForTimeout(500)
    const { task, script, layout } = usedBetween(before, await used(), 1)
    return { ...shown, mainThread: task, script, layout, ...(await readRecord(calibrationId)) }
  }
}

/** Reloads the instrument's page, so that nothing of the record is cached. */
async function forgetRecord(page: Page, address: string): Promise<void> {
  await page.goto(address)
}

/** Returns the milliseconds from the click until the first points were painted, and until all were. */
function clickUntilShown(page: Page, calibrationId: string, points: number) {
  return page.evaluate<Pick<Opened, 'wall' | 'all'>>(`new Promise((shown) => {
      const startedAt = performance.now()
      const rows = () => document.querySelectorAll('#main table tbody tr').length
      let wall
      const observer = new MutationObserver(() => {
        if (!document.querySelector('#main article') || rows() < ${Math.min(points, FIRST_SHOWN)}) return
        const isAll = rows() >= ${Math.min(points, SHOWN_AT_ONCE)}
        if (isAll) observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => {
          wall ??= performance.now() - startedAt
          if (isAll) shown({ wall, all: performance.now() - startedAt })
        }))
      })
      observer.observe(document, { subtree: true, childList: true })
      document.querySelector(':not(svg) > a[href$="/calibrations/${calibrationId}"]').click()
    })`)
}

/** Measures the processor time of server and database per request of the record. */
async function readRecord(calibrationId: string) {
  const url = `${server.app.origin}${APP_API_PREFIX}/workspaces/${server.workspaceId}/calibrations/${calibrationId}`
  const read = async () => (await meters.server()) + (await meters.database())
  const before = await read()
  let length = 0
  for (let reading = 0; reading < READINGS; reading += 1) {
    const response = await fetch(url, { headers: { cookie: server.cookie } })
    if (!response.ok) throw new Error(`${url} returned ${response.status}`)
    length = (await response.arrayBuffer()).byteLength
  }
  return { server: ((await read()) - before) / READINGS, kB: length / 1000 }
}

try {
  const records = { 'one point': await openable(1), [`${MANY} points`]: await openable(MANY) }
  const seen: Record<string, Opened[]> = await inTurn(ROUNDS, records)
  const of = (name: string, part: keyof Opened) => median(seen[name]!.map((opened) => opened[part]))
  printTable(
    'Opening the page of a record, medians: by the clock from the click, then in processor time',
    [
      'record',
      'first points ms',
      'ratio',
      'all ms',
      'main thread ms',
      'script',
      'layout',
      'server and database ms',
      'kB',
    ],
    Object.keys(records).map((name) => [
      name,
      of(name, 'wall').toFixed(0),
      (of(name, 'wall') / of('one point', 'wall')).toFixed(1),
      of(name, 'all').toFixed(0),
      ...(['mainThread', 'script', 'layout', 'server', 'kB'] as const).map((part) =>
        of(name, part).toFixed(1),
      ),
    ]),
  )
  const many = `${MANY} points`
  compareFigure(`the page of a record with ${many}`, of(many, 'wall'), { below: PROMISED_MS }, ' ms')
  compareFigure(
    'the same in processor time of browser, server and database',
    of(many, 'mainThread') + of(many, 'server'),
    { below: PROMISED_MS },
    ' ms',
  )
} finally {
  await server.stop()
}
