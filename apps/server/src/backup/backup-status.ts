import { firstUse } from '../modules/access/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/index.ts'
import { locationOf, type BackupLocation } from './backup-location.ts'
import { BACKUP_MINUTE, madeAtOf } from './retention.ts'

/** A backup in the location of the schedule. */
export interface StoredBackup {
  readonly name: string
  readonly madeAt: Date
  readonly sizeBytes: number
}

/** The status of the backup schedule. */
export interface PlanStatus {
  /** Display name of the location. */
  readonly folder: string
  /** Newest first. */
  readonly backups: readonly StoredBackup[]
  /** Whether the last backup is older than the schedule allows, or there is none. */
  readonly isLate: boolean
  readonly nextAt: Date
}

/** A day between two backups, plus six hours for a worker that was stopped or busy. */
const AGE_MAX_MS = 30 * 60 * 60_000

const DAY_MS = 24 * 60 * 60_000

/**
 * Returns the status of the schedule; undefined if none is set. Throws errors of the file system or the service,
 * except for a missing folder.
 */
export async function planStatus({
  config,
  clock,
}: {
  config: Config
  clock: Clock
}): Promise<PlanStatus | undefined> {
  const { BACKUP_FOLDER: folder, BACKUP_HOUR: hour } = config
  if (folder === undefined) return undefined
  const now = clock.now()
  const location = locationOf(folder, 'BACKUP_FOLDER')
  const backups = await backupsIn(location)
  const [last] = backups
  const isLate = last === undefined || now.getTime() - last.madeAt.getTime() > AGE_MAX_MS
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour, BACKUP_MINUTE)
  const nextAt = new Date(today > now.getTime() ? today : today + DAY_MS)
  return { folder: location.name, backups, isLate, nextAt }
}

/**
 * Whether an operator must be alarmed: the last backup is older than the schedule allows, or the server has been in use
 * for as long without one. A new server is not overdue before its first night, and one that nobody uses has nothing to
 * back up. The database is read only if there is no backup.
 */
export async function isOverdue(
  { clock, db }: { clock: Clock; db: Pick<Database, 'global'> },
  { backups, isLate }: PlanStatus,
): Promise<boolean> {
  if (backups.length > 0) return isLate
  const usedSince = await firstUse(db.global)
  return usedSince !== null && clock.now().getTime() - Date.parse(usedSince) > AGE_MAX_MS
}

async function backupsIn(location: BackupLocation): Promise<StoredBackup[]> {
  const backups = (await location.list()).flatMap(({ file, sizeBytes }) => {
    const madeAt = madeAtOf(file)
    return madeAt ? [{ name: file, madeAt, sizeBytes }] : []
  })
  return backups.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
}
