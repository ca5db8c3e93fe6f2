// Measures how soon the first page can be used, in Debian's browser with an empty cache, compared with a bare page.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser } from 'playwright-core'
import { startChildServer } from './processes/child-server.ts'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { fillRegister } from './fill/fill-register.ts'
import { compareFigure, inTurn, median, printTable } from './measure.ts'
import { signIn } from './sign-in.ts'

const INSTRUMENTS = Number(process.env['BENCH_INSTRUMENTS'] ?? 1000)
const VISITS = Number(process.env['BENCH_ROUNDS'] ?? 7)

/** The longest task on the main thread that people do not notice (W3C Long Tasks). */
const QUIET_MS = 200

/** A page to measure. */
interface Visited {
  readonly url: string
  readonly cookie?: string
  /** The element that makes the page usable. */
  readonly ready: string
}

/** The figures of one visit. */
interface Visit {
  usableMs: number
  bytes: number
  requests: number
}

/**
 * Returns the milliseconds from the start of the navigation until the page is usable: its content is shown, nothing is busy,
 * and the last long task has ended.
 */
const usable = (ready: string) => `new Promise((resolve) => {
  let lastTaskEnds = 0
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      lastTaskEnds = Math.max(lastTaskEnds, startTime + duration)
  }).observe({ type: 'longtask', buffered: true })
  const stands = () => document.querySelector(${JSON.stringify(ready)}) && !document.querySelector('[aria-busy=true]')
  const whenPresent = (then) => {
    if (stands()) return then()
    const observer = new MutationObserver(() => {
      if (!stands()) return
      observer.disconnect()
      then()
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true })
  }
  // The message arrives after the task that rendered the page has ended.
  whenPresent(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      const responded = performance.now()
      const wait = () => {
        const quietFor = performance.now() - Math.max(responded, lastTaskEnds)
        if (quietFor >= ${QUIET_MS}) resolve(Math.max(responded, lastTaskEnds))
        else setTimeout(wait, ${QUIET_MS} - quietFor)
      }
      setTimeout(wait, ${QUIET_MS})
    }
    port2.postMessage(null)
  })
})`

/** Opens a page in a new window with an empty cache. */
async function visit(browser: Browser, { url, cookie, ready }: Visited): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  if (cookie !== undefined) await context.setExtraHTTPHeaders({ cookie })
  const page = await context.newPage()
  await page.addInitScript(`window.usable = ${usable(ready)}`)
  const seen = { bytes: 0, requests: 0 }
  page.on('requestfinished', (request) => {
    seen.requests += 1
    void request.sizes().then(({ responseBodySize }) => (seen.bytes += responseBodySize))
  })
  await page.goto(url)
  const usableMs = Number(await page.evaluate('window.usable'))
  await context.close()
  return { usableMs, ...seen }
}

/** Serves a page with a heading and a field, to measure the browser and the machine alone. */
async function serveBarePage() {
  const page = '<!doctype html><title>Bare</title><h1>Bare</h1><input type="email">'
  const server = createServer((request, response) => {
    if (request.url !== '/') return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const built = spawnSync(
  process.execPath,
  [fileURLToPath(new URL('../scripts/build-web.mjs', import.meta.url))],
  {
    encoding: 'utf8',
  },
)
if (built.status !== 0) throw new Error(built.stderr)
const bench = await openBenchDatabase()
const { workspace, sites } = await makeWorkspace(bench.runtime, 'Large')
await fillRegister(bench.owner, workspace.workspaceId, sites, INSTRUMENTS)
const app = await startChildServer('serve-app.ts', {
  DATA_DIR: bench.runtime.config.DATA_DIR,
  LOG_LEVEL: 'silent',
})
const bare = await serveBarePage()
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium' })

try {
  const cookie = await signIn(bench.runtime, app.origin, workspace.workspaceId)
  const pages: Record<string, Visited> = {
    'a bare page': { url: bare.url, ready: 'h1' },
    'signing in': { url: `${app.origin}/sign-in`, ready: 'h1 ~ form input[type=email]' },
    Today: { url: `${app.origin}/w/${workspace.workspaceId}/today`, cookie, ready: '#main ul[aria-label] a' },
  }
  const visitOf = ([name, page]: [string, Visited]) => [name, () => visit(browser, page)] as const
  const visits = await inTurn(VISITS, Object.fromEntries(Object.entries(pages).map(visitOf)))
  const of = (name: string, member: keyof Visit) => median(visits[name]!.map((each) => each[member]))
  printTable(
    'From navigation to use, nothing in the cache',
    ['page', 'median ms', 'ratio', 'requests', 'kB'],
    Object.keys(pages).map((name) => [
      name,
      of(name, 'usableMs').toFixed(0),
      (of(name, 'usableMs') / of('a bare page', 'usableMs')).toFixed(1),
      of(name, 'requests'),
      (of(name, 'bytes') / 1000).toFixed(0),
    ]),
  )
  for (const name of ['signing in', 'Today']) {
    compareFigure(`${name}, first use with an empty cache`, of(name, 'usableMs'), { below: 1000 }, ' ms')
  }
} finally {
  await browser.close()
  bare.server.close()
  await app.stop()
  await bench.drop()
}
