/** The hour from which people read their mail, unless they have chosen one for their digest. */
export const WORKING_HOUR = 7

/**
 * Returns the first instant from now on at which it is a given hour of the day or later in a zone: now itself, or that
 * hour of the same day.
 * @param hour from 0 to 23
 */
export function fromHourOn(now: Date, hour: number, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  if (local.hour >= hour) return now
  const begins = local.toPlainDate().toZonedDateTime({ timeZone, plainTime: { hour } })
  return new Date(begins.epochMilliseconds)
}
