import { randomBytes } from 'node:crypto'
import { lastCheckpoints } from './modules/ledger/index.ts'
import { signDelivery } from './modules/webhooks/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/index.ts'
import { putLockedFile, type readS3Path } from './platform/storage/index.ts'
import { versionText } from './platform/version.ts'

/** Where checkpoints go, and what signs them. */
export interface CheckpointReceiver {
  readonly url: string
  readonly secret: string
}

/** For everything until the response has its headers. */
const TIMEOUT_MS = 15_000

/** What sending checkpoints works with. */
interface SendingParts {
  readonly db: Database
  readonly clock: Clock
}

/** Sends the last checkpoints of ledgers that have not been sent by this process yet; returns how many these were. */
type Send = (signal: AbortSignal) => Promise<number>

/**
 * Returns a function that sends the last checkpoint of each ledger, where it has not been sent by this process yet. The
 * body is what `plumbline ledger verify --checkpoint` reads, and is signed as deliveries of webhooks are (public API,
 * "Signature"). Throws Error when the receiver responds with anything but 2xx; what was to be sent is then sent again.
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
 * Returns a function that stores them in a bucket with object lock instead, as a file for each time that is named by it. Throws
 * Error for a bucket that is out of reach or locks nothing; what was to be stored is then stored again.
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
    // Nobody can take the name of a file before it is stored.
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
