import { setTimeout as delay } from 'node:timers/promises'
import { PUBLIC_API_PREFIX } from '@plumbline/contract'
import { freePort } from '@plumbline/testing'
import type { Client } from 'pg'
import { Pool } from 'undici'
import { withClient } from '../cluster.ts'
import { startHostileReceiver, type HostileReceiver } from '../servers/hostile-receiver.ts'
import { startServerProcess, type ServerProcess } from './server-process.ts'

/** Parameters of the harness. */
export interface KillHarnessOptions {
  readonly databaseUrl: string
  readonly environment: Record<string, string>
  /** A write key of an admin. */
  readonly key: string
  readonly kills: number
  /** Ends the leases of killed workers immediately instead of waiting for them. */
  readonly skipLeases: boolean
}

/** Result of the harness. */
export interface KillReport {
  readonly kills: number
  /** Number of instruments that exist at the end, that were refused, and whose response was lost. */
  readonly committed: number
  readonly refused: number
  readonly withoutResponse: number
  readonly arrivals: number
  /** Committed changes whose event did not arrive; must be empty. */
  readonly lost: readonly string[]
  /** Events that arrived for changes that were not committed; must be empty. */
  readonly invented: readonly string[]
  /** Events with two simultaneous attempts; must be empty. */
  readonly overlapping: readonly string[]
  /** Events that arrived with different bytes; must be empty. */
  readonly altered: readonly string[]
}

/** Long enough for some work between two kills, and short enough to interrupt startups, too. */
const PAUSE_MAX_MS = 1200
const CALLERS = 4
/** Interval of requests that repeat an existing tag, and are rolled back. */
const REPEAT_EVERY = 5
/** Number of changes that are committed before the first kill and after the last, however busy the machine is. */
const TAKEN_AROUND_KILLS = 5
/** Longer than any lease and all retries after a lost response. */
const DRAIN_MAX_MS = 120_000

/** Prefix of the instruments of the harness. */
const TAG_MARK = 'KILL-'

type Seat = { start: () => ServerProcess; process: ServerProcess }

/**
 * Kills servers and workers at random moments under load, waits until the queue is empty, and compares what arrived
 * with what was committed.
 */
export async function runKillHarness(options: KillHarnessOptions): Promise<KillReport> {
  const watch = new ArrivalWatch()
  const receiver = await watch.open()
  const port = await freePort()
  const environment = { ...options.environment, DATABASE_URL: options.databaseUrl, PORT: String(port) }
  const seats = (['api', 'worker', 'worker'] as const).map((role): Seat => {
    const start = () => startServerProcess(role, environment)
    return { start, process: start() }
  })
  await Promise.all(seats.map((seat) => seat.process.ready))
  const load = new Load(`http://127.0.0.1:${port}`, options.key)
  await load.subscribe(`http://127.0.0.1:${receiver.port}/hook`)
  const running = load.run()
  await load.takes(TAKEN_AROUND_KILLS)
  await killAtRandom(seats, options.kills)
  await load.takes(TAKEN_AROUND_KILLS)
  const counts = await load.stop(running)
  if (options.skipLeases) await endLeases(seats, options.databaseUrl)
  await withClient(options.databaseUrl, drained)
  await Promise.all(seats.map((seat) => seat.process.kill()))
  await receiver.close()
  const committed = await withClient(options.databaseUrl, committedTags)
  return { kills: options.kills, committed: committed.size, ...counts, ...watch.compare(committed) }
}

async function killAtRandom(seats: readonly Seat[], kills: number): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    await delay(Math.random() * PAUSE_MAX_MS)
    const seat = seats[Math.floor(Math.random() * seats.length)]!
    await seat.process.kill()
    seat.process = seat.start()
  }
  await Promise.all(seats.map((seat) => seat.process.ready))
}

/** Ends all leases once no process holds one, and restarts one worker. */
async function endLeases(seats: readonly Seat[], databaseUrl: string): Promise<void> {
  await Promise.all(seats.map((seat) => seat.process.kill()))
  await withClient(databaseUrl, (client) =>
    client.query('update webhook_endpoint_queues set wake_at = now() where lease_token is not null'),
  )
  const last = seats.at(-1)!
  last.process = last.start()
}

/** Records every attempt from its arrival to its response, or to the end of its connection. */
class ArrivalWatch {
  readonly #underWay = new Map<string, number>()
  readonly #bodies = new Map<string, string>()
  readonly #overlapping = new Set<string>()
  readonly #altered = new Set<string>()
  #arrivals = 0

  open(): Promise<HostileReceiver> {
    return startHostileReceiver({
      certificate: null,
      response: (socket, { headers, body }) => {
        const eventId = headers['svc-event-id'] ?? ''
        this.#arrive(eventId, body)
        let isOpen = true
        const end = () => {
          if (isOpen) this.#underWay.set(eventId, (this.#underWay.get(eventId) ?? 1) - 1)
          isOpen = false
        }
        socket.once('close', end)
        setTimeout(() => {
          end()
          socket.off('close', end)
          // Some responses are failures, so that retries are interrupted by kills, too.
          const status = Math.random() < 0.1 ? 500 : 200
          if (socket.writable) socket.write(`HTTP/1.1 ${status} Status\r\nContent-Length: 0\r\n\r\n`)
        }, Math.random() * 20)
      },
    })
  }

  #arrive(eventId: string, body: string): void {
    this.#arrivals += 1
    const underWay = (this.#underWay.get(eventId) ?? 0) + 1
    this.#underWay.set(eventId, underWay)
    if (underWay > 1) this.#overlapping.add(eventId)
    if ((this.#bodies.get(eventId) ?? body) !== body) this.#altered.add(eventId)
    this.#bodies.set(eventId, body)
  }

  compare(committed: ReadonlySet<string>) {
    const arrived = new Set(
      [...this.#bodies.values()].map((body) => JSON.parse(body).data.instrument.asset_tag),
    )
    return {
      arrivals: this.#arrivals,
      lost: [...committed].filter((tag) => !arrived.has(tag)),
      invented: [...arrived].filter((tag) => !committed.has(tag)),
      overlapping: [...this.#overlapping],
      altered: [...this.#altered],
    }
  }
}

/** Creates instruments as fast as the server permits, whatever happens to the server. */
class Load {
  readonly #pool: Pool
  readonly #key: string
  #isStopping = false
  #made = 0
  #taken = 0
  #refused = 0
  #withoutResponse = 0

  constructor(origin: string, key: string) {
    this.#pool = new Pool(origin, { connections: CALLERS })
    this.#key = key
  }

  async subscribe(url: string): Promise<void> {
    const status = await this.#post('/webhooks', { url, events: ['instrument.created'] })
    if (status !== 201) throw new Error(`subscribing got ${status}`)
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: CALLERS }, () => this.#enter()))
  }

  /** Waits until the server has accepted this many more. */
  async takes(count: number): Promise<void> {
    const until = this.#taken + count
    while (this.#taken < until) await delay(20)
  }

  async stop(running: Promise<void>): Promise<{ refused: number; withoutResponse: number }> {
    this.#isStopping = true
    await running
    await this.#pool.close()
    return { refused: this.#refused, withoutResponse: this.#withoutResponse }
  }

  async #enter(): Promise<void> {
    while (!this.#isStopping) {
      this.#made += 1
      const number = this.#made % REPEAT_EVERY === 0 ? this.#made - 1 : this.#made
      const body = { asset_tag: `${TAG_MARK}${number}`, name: 'Gauge', calibration_interval_value: 1 }
      try {
        if ((await this.#post('/instruments', body)) === 201) this.#taken += 1
        else this.#refused += 1
      } catch {
        this.#withoutResponse += 1
        await delay(20)
      }
    }
  }

  async #post(path: string, body: object): Promise<number> {
    const { statusCode, body: response } = await this.#pool.request({
      method: 'POST',
      path: `${PUBLIC_API_PREFIX}${path}`,
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await response.dump()
    return statusCode
  }
}

/** Waits until the outbox and the queue of deliveries are empty. */
async function drained(client: Client): Promise<void> {
  const until = Date.now() + DRAIN_MAX_MS
  for (;;) {
    const { rows } = await client.query<{ open: boolean }>(
      'select exists (select from outbox) or exists (select from webhook_queue) as open',
    )
    if (rows[0]?.open === false) return
    if (Date.now() > until) throw new Error('the queue was not emptied in time')
    await delay(100)
  }
}

async function committedTags(client: Client): Promise<Set<string>> {
  const text = `select asset_tag as tag from instruments where starts_with(asset_tag, '${TAG_MARK}')`
  const { rows } = await client.query<{ tag: string }>(text)
  return new Set(rows.map((row) => row.tag))
}
