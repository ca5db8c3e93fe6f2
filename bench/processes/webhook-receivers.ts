// Many TLS receivers in one process, which respond immediately, count requests, and record when marked events arrive, and one
// that accepts connections and never responds. Sends their ports, and replies to each message with the requested counts.
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'

/** The counts since the last request for them. */
export interface Seen {
  received: number
  /** Arrival of the first attempt of each marked event, in nanoseconds of the system clock. */
  arrivals: [mark: number, at: string][]
}

const fixture = (name: string) =>
  readFileSync(new URL(`../../apps/server/test/fixtures/tls/${name}`, import.meta.url), 'utf8')
const tls = { cert: fixture('receiver.pem'), key: fixture('receiver.key.pem') }
const MARK = /"mark":(\d+)/

let received = 0
let arrivals = new Map<number, string>()

const healthy = Array.from({ length: Number(process.argv[2]) }, () =>
  createServer({ ...tls, keepAliveTimeout: 60_000 }, (request, response) => {
    const at = process.hrtime.bigint()
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received += 1
      const mark = MARK.exec(body)?.[1]
      if (mark !== undefined && !arrivals.has(Number(mark))) arrivals.set(Number(mark), String(at))
      response.writeHead(204).end()
    })
  }),
)
const silent = createServer(tls, (request) => request.resume())

const portOf = async (server: Server) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

process.on('message', () => {
  const seen: Seen = { received, arrivals: [...arrivals] }
  received = 0
  arrivals = new Map()
  process.send?.(seen)
})
process.on('disconnect', () => process.exit())
process.send?.({ healthy: await Promise.all(healthy.map(portOf)), silent: await portOf(silent) })
