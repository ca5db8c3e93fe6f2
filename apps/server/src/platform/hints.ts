import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Announcement, Database, Topic } from './db/index.ts'
import { isUuid } from './ids.ts'
import type { Log } from './log.ts'

/**
 * Announcements on their way between processes. They are hints only: where none arrives, as behind a
 * pooler, whoever waits finds the work by looking for it every second.
 */
export interface Hints {
  /** Stops; hints that were not sent are forgotten. */
  stop(): Promise<void>
}

export interface HintsOptions {
  readonly db: Database
  readonly log: Log
  /** Told of what other processes announce; without it, this process only tells others. */
  readonly onHint?: (announcement: Announcement) => void
}

/** NOTIFY takes a lock on the whole database, so between two of them announcements gather. */
const GATHER_MS = 10

/** Between attempts to reach the database again; the look every second serves meanwhile. */
const RECONNECT_MS = 5000

const CHANNEL = 'plumbline_work'
const topics: readonly Topic[] = ['events', 'deliveries']

/** Starts to carry hints by NOTIFY, on a connection of its own that is opened when it is first needed. */
export function startHints({ db, log, onHint }: HintsOptions): Hints {
  const ending = new AbortController()
  /** Payloads to be sent, each once. */
  const due = new Set<string>()
  let opening: Promise<Client | undefined> | undefined
  let isGathering = false
  let sentAt = -Infinity

  const connection = () => {
    opening ??= openConnection(db, onHint, () => {
      opening = undefined
      if (onHint) void listen()
    }).catch((error: unknown) => {
      log.debug({ err: error }, 'no connection for hints')
      opening = undefined
      return undefined
    })
    return opening
  }

  /** Tries until the connection stands. */
  const listen = async () => {
    while (!ending.signal.aborted && (await connection()) === undefined) {
      await delay(RECONNECT_MS, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }

  const send = async () => {
    const gathered = [...due]
    due.clear()
    try {
      const client = await connection()
      await client?.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
        CHANNEL,
        gathered,
      ])
    } catch {
      // The connection broke; its end is heard elsewhere, and the look every second makes up for it.
    }
    sentAt = performance.now()
    isGathering = false
    if (due.size > 0) gather()
  }

  const gather = () => {
    isGathering = true
    const waitMs = Math.max(0, sentAt + GATHER_MS - performance.now())
    setTimeout(() => void send(), waitMs).unref()
  }

  const forget = db.onAnnounced(({ topic, workspaceId }) => {
    due.add(`${topic} ${workspaceId}`)
    if (!isGathering) gather()
  })
  if (onHint) void listen()
  return {
    stop: async () => {
      ending.abort()
      forget()
      const client = await opening
      await client?.end().catch(() => undefined)
    },
  }
}

async function openConnection(
  db: Database,
  onHint: HintsOptions['onHint'],
  onEnd: () => void,
): Promise<Client> {
  const client = await db.connect('background')
  if (onHint) {
    client.on('notification', ({ payload = '' }) => {
      const [name, workspaceId = ''] = payload.split(' ')
      const topic = topics.find((known) => known === name)
      if (topic && isUuid(workspaceId)) onHint({ topic, workspaceId })
    })
    try {
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
  }
  client.once('end', onEnd)
  return client
}
