import { readFile } from 'node:fs/promises'
import type { Config } from '../platform/config.ts'
import type { Runtime } from '../runtime.ts'
import { BackupFault } from './backup-fault.ts'
import type { BackupPlace } from './backup-place.ts'
import { nameOfBackup, noLongerKept } from './kept-backups.ts'
import { makeBackup, type BackupParts } from './make-backup.ts'
import { openBackup } from './open-backup.ts'
import { verifyBackup } from './verify-backup.ts'

/** The task of workers that makes a backup by plan; its key among those that wait. */
export const BACKUP_TASK = 'back_up'

type PlannedBackupParts = BackupParts & Pick<Runtime, 'config' | 'log'>

/**
 * Makes a backup in the place, checks it from its first byte to its last, and only then removes those that the plan
 * no longer keeps. One that fails the check is removed. Returns the name of its file.
 */
export async function backUpByPlan(parts: PlannedBackupParts, place: BackupPlace): Promise<string> {
  const { config, clock, log } = parts
  const passphrase = await plannedPassphrase(config)
  const file = nameOfBackup(clock.now())
  const to = { place, file }
  const { sizeBytes, manifest } = await makeBackup(parts, { to, passphrase })
  try {
    await openBackup(to, passphrase, ({ plain }) => verifyBackup(plain))
  } catch (error) {
    // One that could not be read to its end may be whole, and stays.
    if ((error as Error).cause instanceof BackupFault) await place.remove(file)
    throw error
  }
  const kept = {
    days: config.BACKUP_KEEP_DAYS,
    weeks: config.BACKUP_KEEP_WEEKS,
    months: config.BACKUP_KEEP_MONTHS,
  }
  const files = (await place.list()).map((one) => one.file)
  for (const old of noLongerKept(files, kept)) await place.remove(old)
  log.info(
    { path: place.nameOf(file), sizeBytes, rows: manifest.rows, files: manifest.files },
    'made a backup and checked it',
  )
  return file
}

/** The passphrase of backups that are made by plan; undefined where they are not encrypted. */
async function plannedPassphrase({ BACKUP_PASSPHRASE_FILE }: Config): Promise<string | undefined> {
  if (BACKUP_PASSPHRASE_FILE === undefined) return undefined
  return passphraseIn(BACKUP_PASSPHRASE_FILE)
}

/** A shorter one is tried out in too little time by whoever gets hold of a backup. */
const PASSPHRASE_LENGTH_MIN = 12

/** The passphrase in a file, without the line end behind it. Raises Error for one that is too short. */
export async function passphraseIn(file: string): Promise<string> {
  const passphrase = (await readFile(file, 'utf8')).replace(/\r?\n$/, '')
  if (passphrase.length >= PASSPHRASE_LENGTH_MIN) return passphrase
  throw new Error(`the passphrase in ${file} needs ${PASSPHRASE_LENGTH_MIN} characters`)
}
