/** Time zones given as an offset, such as `+02:00`, have no daylight saving time; only named ones are accepted. */
const NAME = /^[A-Za-z]/

/**
 * Returns the IANA time zone with the given name, in the case of the tz database; undefined if there is none. A link
 * keeps its name (`europe/kiev` gives `Europe/Kiev`), because both names have the same clock.
 */
export function canonicalTimeZone(text: string): string | undefined {
  if (!NAME.test(text)) return undefined
  try {
    return new Temporal.ZonedDateTime(0n, text).timeZoneId
  } catch {
    return undefined
  }
}

/** Whether the text is the name of an IANA time zone, in any case. */
export function isTimeZone(text: string): boolean {
  return canonicalTimeZone(text) !== undefined
}
