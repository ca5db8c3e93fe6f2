import { types, type CustomTypesConfig } from 'pg'

/** Converts text from the database to a value, by the type's object id. */
const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.TIMESTAMPTZ, readTimestamp],
  [types.builtins.DATE, (text) => text],
  [types.builtins.INT8, readCount],
])

/** How values are returned: instants in API format, dates as text, 64-bit integers as numbers if they fit exactly. */
export const valueTypes: CustomTypesConfig = {
  // The driver requests only text parsers, because no statement requests binary results.
  getTypeParser: ((oid: number) =>
    parsers.get(oid) ?? types.getTypeParser(oid)) as CustomTypesConfig['getTypeParser'],
}

const lenientParsers = new Map([[types.builtins.INT8 as number, readAnyCount]])

/** The same for rows that may have been tampered with: a count beyond the exact integers is returned as text. */
export const lenientTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number) =>
    lenientParsers.get(oid) ?? valueTypes.getTypeParser(oid)) as CustomTypesConfig['getTypeParser'],
}

/** `2026-11-21 04:56:39.1+00` → `2026-11-21T04:56:39.100Z`; sessions run in UTC. */
function readTimestamp(text: string): string {
  const fraction = text.slice(20, -3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`
}

function readCount(text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count)) throw new Error(`a count beyond exact numbers: ${text}`)
  return count
}

function readAnyCount(text: string): number | string {
  const count = Number(text)
  return Number.isSafeInteger(count) ? count : text
}
