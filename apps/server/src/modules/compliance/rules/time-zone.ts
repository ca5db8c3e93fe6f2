/** Zones given as an offset, such as `+02:00`, know no summer time; only named ones are taken. */
const NAME = /^[A-Za-z]/

/**
 * The IANA time zone that the text names, in the letter case of the tz database; undefined when it is
 * none. A link stays the name it is (`europe/kiev` gives `Europe/Kiev`), since both names keep one clock.
 */
export function canonicalTimeZone(text: string): string | undefined {
  if (!NAME.test(text)) return undefined
  try {
    return new Temporal.ZonedDateTime(0n, text).timeZoneId
  } catch {
    return undefined
  }
}

/** Whether the text names an IANA time zone, in any letter case. */
export function isTimeZone(text: string): boolean {
  return canonicalTimeZone(text) !== undefined
}
