import { randomBytes } from 'node:crypto'
import { lastCheckpoints } from './modules/ledger/index.ts'
import { signDelivery } from './modules/webhooks/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/index.ts'
import { putLockedFile, type readS3Path } from './platform/storage/index.ts'
import { versionText } from './platform/version.ts'

/** The receiver of checkpoints, and the secret that signs requests to it. */
export interface CheckpointReceiver {
  readonly url: string
  readonly secret: string
}

/** Maximum time until the headers of the response arrive. */
const TIMEOUT_MS = 15_000

/** The dependencies of sending checkpoints. */
interface SendingParts {
  readonly db: Database
  readonly clock: Clock
}

/** Sends the latest checkpoints that this process has not sent yet, and returns their number. */
type Send = (signal: AbortSignal) => Promise<number>

/**
 * Returns a function that posts the latest checkpoint of each ledger, unless this process has already sent it. The body
 * has the form that `plumbline ledger verify --checkpoint` reads and is signed like webhook deliveries (public API,
 * "Signature"). The function throws Error if the response is not 2xx; the next call then sends the same checkpoints.
 */
export function checkpointSender(parts: SendingParts, { url, secret }: CheckpointReceiver): Send {
  return eachOnce(parts.db, async (text, signal) => {
    const body = Buffer.from(text)
    const unixSeconds = Math.floor(parts.clock.now().getTime() / 1000)
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
  })
}

const DAY_MS = 24 * 60 * 60_000

/**
 * Returns a function that stores them in a bucket with object lock instead, in one file for each call, named by the
 * time. The function throws Error if the bucket is unreachable or has no object lock; the next call then stores them.
 */
export function checkpointLocker(
  { db, clock }: SendingParts,
  { address, path }: ReturnType<typeof readS3Path>,
  lockDays: number,
): Send {
  return eachOnce(db, async (text, signal) => {
    const now = clock.now()
    const until = new Date(now.getTime() + lockDays * DAY_MS)
    const time = now.toISOString().slice(0, 19).replaceAll(':', '-')
    // A random part, so that nobody can store another file under the name first.
    const name = `checkpoints-${time}Z-${randomBytes(8).toString('hex')}.txt`
    await putLockedFile(address, path, { name, text, until }, signal)
  })
}

function eachOnce(db: Database, send: (text: string, signal: AbortSignal) => Promise<void>): Send {
  let sent: ReadonlySet<string> = new Set()
  return async (signal) => {
    const last = await Array.fromAsync(lastCheckpoints(db))
    const notes = last.filter((note) => !sent.has(note))
    if (notes.length === 0) return 0
    await send(notes.join(''), signal)
    sent = new Set(last)
    return notes.length
  }
}
