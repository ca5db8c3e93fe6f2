import { integer, optionalText } from './setting-kinds.ts'

/** When a worker makes scheduled backups, where it stores them, and how many it keeps. */
export const backupSettings = {
  BACKUP_FOLDER: optionalText(
    'Folder, or s3://bucket/path?region=…, in which a worker creates a backup every day. Unset: none.',
  ),
  BACKUP_PASSPHRASE_FILE: optionalText(
    'File with the passphrase of those backups. Unset: they are not encrypted and do not contain the SECRET_KEY.',
  ),
  BACKUP_HOUR: integer(2, 0, 23, 'Hour at which it is created, in UTC.'),
  BACKUP_KEEP_DAYS: integer(7, 1, 3650, 'Number of days whose last backup is kept.'),
  BACKUP_KEEP_WEEKS: integer(5, 0, 520, 'Number of weeks whose last backup is kept.'),
  BACKUP_KEEP_MONTHS: integer(12, 0, 1200, 'Number of months whose last backup is kept.'),
}
