import { sql, type Database } from '../../platform/db/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { listen } from '../../platform/outbox/index.ts'

/** How long a process that was killed holds events back. */
const LIFETIME_MS = 90_000

/** Often enough that one failure to renew is made up for in time. */
const RENEW_EVERY_MS = 30_000

export interface InterestParts {
  readonly db: Database
  readonly clock: Clock
  /** Name of the consumer. */
  readonly name: string
}

/**
 * In which workspaces this process listens. It renews itself where pages are open; where the last one closed it
 * ends by itself, as that of a killed process does.
 */
export class Interest {
  readonly #parts: InterestParts
  readonly #renewedAt = new Map<string, number>()
  readonly #underWay = new Map<string, Promise<boolean>>()

  constructor(parts: InterestParts) {
    this.#parts = parts
  }

  /**
   * Listens in a workspace, so that every change from now on makes events.
   * @returns whether changes may have been missed, since it did not listen until now
   */
  async keep(workspaceId: string): Promise<boolean> {
    const since = this.#parts.clock.now().getTime() - (this.#renewedAt.get(workspaceId) ?? -Infinity)
    if (since < RENEW_EVERY_MS) return false
    const renewal = this.#underWay.get(workspaceId) ?? this.#renew(workspaceId)
    this.#underWay.set(workspaceId, renewal)
    return renewal
  }

  /** Forgets the workspaces that are not among these. */
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
