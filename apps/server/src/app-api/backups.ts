import { because, type BackupStatus, type backupOperations } from '@plumbline/contract'
import { planStatus, type StoredBackup } from '../backup/backup-status.ts'
import { BACKUP_TASK } from '../backup/scheduled-backups.ts'
import { workspacesWithMembers, type Caller } from '../modules/access/index.ts'
import { findSample, requireAllSites } from '../modules/workspaces/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/index.ts'
import { ApiError } from '../platform/errors.ts'
import type { Handlers } from '../platform/http/index.ts'
import { enqueue, isTaskUnderWay } from '../platform/job-queue/index.ts'

interface BackupParts {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
}

/** Handlers of the backups of the server. */
export function backupRoutes(parts: BackupParts): Handlers<typeof backupOperations, Caller> {
  return {
    getBackups: async ({ caller }) => {
      requireAllSites(caller)
      return { body: await readStatus(parts, caller) }
    },
    startBackup: async ({ caller }) => {
      requireAllSites(caller)
      if (parts.config.BACKUP_FOLDER === undefined) {
        throw new ApiError('CONFLICT', { reason: because('backup.not_planned') })
      }
      if (!(await isAloneOnServer(parts.db, caller))) {
        throw new ApiError('FORBIDDEN', { reason: because('backup.several_workspaces') })
      }
      await parts.db.transaction(caller.workspaceId, async (tx) => {
        enqueue(tx, BACKUP_TASK, {}, { key: BACKUP_TASK })
      })
      return { body: await readStatus(parts, caller) }
    },
  }
}

async function readStatus(parts: BackupParts, caller: Caller): Promise<BackupStatus> {
  const { config, db } = parts
  const [plan, isAlone, isUnderWay] = await Promise.all([
    planStatus(parts),
    isAloneOnServer(db, caller),
    isTaskUnderWay(db.global, BACKUP_TASK),
  ])
  return {
    is_planned: plan !== undefined,
    is_late: plan?.isLate ?? false,
    is_under_way: plan !== undefined && isUnderWay,
    is_encrypted: config.BACKUP_PASSPHRASE_FILE !== undefined,
    last_at: plan?.backups[0]?.madeAt.toISOString() ?? null,
    next_at: plan?.nextAt.toISOString() ?? null,
    can_start: plan !== undefined && isAlone,
    folder: isAlone ? (plan?.folder ?? null) : null,
    backups: isAlone ? serializeBackups(plan?.backups ?? []) : [],
  }
}

function serializeBackups(backups: readonly StoredBackup[]): BackupStatus['backups'] {
  return backups.map(({ name, madeAt, sizeBytes }) => ({
    made_at: madeAt.toISOString(),
    file_name: name,
    size_bytes: sizeBytes,
  }))
}

/** Whether all that a backup holds belongs to this workspace, or to the sample data that it tries things out with. */
async function isAloneOnServer(db: Database, { workspaceId }: Caller): Promise<boolean> {
  const [present, sample] = await Promise.all([
    workspacesWithMembers(db.global),
    findSample(db.global, workspaceId),
  ])
  return present.every((each) => each === workspaceId || each === sample)
}
