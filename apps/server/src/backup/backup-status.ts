import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { BACKUP_MINUTE, madeAtOf } from './kept-backups.ts'

/** A backup in the folder of the plan. */
export interface StoredBackup {
  readonly name: string
  readonly madeAt: Date
  readonly sizeBytes: number
}

/** How the plan of backups is kept. */
export interface PlanStatus {
  readonly folder: string
  /** Newest first. */
  readonly backups: readonly StoredBackup[]
  /** Whether the last one is older than the plan admits, or there is none. */
  readonly isLate: boolean
  readonly nextAt: Date
}

/** A day between two backups, and six hours for a worker that was stopped or had much to do. */
const AGE_MAX_MS = 30 * 60 * 60_000

const DAY_MS = 24 * 60 * 60_000

/** How the plan is kept; undefined where none is set. Throws what the file system throws, but for a missing folder. */
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
  const backups = await backupsIn(folder)
  const [last] = backups
  const isLate = last === undefined || now.getTime() - last.madeAt.getTime() > AGE_MAX_MS
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour, BACKUP_MINUTE)
  const nextAt = new Date(today > now.getTime() ? today : today + DAY_MS)
  return { folder, backups, isLate, nextAt }
}

async function backupsIn(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch(missingAs([]))
  const found = names.map(async (name) => {
    const madeAt = madeAtOf(name)
    const file = madeAt && (await stat(join(folder, name)).catch(missingAs(undefined)))
    return file ? [{ name, madeAt, sizeBytes: file.size }] : []
  })
  const backups = (await Promise.all(found)).flat()
  return backups.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
}

/** One that the plan no longer keeps can be removed meanwhile. */
function missingAs<Missing>(missing: Missing): (error: unknown) => Missing {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return missing
    throw error
  }
}
