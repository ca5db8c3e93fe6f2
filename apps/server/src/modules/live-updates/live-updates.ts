import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { LIVE_BEAT_SECONDS, liveAreas, type Role } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import { type Database, sql, type WorkNotification } from '../../platform/db/index.ts'
import { currentDeadline } from '../../platform/deadline.ts'
import { ApiError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { EventConsumer, listen } from '../../platform/outbox/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type PollLoop, startPollLoop } from '../../platform/poll-loop.ts'
import { type Caller, liveMemberSessions } from '../access/index.ts'
import { hasEntriesWithin, mayReadEveryEntry } from '../ledger/index.ts'
import { UnsignalledChanges } from './unsignalled-changes.ts'
import { OpenPages } from './open-pages.ts'
import { PageStream } from './page-stream.ts'
import { areasOf, type Reach } from './rules/changed-areas.ts'

/** How long events are retained for a process that was killed. */
const LIFETIME_MS = 90_000

/** Often enough that one failed renewal does not matter. */
const RENEW_EVERY_MS = 30_000

/**
 * The workspaces in which this process listens. The registration is renewed while pages are open, and expires after the last
 * one has closed, as that of a killed process does.
 */
class Interest {
  readonly #parts: InterestParts
  readonly #renewedAt = new Map<string, number>()
  readonly #underWay = new Map<string, Promise<boolean>>()

  constructor(parts: InterestParts) {
    this.#parts = parts
  }

  /**
   * Listens in a workspace, so that every change from now on is recorded as an event.
   * @returns whether changes may have been missed, because it did not listen before
   */
  async keep(workspaceId: string): Promise<boolean> {
    const since = this.#parts.clock.now().getTime() - (this.#renewedAt.get(workspaceId) ?? -Infinity)
    if (since < RENEW_EVERY_MS) return false
    const renewal = this.#underWay.get(workspaceId) ?? this.#renew(workspaceId)
    this.#underWay.set(workspaceId, renewal)
    return renewal
  }

  /** Removes all other workspaces. */
  retain(workspaceIds: readonly string[]): void {
    for (const known of this.#renewedAt.keys()) {
      if (!workspaceIds.includes(known)) this.#renewedAt.delete(known)
    }
  }

  async #renew(workspaceId: string): Promise<boolean> {
    const { db, clock, name } = this.#parts
    const beganAt = clock.now().getTime()
    try {
      const end = sql`${clock.sqlNow()} + make_interval(secs => ${LIFETIME_MS / 1000})`
      const { isNew } = await db.transaction(workspaceId, (tx) => listen(tx, name, end))
      this.#renewedAt.set(workspaceId, beganAt)
      return isNew
    } finally {
      this.#underWay.delete(workspaceId)
    }
  }
}

/** Dependencies of live updates. */
export interface LiveUpdateParts {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
}

/** Maximum number of events per transaction. */
const EVENTS_MAX = 500

/** Polling interval in case a notification is lost. */
const POLL_EVERY_MS = 1000

/** Minimum interval between two signals to the pages of a workspace, so that a bulk change does not send thousands. */
const SIGNAL_EVERY_MS = 500

/** Older pages may show due dates that have passed since, for which there is no ledger entry. */
const AGE_MS_MAX = 60_000

/** Time between the computation of a page's age in the browser and its evaluation here. */
const ON_THE_WAY_MS = 2000

/** How long clients have to receive the end of their streams when the server stops. */
const ENDING_MS = 500

/**
 * Sends signals to the open pages of this process when the data that they show changes. Each process is a separate consumer
 * of events, in the workspaces of its open pages.
 */
export class LiveUpdates {
  /** Name of this process among consumers of events. */
  readonly name = `live:${newId()}`
  readonly #parts: LiveUpdateParts
  readonly #pages = new OpenPages()
  readonly #unsignalled = new UnsignalledChanges()
  readonly #interest: Interest
  readonly #consumer: EventConsumer
  readonly #signalledAt = new Map<string, number>()
  /** Work that a request starts here is shared, so it must not end with the request's deadline. */
  readonly #beyondRequest = AsyncLocalStorage.snapshot()
  #polling: PollLoop | undefined
  #tending: PollLoop | undefined
  #isClosing = false

  constructor(parts: LiveUpdateParts) {
    const { db, clock } = parts
    this.#parts = { ...parts, db: db.background }
    this.#interest = new Interest({ ...this.#parts, name: this.name })
    this.#consumer = new EventConsumer({
      db: db.background,
      clock,
      name: this.name,
      // It starts in a workspace with the first page, which reloads everything that was missed.
      unheard: async () => [],
      eventsMax: EVENTS_MAX,
      take: async (tx, events) => {
        const forAll = events.filter(({ endpointId }) => endpointId === null)
        tx.afterCommit(() => this.#unsignalled.note(tx.workspaceId, forAll))
        return events.length
      },
    })
  }

  /** Starts to poll for events and to check open pages. */
  start(): void {
    const { log } = this.#parts
    const beats = LIVE_BEAT_SECONDS * 1000
    this.#polling = startPollLoop({ name: 'signalling to open pages', everyMs: POLL_EVERY_MS, log }, () =>
      this.poll(),
    )
    this.#tending = startPollLoop({ name: 'looking after open pages', everyMs: beats, log }, () =>
      this.tend(),
    )
  }

  /** Reads events immediately, because a workspace has new ones. */
  wake({ topic, workspaceId }: WorkNotification): void {
    if (topic !== 'events' || this.#pages.of(workspaceId).length === 0) return
    this.#consumer.notified(workspaceId)
    this.#polling?.wake()
  }

  /**
   * Opens the stream of a page, which sends `ready` as soon as every further change is signaled.
   * @param ageMs age of the data that the page shows
   * @throws 429 RATE_LIMITED if the session or the person has too many streams; 503 while the server stops
   */
  async open(caller: Caller, ageMs = Infinity): Promise<Readable> {
    const { workspaceId, sessionId } = caller
    if (sessionId === undefined) throw new Error('pages are open in sessions')
    if (this.#isClosing) throw new ApiError('SERVICE_UNAVAILABLE', { headers: { 'retry-after': '1' } })
    const page = new PageStream({ workspaceId, sessionId }, caller.id, reachOf(caller))
    this.#pages.add(page)
    try {
      const listening = this.#beyondRequest(() => this.#keepListening(workspaceId))
      // After the deadline, the request has been answered and nobody reads the stream.
      await (currentDeadline()?.race(listening) ?? listening)
      page.ready(await this.#hasMissed(workspaceId, ageMs))
    } catch (error) {
      page.cut()
      throw error
    }
    return page.body
  }

  /**
   * Reads new events and signals the affected pages.
   * @returns the milliseconds until the next signal is due; null if none is pending
   */
  async poll(): Promise<number | null> {
    if (this.#pages.workspaceIds().length === 0) return null
    await this.#consumer.poll()
    const now = performance.now()
    const waits = (workspaceId: string) =>
      (this.#signalledAt.get(workspaceId) ?? -Infinity) + SIGNAL_EVERY_MS - now
    const withNews = this.#unsignalled.workspaceIds()
    const due = withNews.filter((workspaceId) => waits(workspaceId) <= 0)
    await this.#signal(due)
    for (const workspaceId of due) this.#signalledAt.set(workspaceId, now)
    const later = withNews.map(waits).filter((ms) => ms > 0)
    return later.length === 0 ? null : Math.min(...later)
  }

  /** Renews the registration of workspaces with open pages, ends streams of people without access, and keeps others alive. */
  async tend(): Promise<void> {
    const workspaceIds = this.#pages.workspaceIds()
    this.#interest.retain(workspaceIds)
    for (const known of this.#signalledAt.keys()) {
      if (!workspaceIds.includes(known)) this.#signalledAt.delete(known)
    }
    for (const workspaceId of workspaceIds) await this.#keepListening(workspaceId)
    for (const page of await this.#admitted(this.#pages.all())) page.send('alive', {})
  }

  /** Ends all streams and stops listening; the registrations expire. */
  async close(): Promise<void> {
    this.#isClosing = true
    const pages = this.#pages.all()
    const closed = pages.map((page) => new Promise<void>((resolve) => page.onClosed(resolve)))
    for (const page of pages) page.end()
    await Promise.race([Promise.all(closed), delay(ENDING_MS, undefined, { ref: false })])
    for (const page of this.#pages.all()) page.cut()
    await Promise.all([this.#polling?.stop(), this.#tending?.stop()])
  }

  /** Whether the workspace has entries since the page read its data. */
  async #hasMissed(workspaceId: string, ageMs: number): Promise<boolean> {
    if (ageMs > AGE_MS_MAX) return true
    const { db, clock } = this.#parts
    return hasEntriesWithin(db.in(workspaceId), clock.sqlNow(), ageMs + ON_THE_WAY_MS)
  }

  async #keepListening(workspaceId: string): Promise<void> {
    const hasMissed = await this.#interest.keep(workspaceId)
    if (!hasMissed) return
    // Pages that are still opening check for missed changes themselves.
    const pages = this.#pages.of(workspaceId).filter(({ isReady }) => isReady)
    for (const page of pages) page.send('changed', { changed: liveAreas })
  }

  /** Checks access before every signal, so that people who have lost it get none. */
  async #signal(workspaceIds: readonly string[]): Promise<void> {
    const pages = await this.#admitted(workspaceIds.flatMap((workspaceId) => this.#pages.of(workspaceId)))
    const news = new Map(
      workspaceIds.map((workspaceId) => [workspaceId, this.#unsignalled.take(workspaceId)]),
    )
    for (const page of pages) {
      const changed = areasOf(news.get(page.session.workspaceId) ?? [], page.reach)
      if (changed.length > 0) page.send('changed', { changed })
    }
  }

  /** Returns the pages of people who still have access, and ends the streams of the others. */
  async #admitted(pages: readonly PageStream[]): Promise<PageStream[]> {
    if (pages.length === 0) return []
    const { db, clock } = this.#parts
    const sessions = pages.map(({ session }) => session)
    const live = await liveMemberSessions(db.global, this.#parts, sessions, clock.sqlNow())
    const rights = new Map(live.map((one) => [sessionKeyOf(one), reachOf(one)]))
    return pages.filter((page) => {
      const reach = rights.get(sessionKeyOf(page.session))
      if (reach) adjust(page, reach)
      else {
        page.send('ended', {})
        page.end()
      }
      return reach !== undefined
    })
  }
}

const sessionKeyOf = (session: { workspaceId: string; sessionId: string }): string =>
  `${session.workspaceId} ${session.sessionId}`

function reachOf(person: { readonly role: Role; readonly siteIds: readonly string[] | null }): Reach {
  return { role: person.role, siteIds: person.siteIds, readsActivity: mayReadEveryEntry(person) }
}

function adjust(page: PageStream, reach: Reach): void {
  const isSame = JSON.stringify(page.reach) === JSON.stringify(reach)
  page.reach = reach
  if (!isSame) page.send('changed', { changed: liveAreas })
}

interface InterestParts {
  readonly db: Database
  readonly clock: Clock
  /** Name of the consumer. */
  readonly name: string
}
