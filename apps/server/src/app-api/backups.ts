import { pipeline } from 'node:stream/promises'
import { because, type BackupStatus, type backupOperations } from '@plumbline/contract'
import { locationOf } from '../backup/backup-location.ts'
import { planStatus, type StoredBackup } from '../backup/backup-status.ts'
import { BACKUP_TASK } from '../backup/scheduled-backups.ts'
import { workspacesWithMembers, type Caller } from '../modules/access/index.ts'
import { findSample, requireAllSites } from '../modules/workspaces/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/index.ts'
import { ApiError } from '../platform/errors.ts'
import type { Handlers, Response } from '../platform/http/index.ts'
import { enqueue, isTaskUnderWay } from '../platform/job-queue/index.ts'
import { createLimiter } from '../platform/limiter.ts'
import type { Log } from '../platform/log.ts'
import { fileResponse } from '../platform/tables/index.ts'

interface BackupParts {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

/** Maximum duration of a download, in milliseconds: 20 GB take four hours at 11 Mbit/s. */
const DOWNLOAD_MS = 4 * 60 * 60_000

/** Maximum number of simultaneous downloads in a process; others wait, so that requests keep enough bandwidth. */
const DOWNLOADS_MAX = 2

const downloadsInTurn = createLimiter(DOWNLOADS_MAX)

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
    downloadBackup: async ({ caller, params }) => {
      requireAllSites(caller)
      return sendBackup(parts, caller, params.file_name)
    },
  }
}

/** Streams a backup as it is stored. Throws NOT_FOUND if the schedule has none of this name. */
async function sendBackup(parts: BackupParts, caller: Caller, name: string): Promise<Response> {
  const { config, log } = parts
  const plan = await planStatus(parts)
  if (plan === undefined || config.BACKUP_FOLDER === undefined) throw new ApiError('NOT_FOUND')
  if (!(await isAloneOnServer(parts.db, caller))) {
    throw new ApiError('FORBIDDEN', { reason: because('backup.several_workspaces') })
  }
  const backup = plan.backups.find((each) => each.name === name)
  if (!backup) throw new ApiError('NOT_FOUND')
  const { workspaceId, userId } = caller
  log.info({ workspaceId, userId, name, sizeBytes: backup.sizeBytes }, 'a backup is downloaded')
  const location = locationOf(config.BACKUP_FOLDER, 'BACKUP_FOLDER')
  return fileResponse(
    log,
    workspaceId,
    (file, options = {}) => location.read(name, (sealed) => pipeline(sealed, file, options)),
    {
      name,
      contentType: 'application/octet-stream',
      sizeBytes: backup.sizeBytes,
      ms: DOWNLOAD_MS,
      inTurn: downloadsInTurn,
    },
  )
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

/** Returns whether a backup contains only this workspace and its sample data. */
async function isAloneOnServer(db: Database, { workspaceId }: Caller): Promise<boolean> {
  const [present, sample] = await Promise.all([
    workspacesWithMembers(db.global),
    findSample(db.global, workspaceId),
  ])
  return present.every((each) => each === workspaceId || each === sample)
}
