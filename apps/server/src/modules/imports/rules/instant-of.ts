/** Returns noon of a day, which is the same calendar date in nearly every time zone. */
export function noonOf(date: string, timeZone: string): string {
  const noon = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: '12:00' })
  return new Date(noon.epochMilliseconds).toISOString()
}

/** Returns the instant of a timestamp of the API, or noon of a day. */
export function instantOf(performed: string, timeZone: string): string {
  return performed.includes('T') ? performed : noonOf(performed, timeZone)
}
