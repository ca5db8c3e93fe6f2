/** How many backups are kept of each kind of period. */
export interface KeptPeriods {
  readonly days: number
  readonly weeks: number
  readonly months: number
}

/** The minute of the hour at which planned backups begin, past those of other work by the clock. */
export const BACKUP_MINUTE = 12

const NAME = /^plumbline-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/

/** The name of a backup that was made by plan. */
export function nameOfBackup(madeAt: Date): string {
  return `plumbline-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
}

/** When a backup was made, by its name; undefined of other files, which are never touched. */
export function madeAtOf(name: string): Date | undefined {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  const madeAt = day === undefined ? undefined : new Date(`${day}T${hour}:${minute}:${second}Z`)
  return madeAt === undefined || Number.isNaN(madeAt.getTime()) ? undefined : madeAt
}

/**
 * The names of backups that are no longer kept: of each of the last days, ISO weeks and months (UTC) that have one the last
 * stays. Files with other names are passed over.
 */
export function noLongerKept(names: readonly string[], { days, weeks, months }: KeptPeriods): string[] {
  const backups = names
    .flatMap((name) => {
      const madeAt = madeAtOf(name)
      return madeAt ? [{ name, madeAt }] : []
    })
    .toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
  const kept = new Set<string>()
  const keepLastOf = (count: number, periodOf: (madeAt: Date) => string) => {
    const seen = new Set<string>()
    for (const { name, madeAt } of backups) {
      const period = periodOf(madeAt)
      if (seen.size === count || seen.has(period)) continue
      seen.add(period)
      kept.add(name)
    }
  }
  keepLastOf(days, dayOf)
  keepLastOf(weeks, weekOf)
  keepLastOf(months, (madeAt) => madeAt.toISOString().slice(0, 7))
  return backups.map(({ name }) => name).filter((name) => !kept.has(name))
}

const dayOf = (madeAt: Date) => madeAt.toISOString().slice(0, 10)

/** The Monday that a week begins with. */
function weekOf(madeAt: Date): string {
  const day = Temporal.PlainDate.from(dayOf(madeAt))
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
}
