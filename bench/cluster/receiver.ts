import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A receiver of webhooks that accepts everything. */
export interface Receiver {
  readonly url: string
  /** Number of deliveries of `calibration.created`, by the ID of the record. */
  readonly deliveries: ReadonlyMap<string, number>
  close(): void
}

const fixture = (name: string) =>
  readFileSync(new URL(`../../apps/server/test/fixtures/tls/${name}`, import.meta.url), 'utf8')

/** Starts a receiver. Workers must trust the authority of the tests. */
export async function startReceiver(): Promise<Receiver> {
  const deliveries = new Map<string, number>()
  const server = createServer(
    { cert: fixture('receiver.pem'), key: fixture('receiver.key.pem') },
    (request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const id = (JSON.parse(body) as { data: { calibration: { id: string } } }).data.calibration.id
        deliveries.set(id, (deliveries.get(id) ?? 0) + 1)
        response.writeHead(204).end()
      })
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `https://localhost:${(server.address() as AddressInfo).port}/hook`
  return { url, deliveries, close: () => server.close().closeAllConnections() }
}
