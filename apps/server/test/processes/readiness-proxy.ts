import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { TestContext } from 'node:test'

/** How often the proxy checks readiness: more often than SHUTDOWN_DELAY_SECONDS by far. */
const PROBE_MS = 50

/** A proxy in front of API processes. */
export interface ReadinessProxy {
  readonly origin: string
  /** The ports of the processes that are ready, which receive the requests in turn. */
  readonly ready: ReadonlySet<string>
}

/** Returns the status of `/readyz`; undefined if nobody listens. */
export async function readiness(origin: string): Promise<number | undefined> {
  return (await fetch(`${origin}/readyz`).catch(() => undefined))?.status
}

/**
 * Starts a typical proxy in front of the processes on these ports: it reuses connections, does not retry, and sends requests to
 * processes that are ready, or that were the last ones to be. It is closed after the test.
 */
export async function startReadinessProxy(t: TestContext, ports: readonly string[]): Promise<ReadinessProxy> {
  const ready = new Set<string>()
  let lastReady: readonly string[] = []
  const ending = new AbortController()
  const probe = async (port: string) => {
    while (!ending.signal.aborted) {
      if ((await readiness(`http://127.0.0.1:${port}`)) === 200) ready.add(port)
      else ready.delete(port)
      await delay(PROBE_MS)
    }
  }
  const probing = ports.map(probe)
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    // A readiness check has a short deadline, which passes on a busy machine.
    if (ready.size > 0) lastReady = [...ready]
    const port = lastReady[(turn += 1) % lastReady.length]
    const { method, url, headers } = incoming
    const forwarded = request({ agent, host: '127.0.0.1', port, method, path: url, headers })
    forwarded.on('response', (response: IncomingMessage) => {
      const { connection: _ofThisHop, 'transfer-encoding': _likewise, ...kept } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, kept)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    ending.abort()
    await Promise.all(probing)
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ready }
}
