/** Words that people write instead of leaving a cell empty, without brackets and a full stop at the end. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  'n/a',
  'n\\a',
  'n.a',
  'na',
  'n/k',
  'none',
  'nil',
  'null',
  'unknown',
  'unk',
  'tbd',
  'tba',
  'not applicable',
  'not available',
  'not known',
  'not stated',
  'not marked',
  'no serial',
  'no serial no',
  'no serial number',
  'no s/n',
  'no sn',
  'keine',
  'ohne',
  'unbekannt',
  'entfällt',
  'nicht vorhanden',
  'k.a',
  'k. a',
  'aucun',
  'inconnu',
])

/** A cell of signs alone. Signs that are units, such as % and ″, are not among them. */
const SIGNS = /^[-–—‑_.?*/\\()\s]+$/

/** What a spreadsheet shows instead of a value that it cannot compute, in English and German. */
const SPREADSHEET_ERROR =
  /^#(?:N\/A|NV|REF!|BEZUG!|VALUE!|WERT!|DIV\/0!|NAME\?|NULL!|NUM!|ZAHL!|SPILL!|ÜBERLAUF!|CALC!|KALK!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|GETTING_DATA|DATEN_ABRUFEN)$/i

/** The text of a cell whose formula was never calculated, as programs other than spreadsheets write it. */
export const UNCALCULATED_FORMULA = '#FORMULA!'

/**
 * Returns the text of a cell without surrounding blanks, including non-breaking ones; empty if there is none.
 * Characters that the database cannot store are replaced by U+FFFD.
 */
export function cellText(cell: string | undefined): string {
  return (cell ?? '')
    .replaceAll(/[\u00A0\u202F\u2007]/g, ' ')
    .trim()
    .replaceAll('\0', '\uFFFD')
    .toWellFormed()
}

/** Returns the text of a cell in one line: line breaks within it only wrap it. */
export function lineText(cell: string | undefined): string {
  return cellText(cell).replaceAll(/\s*[\r\n\u2028\u2029\t]+\s*/g, ' ')
}

/** Whether the database can store a cell unchanged: it contains neither NUL nor lone surrogates. */
export function isStorable(cell: string | undefined): boolean {
  return cell === undefined || (!cell.includes('\0') && cell.isWellFormed())
}

/** Whether a text means that there is no value, such as `N/A`. */
export function isPlaceholder(text: string): boolean {
  const word = text
    .toLowerCase()
    .replaceAll(/\s*([/\\])\s*/g, '$1')
    .replaceAll(/^[([<]\s*|\s*[)\]>.]$/g, '')
  return PLACEHOLDERS.has(word) || SIGNS.test(text)
}

/** Whether a text stands for a value that is missing: an error such as `#REF!`, or a formula without a result. */
export function isSpreadsheetError(text: string): boolean {
  return SPREADSHEET_ERROR.test(text) || text === UNCALCULATED_FORMULA
}

/**
 * Returns the form of a column name or word by which it is compared: its letters and digits in lowercase, without
 * accents.
 */
export function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const YES: ReadonlySet<string> = new Set(['true', 'yes', 'y', '1', 'x', 'ja', 'j', 'wahr', 'on'])
const NO: ReadonlySet<string> = new Set(['false', 'no', 'n', '0', 'nein', 'falsch', 'off'])

/** Returns true for yes and false for no; undefined for anything else. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (YES.has(word)) return true
  return NO.has(word) ? false : undefined
}
