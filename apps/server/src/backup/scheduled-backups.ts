import { readFile } from 'node:fs/promises'
import type { Config } from '../platform/config.ts'
import type { Runtime } from '../runtime.ts'
import { BackupFault } from './backup-fault.ts'
import type { BackupLocation } from './backup-location.ts'
import { nameOfBackup, expiredBackups } from './retention.ts'
import { makeBackup, type BackupParts } from './make-backup.ts'
import { openBackup } from './open-backup.ts'
import { verifyBackup } from './verify-backup.ts'

/** The worker task that makes a scheduled backup; also its key among pending tasks. */
export const BACKUP_TASK = 'back_up'

type PlannedBackupParts = BackupParts & Pick<Runtime, 'config' | 'log'>

/**
 * Makes a backup in the location, checks all of it, and only then deletes those that the schedule no longer keeps. A
 * backup that fails the check is deleted. Returns the name of its file.
 */
export async function backUpByPlan(parts: PlannedBackupParts, location: BackupLocation): Promise<string> {
  const { config, clock, log } = parts
  const passphrase = await plannedPassphrase(config)
  const file = nameOfBackup(clock.now())
  const to = { location, file }
  const { sizeBytes, manifest } = await makeBackup(parts, { to, passphrase })
  try {
    await openBackup(to, passphrase, ({ plain }) => verifyBackup(plain))
  } catch (error) {
    // One that could not be read completely may be intact, and is kept.
    if ((error as Error).cause instanceof BackupFault) await location.remove(file)
    throw error
  }
  const periods = {
    days: config.BACKUP_KEEP_DAYS,
    weeks: config.BACKUP_KEEP_WEEKS,
    months: config.BACKUP_KEEP_MONTHS,
  }
  const files = (await location.list()).map((one) => one.file)
  for (const old of expiredBackups(files, periods)) await location.remove(old)
  log.info(
    { path: location.nameOf(file), sizeBytes, rows: manifest.rows, files: manifest.files },
    'made a backup and checked it',
  )
  return file
}

/** Returns the passphrase of scheduled backups; undefined if they are not encrypted. */
async function plannedPassphrase({ BACKUP_PASSPHRASE_FILE }: Config): Promise<string | undefined> {
  if (BACKUP_PASSPHRASE_FILE === undefined) return undefined
  return passphraseIn(BACKUP_PASSPHRASE_FILE)
}

/** A shorter one can be found too quickly by anyone who gets hold of a backup. */
const PASSPHRASE_LENGTH_MIN = 12

/** Returns the passphrase in a file, without the trailing line end. Throws Error if it is too short. */
export async function passphraseIn(file: string): Promise<string> {
  const passphrase = (await readFile(file, 'utf8')).replace(/\r?\n$/, '')
  if (passphrase.length >= PASSPHRASE_LENGTH_MIN) return passphrase
  throw new Error(`the passphrase in ${file} needs ${PASSPHRASE_LENGTH_MIN} characters`)
}
