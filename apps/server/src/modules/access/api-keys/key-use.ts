import { KEY_USE_DAYS } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import type { Log } from '../../../platform/log.ts'
import { startPollLoop, type PollLoop } from '../../../platform/poll-loop.ts'
import type { Caller } from '../caller.ts'
import { addKeyUse, type KeyUseRow } from './key-use-store.ts'

/** Interval at which counts are written; a crash can lose that much. */
const WRITTEN_EVERY_MS = 60_000

/** Interval at which a process checks whether writing is due. */
const CHECK_EVERY_MS = 1000

/** Maximum number of counts that a process keeps while the database is unavailable; beyond that, new ones are lost. */
const COUNTS_MAX = 50_000

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the first UTC day that is kept, as a date. */
export function firstDayOfUse(now: Date): string {
  return dayOf(new Date(now.getTime() - (KEY_USE_DAYS - 1) * DAY_MS))
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

/**
 * Counts which key called which operation on which day. Counts are kept in memory and written together once a minute,
 * never with a request. Counts that have not been written are lost if the process is killed; a process that stops
 * normally writes them.
 */
export class KeyUse {
  readonly #parts: { db: Database; clock: Clock; log: Log }
  readonly #counts = new Map<string, Map<string, KeyUseRow>>()
  #size = 0
  #writtenAt: number
  #loop: PollLoop | undefined
  /** The write in progress, or the last one. */
  #writing: Promise<void> = Promise.resolve()

  constructor(parts: { db: Database; clock: Clock; log: Log }) {
    this.#parts = parts
    this.#writtenAt = parts.clock.now().getTime()
  }

  /** Starts writing counts. */
  start(): void {
    const { log } = this.#parts
    this.#loop ??= startPollLoop(
      { name: 'writing what keys were used for', everyMs: CHECK_EVERY_MS, log },
      () => this.#writeInTime(),
    )
  }

  /** Writes the remaining counts. */
  async stop(): Promise<void> {
    await this.#loop?.stop()
    await this.write()
  }

  /** Counts a request of a key that reached an operation, whatever its response. */
  note(
    { type, workspaceId, id: keyId }: Pick<Caller, 'type' | 'workspaceId' | 'id'>,
    operation: string,
  ): void {
    if (type === 'api_key') {
      this.#add(workspaceId, { keyId, day: dayOf(this.#parts.clock.now()), operation, requests: 1 })
    }
  }

  /**
   * Writes the counts, in one statement per workspace, after the write in progress: stopping awaits both before the
   * database is closed. Counts that could not be written are retried the next time.
   */
  write(): Promise<void> {
    this.#writtenAt = this.#parts.clock.now().getTime()
    this.#writing = this.#writing.then(() => this.#writeCounts())
    return this.#writing
  }

  async #writeCounts(): Promise<void> {
    const taken = [...this.#counts]
    this.#counts.clear()
    this.#size = 0
    for (const [workspaceId, rows] of taken) {
      try {
        await addKeyUse(this.#parts.db.in(workspaceId), [...rows.values()])
      } catch (err) {
        this.#parts.log.warn({ err }, 'what keys were used for could not be written')
        for (const row of rows.values()) this.#add(workspaceId, row)
      }
    }
  }

  async #writeInTime(): Promise<void> {
    const isTime = this.#parts.clock.now().getTime() - this.#writtenAt >= WRITTEN_EVERY_MS
    if (isTime && this.#counts.size > 0) await this.write()
  }

  #add(workspaceId: string, row: KeyUseRow): void {
    const rows = this.#counts.get(workspaceId) ?? new Map<string, KeyUseRow>()
    const name = `${row.keyId} ${row.day} ${row.operation}`
    const known = rows.get(name)
    if (known) {
      known.requests += row.requests
      return
    }
    if (this.#size >= COUNTS_MAX) return
    this.#size += 1
    rows.set(name, { ...row })
    this.#counts.set(workspaceId, rows)
  }
}
