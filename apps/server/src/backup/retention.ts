/** Number of backups to keep for each kind of period. */
export interface RetentionPeriods {
  readonly days: number
  readonly weeks: number
  readonly months: number
}

/** The minute of the hour at which scheduled backups start, after other scheduled work. */
export const BACKUP_MINUTE = 12

const NAME = /^plumbline-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/

/** Returns the name of a scheduled backup. */
export function nameOfBackup(madeAt: Date): string {
  return `plumbline-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
}

/** Returns when a backup was made, from its name; undefined for other files, which are never touched. */
export function madeAtOf(name: string): Date | undefined {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  const madeAt = day === undefined ? undefined : new Date(`${day}T${hour}:${minute}:${second}Z`)
  return madeAt === undefined || Number.isNaN(madeAt.getTime()) ? undefined : madeAt
}

/**
 * Returns the names of backups that have expired: for each of the last days, ISO weeks and months (UTC) that
 * have a backup, the last one is kept. Files with other names are ignored.
 */
export function expiredBackups(
  names: readonly string[],
  { days, weeks, months }: RetentionPeriods,
): string[] {
  const backups = names
    .flatMap((name) => {
      const madeAt = madeAtOf(name)
      return madeAt ? [{ name, madeAt }] : []
    })
    .toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
  const retained = new Set<string>()
  const keepLastOf = (count: number, periodOf: (madeAt: Date) => string) => {
    const seen = new Set<string>()
    for (const { name, madeAt } of backups) {
      const period = periodOf(madeAt)
      if (seen.size === count || seen.has(period)) continue
      seen.add(period)
      retained.add(name)
    }
  }
  keepLastOf(days, dayOf)
  keepLastOf(weeks, weekOf)
  keepLastOf(months, (madeAt) => madeAt.toISOString().slice(0, 7))
  return backups.map(({ name }) => name).filter((name) => !retained.has(name))
}

const dayOf = (madeAt: Date) => madeAt.toISOString().slice(0, 10)

/** Returns the Monday of a week. */
function weekOf(madeAt: Date): string {
  const day = Temporal.PlainDate.from(dayOf(madeAt))
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
}
