import { planStatus } from '../backup/backup-status.ts'
import { countOpenDeliveries, type OpenDeliveries } from '../modules/webhooks/index.ts'
import { Deadline } from '../platform/deadline.ts'
import { sql, type Queries } from '../platform/db/index.ts'
import { countTasks, type TaskCount } from '../platform/job-queue/index.ts'
import { consumerLag, type ConsumerLag } from '../platform/outbox/index.ts'
import type { Runtime } from '../runtime.ts'

/** Figures that are read when somebody asks for them. One that cannot be read in time is missing. */
export interface Figures {
  readonly deliveries?: OpenDeliveries | undefined
  readonly consumers?: readonly ConsumerLag[] | undefined
  readonly tasks?: readonly TaskCount[] | undefined
  /** Null where no backups are planned in this process. */
  readonly backup?: BackupFigures | null | undefined
}

/** How old the last backup of the plan is; it was checked when it was made. */
export interface BackupFigures {
  /** In seconds; undefined where there is none, or nobody knows. */
  readonly ageSeconds: number | undefined
  /** Whether that is more than the plan admits; also where the place of backups cannot be read. */
  readonly isOverdue: boolean
}

/** Several who ask at once, and one who asks often, cost the database no more than one who asks now and then. */
const KEPT_MS = 10_000

/** A folder or bucket is listed for it, and backups are made once a day. */
const BACKUP_KEPT_MS = 60_000

/** Longest that one figure is waited for; scrapers give up after ten seconds. */
const FIGURE_DEADLINE_MS = 2000

/** Ends the statement before that: PostgreSQL would go on with one that nobody waits for any more. */
const FIGURE_STATEMENT_MS = 1500

export type FigureParts = Pick<Runtime, 'config' | 'clock' | 'db'>

/** What reads the figures, each kept for a while. */
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
  const backup = kept(BACKUP_KEPT_MS, () => backupFigures({ config, clock }))
  return async () => {
    const read = await Promise.all([deliveries(), consumers(), tasks(), backup()])
    return { deliveries: read[0], consumers: read[1], tasks: read[2], backup: read[3] }
  }
}

async function backupFigures(parts: Pick<FigureParts, 'config' | 'clock'>): Promise<BackupFigures | null> {
  if (parts.config.BACKUP_FOLDER === undefined) return null
  const plan = await planStatus(parts).catch(() => undefined)
  const madeAt = plan?.backups[0]?.madeAt
  return {
    ageSeconds: madeAt && (parts.clock.now().getTime() - madeAt.getTime()) / 1000,
    isOverdue: plan?.isLate ?? true,
  }
}

/** Reads at most once in a while, and not longer than the deadline; undefined where that was not enough. */
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
