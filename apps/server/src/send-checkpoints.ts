import { lastCheckpoints } from './modules/ledger/index.ts'
import { signDelivery } from './modules/webhooks/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/index.ts'
import { versionText } from './platform/version.ts'

/** Where checkpoints go, and what signs them. */
export interface CheckpointReceiver {
  readonly url: string
  readonly secret: string
}

/** For everything until the response has its headers. */
const TIMEOUT_MS = 15_000

/**
 * Returns a function that sends the last checkpoint of each ledger, where it has not been sent by this process yet. The
 * body is what `plumbline ledger verify --checkpoint` reads, and is signed as deliveries of webhooks are (public API,
 * "Signature"). Throws Error when the receiver responds with anything but 2xx; what was to be sent is then sent again.
 */
export function checkpointSender(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { url, secret }: CheckpointReceiver,
): (signal: AbortSignal) => Promise<number> {
  const sent = new Set<string>()
  return async (signal) => {
    const notes: string[] = []
    for await (const note of lastCheckpoints(db)) if (!sent.has(note)) notes.push(note)
    if (notes.length === 0) return 0
    const body = Buffer.from(notes.join(''))
    const unixSeconds = Math.floor(clock.now().getTime() / 1000)
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'svc-signature': signDelivery({ secret, body, unixSeconds }),
        'user-agent': `Plumbline/${versionText()}`,
      },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`CHECKPOINT_URL responded with ${response.status}`)
    for (const note of notes) sent.add(note)
    return notes.length
  }
}
