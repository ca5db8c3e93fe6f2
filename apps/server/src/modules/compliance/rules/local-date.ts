const DATE = /^\d{4}-\d\d-\d\d$/

/** The first date that a four-digit year, and the database, can represent. */
const DATE_MIN = '0001-01-01'

/** The last such date. */
export const DATE_MAX = '9999-12-31'

/** The first timestamp of the API, which the database can store. East of UTC, the first date begins earlier. */
const INSTANT_MIN = '0001-01-01T00:00:00.000Z'

/** Whether the text is a calendar date of the years 0001 to 9999, written `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!DATE.test(text) || text < DATE_MIN) return false
  try {
    Temporal.PlainDate.from(text)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the local date in the time zone at an instant, as `YYYY-MM-DD`. Accepts a Date or a timestamp ending in
 * `Z`. Dates outside the years 0001 to 9999 become the nearest one inside.
 */
export function localDate(at: Date | string, timeZone: string): string {
  const instant = typeof at === 'string' ? Temporal.Instant.from(at) : at.toTemporalInstant()
  return storableDate(instant.toZonedDateTimeISO(timeZone).toPlainDate())
}

/** Returns the current date in the time zone, as `YYYY-MM-DD`. */
export function today(now: Date, timeZone: string): string {
  return localDate(now, timeZone)
}

/**
 * Returns the first instant of a date in the time zone, as a timestamp of the API. If the clock skips midnight, this
 * is the end of the gap; a day that the time zone skipped entirely starts with the day after it. An instant before the year
 * 0001 becomes its first one.
 */
export const startOfDay = remembering((date: string, timeZone: string): string => {
  const start = Temporal.PlainDate.from(date).toZonedDateTime(timeZone).toInstant()
  if (Temporal.Instant.compare(start, INSTANT_MIN) < 0) return INSTANT_MIN
  return start.toString({ smallestUnit: 'millisecond' })
})

/** Returns the date this many days later, or earlier if negative, clamped to the years 0001 to 9999. */
export const addDays = remembering((date: string, days: number): string =>
  storableDate(Temporal.PlainDate.from(date).add({ days })),
)

/** A decade of days in three zones, in about a megabyte. */
const REMEMBERED_MAX = 10_000

/**
 * Memoizes a rule: a page of a list uses the same few days again and again, and Temporal takes longer than everything
 * else done with a row.
 */
function remembering<Rest extends string | number>(
  rule: (date: string, rest: Rest) => string,
): (date: string, rest: Rest) => string {
  const responses = new Map<string, string>()
  return (date, rest) => {
    const question = `${date} ${rest}`
    const known = responses.get(question)
    if (known !== undefined) return known
    const response = rule(date, rest)
    if (responses.size >= REMEMBERED_MAX) responses.clear()
    responses.set(question, response)
    return response
  }
}

/** Returns the date as `YYYY-MM-DD`, clamped to the years 0001 to 9999. */
export function storableDate(date: Temporal.PlainDate): string {
  if (Temporal.PlainDate.compare(date, DATE_MIN) < 0) return DATE_MIN
  if (Temporal.PlainDate.compare(date, DATE_MAX) > 0) return DATE_MAX
  return date.toString()
}
