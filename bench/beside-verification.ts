import { setTimeout } from 'node:timers/promises'
import { APP_API_PREFIX, type LedgerVerification } from '@plumbline/contract'
import type { Runtime } from '../apps/server/src/runtime.ts'
import { startChildServer } from './processes/child-server.ts'
import { callers, printTable } from './measure.ts'
import { signIn } from './sign-in.ts'

/** The request that is sent meanwhile. */
const PAGE = '/instruments?limit=50'

/** Number of clients that read during the verification. */
const CALLERS = 2

/** Polling interval for the state of the verification. */
const POLL_MS = 500

/**
 * Measures the latency of other requests while the app verifies a ledger in a thread: a page of instruments without a
 * verification, then during one. Also prints how long the verification takes.
 */
export async function measureBesideVerification(runtime: Runtime, workspaceId: string): Promise<void> {
  const app = await startChildServer('serve-all.ts', {
    DATA_DIR: runtime.config.DATA_DIR,
    LOG_LEVEL: 'silent',
  })
  try {
    const cookie = await signIn(runtime, app.origin, workspaceId)
    const ask = async <Body>(path: string, method = 'GET'): Promise<Body> => {
      const response = await fetch(`${app.origin}${APP_API_PREFIX}/workspaces/${workspaceId}${path}`, {
        method,
        headers: { cookie, origin: app.origin },
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text.slice(0, 200)}`)
      return JSON.parse(text) as Body
    }
    const read = callers(CALLERS, () => ask(PAGE))
    await read(1000)
    const alone = await read(3000)
    const { seconds, latest, seen } = await whileVerified(ask)
    if (latest.state !== 'holds') throw new Error(`verification failed: ${JSON.stringify(latest)}`)
    const rate = (latest.entries_total / seconds).toFixed(0)
    console.log(
      `\nThe app verified ${latest.entries_total} entries in ${seconds.toFixed(1)} s, ${rate} a second`,
    )
    const at = (share: number) => seen[Math.min(seen.length - 1, Math.floor(seen.length * share))]!.toFixed(1)
    printTable(
      `A page of instruments, asked for by ${CALLERS} people one after another`,
      ['while', 'p50 ms', 'p99 ms', 'longest ms'],
      [
        ['nothing else goes on', alone.p50Ms.toFixed(1), alone.p99Ms.toFixed(1), ''],
        ['the app verifies the ledger', at(0.5), at(0.99), at(1)],
      ],
    )
  } finally {
    await app.stop()
  }
}

type Ask = <Body>(path: string, method?: string) => Promise<Body>

/** Starts a verification and reads pages until it has ended; returns latencies in milliseconds, in ascending order. */
async function whileVerified(
  ask: Ask,
): Promise<{ seconds: number; latest: LedgerVerification; seen: number[] }> {
  const seen: number[] = []
  const startedAt = performance.now()
  let latest = await ask<LedgerVerification>('/ledger/verification', 'POST')
  const read = async () => {
    while (latest.state === 'running') {
      const start = performance.now()
      await ask(PAGE)
      seen.push(performance.now() - start)
    }
  }
  const readers = Array.from({ length: CALLERS }, read)
  while (latest.state === 'running') {
    await setTimeout(POLL_MS)
    latest = (await ask<{ latest: LedgerVerification }>('/ledger/verification')).latest
  }
  const seconds = (performance.now() - startedAt) / 1000
  await Promise.all(readers)
  return { seconds, latest, seen: seen.toSorted((one, other) => one - other) }
}
