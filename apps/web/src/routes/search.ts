/** The query of a URL: names and values without quotes or braces. */
export type RawSearch = Readonly<Record<string, unknown>>

/** Parses the query of a URL; every value is a string. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Formats values without quotes or braces; those that are undefined, empty or false are omitted. */
export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  )
  if (entries.length === 0) return ''
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()}`
}

/** Returns a string of the query, or undefined. */
export function textOf(search: RawSearch, name: string): string | undefined {
  const value = search[name]
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value) === '' ? undefined : String(value)
}

/** Returns a calendar date (YYYY-MM-DD), or undefined. */
export function dateOf(search: RawSearch, name: string): string | undefined {
  const text = textOf(search, name)
  const isDate = text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDate ? text : undefined
}

/** Returns an integer of at least 1, or undefined. */
export function numberOf(search: RawSearch, name: string): number | undefined {
  const number = Number(textOf(search, name))
  return Number.isInteger(number) && number >= 1 ? number : undefined
}

/** Returns whether a flag is set. */
export function flagOf(search: RawSearch, name: string): true | undefined {
  const value = search[name]
  return value === true || value === 'true' || value === '1' ? true : undefined
}

/**
 * Returns the query parameters that a page accepts. Invalid ones remain, as undefined: the router merges the result into
 * the query, so a parameter that is missing here would keep the value that was typed.
 */
export function taken<Values extends object>(
  values: Values,
): {
  [Name in keyof Values]?: Exclude<Values[Name], undefined>
} {
  return values
}
