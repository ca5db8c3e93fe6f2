import { isDeepStrictEqual } from 'node:util'

/** A value of an old response that the current response does not contain. */
export interface ResponseDifference {
  /** Path to the member, joined by dots: `data.0.status`. */
  readonly member: string
  readonly kept: unknown
  readonly found: unknown
}

/** A response of an operation that differs intentionally, and why. */
export interface DeliberateChange {
  readonly operation: string
  /** As in `ResponseDifference`; `*` matches any one member or index, `**` at the end everything below. */
  readonly member: string
  readonly why: string
}

/** The end of an operation's path in the old release, and its current one. */
export interface RenamedPath {
  readonly operation: string
  readonly from: string
  readonly to: string
}

/**
 * Returns what an old response contains that the current one does not: a client of the old release must find every
 * member with its value. New members are not a difference; the number and order of list items is one.
 */
export function differencesOf(kept: unknown, found: unknown, member = ''): ResponseDifference[] {
  const at = (name: string) => (member === '' ? name : `${member}.${name}`)
  if (Array.isArray(kept) && Array.isArray(found)) {
    if (kept.length !== found.length)
      return [{ member: at('length'), kept: kept.length, found: found.length }]
    return kept.flatMap((item, index) => differencesOf(item, found[index], at(String(index))))
  }
  if (isObject(kept) && isObject(found)) {
    return Object.keys(kept).flatMap((name) => differencesOf(kept[name], found[name], at(name)))
  }
  if (isCsv(kept) && isCsv(found)) return differencesOf(csvRows(kept), csvRows(found), member)
  return isDeepStrictEqual(kept, found) ? [] : [{ member, kept, found }]
}

/** Whether a difference is intentional. */
export function isDeliberate(
  operation: string,
  { member }: ResponseDifference,
  changes: readonly DeliberateChange[],
): boolean {
  return changes.some(
    (change) => [operation, '*'].includes(change.operation) && matches(change.member, member),
  )
}

function matches(pattern: string, member: string): boolean {
  const [wanted, found] = [pattern.split('.'), member.split('.')]
  if (wanted.at(-1) !== '**') {
    return (
      wanted.length === found.length && wanted.every((part, index) => part === '*' || part === found[index])
    )
  }
  const head = wanted.slice(0, -1)
  return head.every((part, index) => part === '*' || part === found[index])
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** CSV files begin with a byte order mark, unlike all other texts of the APIs. */
function isCsv(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('\uFEFF')
}

/**
 * Returns the rows of a file by the names of its columns: the quoting of cells may change, and columns may be added.
 */
function csvRows(text: string): Record<string, string>[] {
  const [head = [], ...rows] = csvCells(text.slice(1))
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
}

function csvCells(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (end === '' && plain === '' && quoted === undefined) break
    rows.at(-1)!.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}
