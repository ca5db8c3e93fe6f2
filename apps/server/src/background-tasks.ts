import type { AppParts } from './app.ts'
import { locationOf } from './backup/backup-location.ts'
import { planStatus } from './backup/backup-status.ts'
import { BACKUP_MINUTE } from './backup/retention.ts'
import { BACKUP_TASK, backUpByPlan } from './backup/scheduled-backups.ts'
import { checkpointLocker, checkpointSender } from './send-checkpoints.ts'
import { readS3Path } from './platform/storage/index.ts'
import { createJobKinds } from './job-kinds.ts'
import { forgetRequests, workspacesWithMembers } from './modules/access/index.ts'
import { CERTIFICATE_TASK, certificateTask, sweepCertificates } from './modules/certificates/index.ts'
import { sweepUploads } from './modules/documents/index.ts'
import { sweepImports } from './modules/imports/index.ts'
import {
  BULK_CHANGE_OPERATION,
  carryOutZoneChanges,
  CREATE_OPERATION,
  forgetEmptyCounts,
  START_BULK_CHANGE_OPERATION,
} from './modules/instruments/index.ts'
import { ACCEPT_ADVICE_OPERATION } from './modules/intervals/index.ts'
import { keepOutside } from './modules/ledger/index.ts'
import { forgetNotifications, notifyBackupOverdue } from './modules/notifications/index.ts'
import { deleteEndedJobs, JOB_TASK, jobTask, takeUpLostJobs } from './modules/jobs/index.ts'
import { forgetClaims } from './platform/claims/index.ts'
import type { Task } from './platform/job-queue/index.ts'
import type { Typesetter } from './platform/typesetting/index.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** Retention of ended jobs. */
const JOBS_KEPT_MS = 30 * DAY_MS

/**
 * Returns the tasks that all workers share: jobs that people request, and scheduled tasks, each of which runs in one
 * worker at a time.
 * @param typesetter for documents that are generated in the background
 */
export function backgroundTasks(parts: AppParts, typesetter: Typesetter): Record<string, Task> {
  return {
    [CERTIFICATE_TASK]: certificateTask({ ...parts, typesetter, publicUrl: parts.config.PUBLIC_URL }),
    [JOB_TASK]: jobTask({ ...parts, kinds: createJobKinds(parts) }),
    sweep_uploads: byTheClock('17 * * * *', HOUR_MS, async () => {
      await sweepUploads(parts)
    }),
    sweep_certificates: byTheClock('27 * * * *', HOUR_MS, async () => {
      await sweepCertificates(parts)
    }),
    sweep_imports: byTheClock('47 * * * *', HOUR_MS, () => sweepImports(parts)),
    forget_claims: byTheClock('57 * * * *', HOUR_MS, () => forgetAllClaims(parts)),
    forget_requests: byTheClock('37 * * * *', HOUR_MS, () => forgetRequests(forgettingOf(parts))),
    forget_empty_counts: byTheClock('7 3 * * *', DAY_MS, () => forgetEmptyCounts(parts)),
    // A change of zone requests a job of its own; this completes changes that were requested before jobs existed.
    change_time_zones: byTheClock('*/10 * * * *', HOUR_MS, (signal) => carryOutZoneChanges(parts, signal)),
    take_up_lost_jobs: byTheClock('*/5 * * * *', HOUR_MS, async () => {
      for (const workspaceId of await workspacesWithMembers(parts.db.global)) {
        await takeUpLostJobs(parts, workspaceId)
      }
    }),
    forget_notifications: byTheClock('52 3 * * *', DAY_MS, () => forgetNotifications(parts)),
    forget_jobs: byTheClock('47 3 * * *', DAY_MS, () => forgetJobs(parts)),
    ...plannedBackups(parts),
    ...outsideCheckpoints(parts),
  }
}

/** The task that sends checkpoints outside; none if no file or receiver is configured for this process. */
function outsideCheckpoints(parts: AppParts): Record<string, Task> {
  const { CHECKPOINT_FILE: file, CHECKPOINT_URL: url, CHECKPOINT_SECRET: secret } = parts.config
  const { CHECKPOINT_BUCKET: bucket, CHECKPOINT_LOCK_DAYS: lockDays } = parts.config
  const keep = () => keepOutside(parts.db, file!)
  const send = url !== undefined && secret !== undefined && checkpointSender(parts, { url, secret })
  const lock =
    bucket !== undefined && checkpointLocker(parts, readS3Path(bucket, 'CHECKPOINT_BUCKET'), lockDays)
  return {
    ...(file !== undefined && { keep_outside_checkpoints: byTheClock('5 * * * *', HOUR_MS, keep) }),
    ...(send && { send_checkpoints: byTheClock('6 * * * *', HOUR_MS, send) }),
    ...(lock && { lock_checkpoints: byTheClock('8 * * * *', HOUR_MS, lock) }),
  }
}

/** The tasks of scheduled backups; none if no destination is configured for this process. */
function plannedBackups(parts: AppParts): Record<string, Task> {
  const { BACKUP_FOLDER: folder, BACKUP_HOUR } = parts.config
  if (folder === undefined) return {}
  const location = locationOf(folder, 'BACKUP_FOLDER')
  const work = () => backUpByPlan(parts, location)
  return {
    [BACKUP_TASK]: byTheClock(`${BACKUP_MINUTE} ${BACKUP_HOUR} * * *`, DAY_MS, work),
    watch_backups: byTheClock('32 * * * *', HOUR_MS, () => watchBackups(parts)),
  }
}

/** Announces overdue backups. A schedule without any backup so far may have just begun and is only shown in the application. */
async function watchBackups(parts: AppParts): Promise<void> {
  const plan = await planStatus(parts)
  const [last] = plan?.backups ?? []
  if (plan?.isLate && last) await notifyBackupOverdue(parts, last.madeAt.toISOString())
}

/** Makes a scheduled task of some work, whose result is ignored. */
function byTheClock(match: string, catchUpMs: number, work: (signal: AbortSignal) => Promise<unknown>): Task {
  return {
    cron: { match, catchUpMs },
    work: async ({ signal }) => {
      await work(signal)
    },
  }
}

function forgettingOf({ config, db, clock }: AppParts) {
  return {
    db,
    clock,
    operations: [
      CREATE_OPERATION,
      BULK_CHANGE_OPERATION,
      START_BULK_CHANGE_OPERATION,
      ACCEPT_ADVICE_OPERATION,
    ],
    retentionDays: config.IDEMPOTENCY_RETENTION_DAYS,
  }
}

async function forgetAllClaims({ db }: AppParts): Promise<void> {
  for (const workspaceId of await workspacesWithMembers(db.global)) await forgetClaims(db.in(workspaceId))
}

async function forgetJobs({ db, clock }: AppParts): Promise<void> {
  const before = new Date(clock.now().getTime() - JOBS_KEPT_MS).toISOString()
  for (const workspaceId of await workspacesWithMembers(db.global)) {
    await deleteEndedJobs(db.in(workspaceId), before)
  }
}
