import { isOverdue, planStatus } from '../backup/backup-status.ts'
import { countOpenDeliveries, type OpenDeliveries } from '../modules/webhooks/index.ts'
import { Deadline } from '../platform/deadline.ts'
import { sql, type Database, type Queries } from '../platform/db/index.ts'
import { countTasks, type TaskCount } from '../platform/job-queue/index.ts'
import { consumerLag, type ConsumerLag } from '../platform/outbox/index.ts'
import type { Runtime } from '../runtime.ts'

/** Figures that are read on request. One that cannot be read in time is missing. */
export interface Figures {
  readonly deliveries?: OpenDeliveries | undefined
  readonly consumers?: readonly ConsumerLag[] | undefined
  readonly tasks?: readonly TaskCount[] | undefined
  /** Null if this process makes no scheduled backups. */
  readonly backup?: BackupFigures | null | undefined
}

/** Age of the last scheduled backup, which was verified when it was made. */
export interface BackupFigures {
  /** In seconds; undefined if there is none, or it is unknown. */
  readonly ageSeconds: number | undefined
  /** Whether that is more than the schedule allows; also true if the backups cannot be listed. */
  readonly isOverdue: boolean
}

/** Cache duration, so that simultaneous and frequent requests cost the database no more than occasional ones. */
const KEPT_MS = 10_000

/** Longer, because a folder or bucket has to be listed, and backups are made once a day. */
const BACKUP_KEPT_MS = 60_000

/** Maximum time to wait for one figure; scrapers give up after ten seconds. */
const FIGURE_DEADLINE_MS = 2000

/** Ends the statement before that: PostgreSQL would continue one that is no longer awaited. */
const FIGURE_STATEMENT_MS = 1500

export type FigureParts = Pick<Runtime, 'config' | 'clock' | 'db'>

/** Returns a function that reads the figures, each cached for a while. */
export function figureReader({ config, clock, db }: FigureParts): () => Promise<Figures> {
  const keptRead = <Value>(read: (queries: Queries) => Promise<Value>) =>
    kept(KEPT_MS, () =>
      db.background.globalTransaction(async (tx) => {
        await tx.rows(sql`select set_config('statement_timeout', ${String(FIGURE_STATEMENT_MS)}, true)`)
        return read(tx)
      }),
    )
  const deliveries = keptRead((queries) => countOpenDeliveries(queries, clock.sqlNow()))
  const consumers = keptRead((queries) => consumerLag(queries, clock.sqlNow()))
  const tasks = keptRead(countTasks)
  const backup = kept(BACKUP_KEPT_MS, () => backupFigures({ config, clock, db: db.background }))
  return async () => {
    const read = await Promise.all([deliveries(), consumers(), tasks(), backup()])
    return { deliveries: read[0], consumers: read[1], tasks: read[2], backup: read[3] }
  }
}

async function backupFigures(
  parts: Pick<FigureParts, 'config' | 'clock'> & { db: Pick<Database, 'global'> },
): Promise<BackupFigures | null> {
  if (parts.config.BACKUP_FOLDER === undefined) return null
  const plan = await planStatus(parts).catch(() => undefined)
  const madeAt = plan?.backups[0]?.madeAt
  return {
    ageSeconds: madeAt && (parts.clock.now().getTime() - madeAt.getTime()) / 1000,
    // Unknown while neither the backups nor the age of the server can be read: better an alarm too many.
    isOverdue: plan === undefined || (await isOverdue(parts, plan).catch(() => true)),
  }
}

/**
 * Returns a function that reads at most once per period, and no longer than the deadline; undefined if that was not
 * enough.
 */
function kept<Value>(keptMs: number, read: () => Promise<Value>): () => Promise<Value | undefined> {
  let reading: Promise<Value | undefined> | undefined
  let readAt = -Infinity
  return () => {
    if (reading && performance.now() - readAt < keptMs) return reading
    readAt = performance.now()
    reading = new Deadline(FIGURE_DEADLINE_MS).run(read).catch(() => undefined)
    return reading
  }
}
