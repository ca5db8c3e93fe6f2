import { isOverdue, planStatus } from '../backup/backup-status.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/index.ts'
import { fine, problem, warning, type Finding } from './finding.ts'

/**
 * Checks that backups are made as scheduled: the last one is not older than the schedule allows, and a server without one
 * is new.
 */
export async function checkBackups(parts: {
  config: Config
  clock: Clock
  db: Database
}): Promise<Finding[]> {
  const plan = await planStatus(parts)
  if (plan === undefined) return [fine('backups', 'none is planned here (BACKUP_FOLDER is not set)')]
  const { folder, backups, nextAt } = plan
  const madeAt = backups[0]?.madeAt.toISOString()
  const says = madeAt ? `the last one in ${folder} is of ${madeAt}` : `there is none in ${folder}`
  if (await isOverdue(parts, plan)) {
    return [problem('backups', says, 'see that a worker runs, and what its log says of back_up')]
  }
  const first = `${says} yet; the first one is planned for ${nextAt.toISOString()}`
  const found = fine('backups', madeAt ? says : first)
  if (parts.config.BACKUP_PASSPHRASE_FILE !== undefined) return [found]
  return [
    found,
    warning(
      'backups',
      'they are not encrypted and do not hold the SECRET_KEY',
      'set BACKUP_PASSPHRASE_FILE, and keep the passphrase elsewhere too',
    ),
  ]
}
