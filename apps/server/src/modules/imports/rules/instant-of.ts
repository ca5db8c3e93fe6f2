/** Noon of a day: the same calendar date wherever it is read. */
export function noonOf(date: string, timeZone: string): string {
  const noon = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: '12:00' })
  return new Date(noon.epochMilliseconds).toISOString()
}

/** The instant that an instant of the API or a day states: of a day its noon. */
export function instantOf(performed: string, timeZone: string): string {
  return performed.includes('T') ? performed : noonOf(performed, timeZone)
}
