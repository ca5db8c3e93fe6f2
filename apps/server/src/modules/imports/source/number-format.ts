/** How a cell shows its number; `general` as it is, and `text` as a text. */
export type NumberFormat =
  | 'general'
  | 'text'
  | 'date'
  | 'percent'
  | { readonly before: string; readonly digits: number; readonly after: string }

/** Built-in formats that show a date (ECMA-376, 18.8.30), including those of East Asian editions. */
const BUILT_IN = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]

/** The format of cells whose content is a text, whatever it looks like, built in and as a code. */
const TEXT = { id: 49, code: '@' }

/** Built-in formats in percent. */
const PERCENT = [9, 10]

const DAY_MS = 86_400_000

/** A number with texts around it: `"±"0.00" mm"`, or with leading zeros: `0000`. */
const AROUND = /^((?:"[^"]*"|\\.|\s)*)(?:general|[#0,]*[#0](?:\.[0#?]+)?)((?:"[^"]*"|\\.|\s)*)$/i

/** @param code the format, if the file defines it */
export function readFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined ? id === TEXT.id : code === TEXT.code) return 'text'
  if (isDateFormat(id, code)) return 'date'
  if (code === undefined) return PERCENT.includes(id) ? 'percent' : 'general'
  const [ofPositive = ''] = code.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  if (withoutTexts(ofPositive).includes('%')) return 'percent'
  const around = AROUND.exec(ofPositive)
  if (!around) return 'general'
  const [before, after] = [textOf(around[1]!), textOf(around[2]!)]
  const digits = /^0{2,}$/.exec(withoutTexts(ofPositive).trim())?.[0].length ?? 0
  return before + after === '' && digits === 0 ? 'general' : { before, digits, after }
}

/** Returns a number as its cell shows it, but with all of its digits. @param from1904 whether days are counted from 1904 */
export function shownNumber(text: string, format: NumberFormat, from1904: boolean): string {
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  if (format === 'date') return isoOfSerial(number, from1904) ?? text
  if (format === 'percent') return `${plain(number * 100)}%`
  if (format === 'general' || format === 'text' || number < 0) return plain(number)
  return `${format.before}${plain(number).padStart(format.digits, '0')}${format.after}`
}

/** The number as the sheet shows it: 0.1 and not 0.10000000000000001. */
function plain(number: number): string {
  return String(Number(number.toPrecision(15)))
}

function withoutTexts(code: string): string {
  return code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '')
}

/** Returns the text that quotes and backslashes of a format stand for. */
function textOf(code: string): string {
  return code.replaceAll(/"([^"]*)"|\\(.)/g, (_, quoted?: string, single?: string) => quoted ?? single ?? '')
}

/** Whether a number of this format is shown as a date. @param code the format, if the file defines it */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.includes(id)
  const shown = withoutTexts(code).toLowerCase()
  return shown.includes('y') || /d/.test(shown.replaceAll('red', ''))
}

/** Returns the day that a spreadsheet's number means; undefined if it means none, such as a time of day. */
function isoOfSerial(serial: number, from1904: boolean): string | undefined {
  if (!(serial >= 1) || serial > 2_958_465) return undefined
  // Spreadsheets count 29 February 1900, which did not exist.
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  return new Date(epoch + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10)
}
