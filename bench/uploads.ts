// Uploads 16 files of 25 MiB at once through the signed upload route, several times over, beside a
// bare node:http server that writes the same request bodies to files. Prints the throughput of
// both, their ratio (0.7 is to be reached) and the peak memory of the server (under 300 MB).
//
//   node bench/uploads.ts [rounds]
import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createHttpServer } from '../apps/server/src/platform/http/index.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { createStorage, UPLOAD_BYTES_MAX } from '../apps/server/src/platform/storage/index.ts'

const UPLOADS_AT_ONCE = 16
const ROUNDS = Number(process.argv[2] ?? 7)
const RATIO_TO_REACH = 0.7
const MEMORY_TO_STAY_UNDER_MB = 300

/** A server in a separate process. */
interface Server {
  readonly name: Name
  readonly child: ChildProcess
  readonly port: number
}

/** Ours, and two to compare with: one that leaves the bytes to the kernel, one that syncs as we do. */
const names = ['ours', 'bare', 'synced'] as const
type Name = (typeof names)[number]

async function compare(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-'))
  const servers = await Promise.all(names.map((name) => start(name, folder)))
  const rates: Record<Name, number[]> = { ours: [], bare: [], synced: [] }
  const file = randomBytes(UPLOAD_BYTES_MAX)
  // The first round warms them up and is not counted; another one begins every round.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const turn of names.keys()) {
      const server = servers[(round + turn) % names.length]!
      const rate = await uploadAll(server, file)
      if (round > 0) rates[server.name].push(rate)
      await ask(server, 'empty')
    }
  }
  const peaks = await Promise.all(servers.map(async (server) => Number(await ask(server, 'peak'))))
  report(rates, peaks)
  for (const { child } of servers) child.kill()
  await rm(folder, { recursive: true, force: true })
}

function report(rates: Record<Name, number[]>, peaksMb: number[]): void {
  console.log(`${UPLOADS_AT_ONCE} uploads at once of ${UPLOAD_BYTES_MAX} bytes, median of ${ROUNDS} rounds`)
  for (const [index, name] of names.entries()) {
    console.log(
      `${name}: ${median(rates[name]).toFixed(0)} MB/s, peak memory ${peaksMb[index]?.toFixed(0)} MB`,
    )
  }
  const ratioTo = (other: Name) =>
    median(rates.ours.map((rate, round) => rate / (rates[other][round] ?? NaN)))
  const ratio = ratioTo('bare')
  const reached = ratio >= RATIO_TO_REACH && (peaksMb[0] ?? NaN) < MEMORY_TO_STAY_UNDER_MB
  console.log(`ours to bare ${ratio.toFixed(2)}, to synced ${ratioTo('synced').toFixed(2)}`)
  console.log(
    `at least ${RATIO_TO_REACH} of bare, under ${MEMORY_TO_STAY_UNDER_MB} MB: ${reached ? 'reached' : 'MISSED'}`,
  )
  process.exitCode = reached ? 0 : 1
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function start(name: Name, folder: string): Promise<Server> {
  const env = { ...process.env, UPLOADS_BENCH_ROLE: name, UPLOADS_BENCH_FOLDER: join(folder, name) }
  const child = fork(import.meta.filename, { env })
  const [port] = (await once(child, 'message')) as [number]
  return { name, child, port }
}

async function ask({ child }: Server, what: string): Promise<unknown> {
  const responded = once(child, 'message')
  child.send(what)
  return (await responded)[0] as unknown
}

/** Returns megabytes of files a second. */
async function uploadAll(server: Server, file: Buffer): Promise<number> {
  const bodies: { head: Buffer; tail: Buffer }[] = []
  for (let n = 0; n < UPLOADS_AT_ONCE; n++) {
    bodies.push(formAround((await ask(server, 'ticket')) as Record<string, string>))
  }
  const began = performance.now()
  await Promise.all(bodies.map(({ head, tail }) => send(server.port, head, file, tail)))
  return (UPLOADS_AT_ONCE * file.length) / 1e3 / (performance.now() - began)
}

const BOUNDARY = 'plumbline-bench-boundary'

function formAround(fields: Record<string, string>): { head: Buffer; tail: Buffer } {
  const part = (name: string, more = '') =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  const parts = Object.entries(fields).map(([name, value]) => `${part(name)}${value}\r\n`)
  const head = Buffer.from(parts.join('') + part('file', '; filename="a.pdf"'))
  return { head, tail: Buffer.from(`\r\n--${BOUNDARY}--\r\n`) }
}

async function send(port: number, head: Buffer, file: Buffer, tail: Buffer): Promise<void> {
  const sending = request({
    port,
    path: '/storage/upload',
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': head.length + file.length + tail.length,
    },
  })
  sending.write(head)
  sending.write(file)
  sending.end(tail)
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  response.resume()
  if (response.statusCode !== 204) throw new Error(`status ${response.statusCode}`)
}

async function serve(name: string): Promise<void> {
  const folder = process.env['UPLOADS_BENCH_FOLDER'] ?? ''
  const { port, ticket } =
    name === 'ours' ? await serveOurs(folder) : await serveBare(folder, name === 'synced')
  process.on('message', (message: string) => {
    void reportToParent(message, folder, ticket)
  })
  process.send?.(port)
}

async function reportToParent(
  message: string,
  folder: string,
  ticket: () => Promise<Readonly<Record<string, string>>>,
): Promise<void> {
  if (message === 'ticket') process.send?.(await ticket())
  if (message === 'peak') process.send?.(process.resourceUsage().maxRSS / 1e3)
  if (message === 'empty') {
    await rm(folder, { recursive: true, force: true })
    process.send?.('emptied')
  }
}

async function serveOurs(dataDir: string) {
  const options = { publicUrl: '', signingKeys: [randomBytes(32)], clock: { now: () => new Date() } }
  const storage = createStorage({ storageUrl: undefined, dataDir, ...options })
  const app = createHttpServer({ log: createLog('silent'), trustedProxies: [], defaultHeaders: {} })
  storage.mountRoutes(app, createLog('silent'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const ticket = async () =>
    (await storage.uploadTicket({ key: `uploads/${randomUUID()}`, contentType: 'application/pdf' })).fields
  return { port: (app.server.address() as AddressInfo).port, ticket }
}

async function serveBare(folder: string, isSynced: boolean) {
  const server = createServer((arriving, response) => {
    void keep(arriving, folder, isSynced).then(() => response.writeHead(204).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, ticket: async () => ({}) }
}

async function keep(arriving: IncomingMessage, folder: string, isSynced: boolean): Promise<void> {
  await mkdir(folder, { recursive: true })
  await pipeline(arriving, createWriteStream(join(folder, randomUUID()), { flush: isSynced }))
}

const role = process.env['UPLOADS_BENCH_ROLE']
if (role === undefined) await compare()
else await serve(role)
