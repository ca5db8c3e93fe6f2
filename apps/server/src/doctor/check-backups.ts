import { lastBackupIn } from '../backup/scheduled-backups.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { fine, problem, warning, type Finding } from './finding.ts'

/** A day between two backups, and six hours for a worker that was stopped or had much to do. */
const AGE_MAX_MS = 30 * 60 * 60_000

/** Whether backups are made as planned: the last one is no older than the plan admits. */
export async function checkBackups({ config, clock }: { config: Config; clock: Clock }): Promise<Finding[]> {
  const { BACKUP_FOLDER: folder, BACKUP_PASSPHRASE_FILE } = config
  if (folder === undefined) return [fine('backups', 'none is planned here (BACKUP_FOLDER is not set)')]
  const last = await lastBackupIn(folder)
  if (last === undefined || clock.now().getTime() - last.getTime() > AGE_MAX_MS) {
    const says = last ? `the last one in ${folder} is of ${last.toISOString()}` : `there is none in ${folder}`
    return [problem('backups', says, 'see that a worker runs, and what its log says of back_up')]
  }
  const found = fine('backups', `the last one in ${folder} is of ${last.toISOString()}`)
  if (BACKUP_PASSPHRASE_FILE !== undefined) return [found]
  const says = 'they are not encrypted and do not hold the SECRET_KEY'
  return [
    found,
    warning('backups', says, 'set BACKUP_PASSPHRASE_FILE, and keep the passphrase elsewhere too'),
  ]
}
