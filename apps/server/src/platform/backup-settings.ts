import { integer, optionalText } from './setting-kinds.ts'

/** When a worker makes scheduled backups, where it stores them, and how many it keeps. */
export const backupSettings = {
  BACKUP_FOLDER: optionalText(
    'Folder, or s3://bucket/path?region=…, in which a worker makes a backup each day. Unset: none is made.',
  ),
  BACKUP_PASSPHRASE_FILE: optionalText(
    'File that holds the passphrase of those backups. Unset: they are not encrypted and do not hold the SECRET_KEY.',
  ),
  BACKUP_HOUR: integer(2, 0, 23, 'Hour at which it is made, in UTC.'),
  BACKUP_KEEP_DAYS: integer(7, 1, 3650, 'Days of which the last backup is kept.'),
  BACKUP_KEEP_WEEKS: integer(5, 0, 520, 'Weeks of which the last backup is kept.'),
  BACKUP_KEEP_MONTHS: integer(12, 0, 1200, 'Months of which the last backup is kept.'),
}
