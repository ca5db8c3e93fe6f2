import { withoutGuards } from '@plumbline/contract'

/** What people write where there is nothing to write. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  'n/a',
  'n.a.',
  'na',
  '-',
  '--',
  '–',
  '—',
  'none',
  'unknown',
  'tbd',
  'tba',
  '?',
  'keine',
  'unbekannt',
  'k.a.',
  'null',
])

/**
 * The text of a cell without blanks around it, non-breaking ones included; empty for none. What the database cannot store is
 * replaced by U+FFFD.
 */
export function cellText(cell: string | undefined): string {
  return withoutGuards(cell ?? '')
    .replaceAll(/[\u00A0\u202F\u2007]/g, ' ')
    .trim()
    .replaceAll('\0', '\uFFFD')
    .toWellFormed()
}

/** Whether the database can store a cell as it is: neither NUL nor lone surrogates stand in it. */
export function isStorable(cell: string | undefined): boolean {
  return cell === undefined || (!cell.includes('\0') && cell.isWellFormed())
}

/** Whether a text stands for nothing, such as `N/A`. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDERS.has(text.toLowerCase())
}

/** The name of a column or a word, by which it is compared: its letters and digits in lower case, without accents. */
export function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const YES: ReadonlySet<string> = new Set(['true', 'yes', 'y', '1', 'x', 'ja', 'j', 'wahr', 'on'])
const NO: ReadonlySet<string> = new Set(['false', 'no', 'n', '0', 'nein', 'falsch', 'off'])

/** Yes or no; undefined for anything else. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (YES.has(word)) return true
  return NO.has(word) ? false : undefined
}
