/** What stands behind the question mark of an address: plain names and plain values. */
export type RawSearch = Readonly<Record<string, unknown>>

/** Reads an address as people write it: every value is text. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Writes values without quotes or braces; undefined, empty and false ones are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  )
  if (entries.length === 0) return ''
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()}`
}

/** A text of the address, or undefined. */
export function textOf(search: RawSearch, name: string): string | undefined {
  const value = search[name]
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value) === '' ? undefined : String(value)
}

/** A calendar date (YYYY-MM-DD), or undefined. */
export function dateOf(search: RawSearch, name: string): string | undefined {
  const text = textOf(search, name)
  const isDate = text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDate ? text : undefined
}

/** A whole number from 1, or undefined. */
export function numberOf(search: RawSearch, name: string): number | undefined {
  const number = Number(textOf(search, name))
  return Number.isInteger(number) && number >= 1 ? number : undefined
}

/** Whether a switch is on. */
export function flagOf(search: RawSearch, name: string): true | undefined {
  const value = search[name]
  return value === true || value === 'true' || value === '1' ? true : undefined
}

/**
 * What a page takes of the address. A name whose value is nothing that it takes stays, as undefined: the router lays
 * this over the address, and what was left out would come through as it was typed.
 */
export function taken<Values extends object>(
  values: Values,
): {
  [Name in keyof Values]?: Exclude<Values[Name], undefined>
} {
  return values
}
