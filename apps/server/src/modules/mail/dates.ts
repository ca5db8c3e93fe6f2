/** English dates have the day first, as in the application; `en` alone has the order of the United States. */
function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language
}

/** Returns a calendar date with its month in words: `3 March 2026`. */
export function dayInWords(day: string, language: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** Returns a timestamp to the minute in a time zone, with the name of the zone: `3 March 2026 at 14:05 CET`. */
export function instantInWords(at: string, language: string, timeZone: string): string {
  const format = { dateStyle: 'long', timeStyle: 'long', timeZone } as const
  // "long" shows seconds, which none of our time limits needs.
  const parts = new Intl.DateTimeFormat(localeOf(language), format).formatToParts(new Date(at))
  const withoutSeconds = parts.filter(
    ({ type }, index) => type !== 'second' && parts[index + 1]?.type !== 'second',
  )
  return withoutSeconds.map(({ value }) => value).join('')
}
