import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import type { WorkNotification, Database, Topic } from './db/index.ts'
import { isUuid } from './ids.ts'
import type { Log } from './log.ts'

/**
 * Notifications between processes that there is work. They may be lost, for example behind a pooler; a waiting process
 * also polls every second.
 */
export interface WorkNotifications {
  /** Stops; notifications that have not been sent are discarded. */
  stop(): Promise<void>
}

export interface WorkNotificationOptions {
  readonly db: Database
  readonly log: Log
  /** Called with notifications from other processes; without it, this process only sends its own. */
  readonly onNotification?: (notification: WorkNotification) => void
}

/** NOTIFY takes a lock on the whole database, so notifications within a short time are sent together. */
const GATHER_MS = 10

/** Pause between attempts to reach the database again; processes poll every second meanwhile. */
const RECONNECT_MS = 5000

const CHANNEL = 'plumbline_work'
const topics: readonly Topic[] = ['events', 'deliveries']

/** Starts to transmit notifications by NOTIFY, on a separate connection that is opened when it is first needed. */
export function startWorkNotifications(options: WorkNotificationOptions): WorkNotifications {
  const ending = new AbortController()
  const { connection, listen, end } = reopenedConnection(options, ending.signal)
  const gather = gathering(async (payloads) => {
    try {
      const client = await connection()
      await client?.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
        CHANNEL,
        payloads,
      ])
    } catch {
      // The connection broke; its end is handled elsewhere, and polling every second makes up for it.
    }
  })
  const forget = options.db.onNotified(({ topic, workspaceId }) => gather(`${topic} ${workspaceId}`))
  if (options.onNotification) void listen()
  return {
    stop: async () => {
      ending.abort()
      forget()
      await end()
    },
  }
}

/** Returns a connection that is opened when it is needed, and reopened after it has ended; none once `ending` is aborted. */
function reopenedConnection({ db, log, onNotification }: WorkNotificationOptions, ending: AbortSignal) {
  let opening: Promise<Client | undefined> | undefined

  const connection = async () => {
    if (ending.aborted) return undefined
    opening ??= openConnection(db, onNotification, () => {
      opening = undefined
      if (onNotification) void listen()
    }).catch((error: unknown) => {
      log.debug({ err: error }, 'no connection for notifications')
      opening = undefined
      return undefined
    })
    return opening
  }

  /** Retries until the connection is established. */
  const listen = async () => {
    while (!ending.aborted && (await connection()) === undefined) {
      await delay(RECONNECT_MS, undefined, { signal: ending }).catch(() => undefined)
    }
  }

  const end = async () => {
    const client = await opening
    await client?.end().catch(() => undefined)
  }
  return { connection, listen, end }
}

/** Returns a function that collects payloads within a short time, without duplicates, and sends them together. */
function gathering(send: (payloads: readonly string[]) => Promise<void>): (payload: string) => void {
  const due = new Set<string>()
  let isGathering = false
  let sentAt = -Infinity

  const sendDue = async () => {
    const payloads = [...due]
    due.clear()
    await send(payloads)
    sentAt = performance.now()
    isGathering = false
    if (due.size > 0) wait()
  }

  const wait = () => {
    isGathering = true
    const waitMs = Math.max(0, sentAt + GATHER_MS - performance.now())
    setTimeout(() => void sendDue(), waitMs).unref()
  }

  return (payload) => {
    due.add(payload)
    if (!isGathering) wait()
  }
}

async function openConnection(
  db: Database,
  onNotification: WorkNotificationOptions['onNotification'],
  onEnd: () => void,
): Promise<Client> {
  const client = await db.connect('background')
  if (onNotification) {
    client.on('notification', ({ payload = '' }) => {
      const [name, workspaceId = ''] = payload.split(' ')
      const topic = topics.find((known) => known === name)
      if (topic && isUuid(workspaceId)) onNotification({ topic, workspaceId })
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
