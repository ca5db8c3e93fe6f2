import type { Clock } from '../clock.ts'
import type { Database } from '../db/index.ts'
import type { Log } from '../log.ts'
import { insertForwarder } from './rate-store.ts'

/** Minimum time between two records of an untrusted peer by a process: anyone can send the header. */
const NOTED_EVERY_MS = 60 * 60 * 1000

/**
 * Returns a function that records an untrusted peer that sent X-Forwarded-For, for the log and for the doctor: it may
 * be a proxy whose clients are all counted as one. At most one is recorded per hour.
 */
export function noteForwarders(parts: { db: Database; clock: Clock; log: Log }): (peer: string) => void {
  const { db, clock, log } = parts
  let notedAt = Number.NEGATIVE_INFINITY
  return (peer) => {
    const now = clock.now().getTime()
    if (now - notedAt < NOTED_EVERY_MS) return
    notedAt = now
    log.warn({ from: 'proxy', peer }, 'X-Forwarded-For was sent by a peer that TRUSTED_PROXIES does not name')
    insertForwarder(db.global, peer, clock.sqlNow()).catch((err: unknown) => {
      log.warn({ err }, 'a peer that is not trusted could not be noted')
    })
  }
}
