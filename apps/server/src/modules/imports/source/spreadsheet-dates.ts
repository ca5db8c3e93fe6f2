/** Formats of the language itself that show a date (ECMA-376, 18.8.30), with those of East Asian editions. */
const BUILT_IN = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]

/** Whether a number of this format is shown as a date. @param code the format, where the file defines it */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.includes(id)
  const shown = code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '').toLowerCase()
  return shown.includes('y') || /d/.test(shown.replaceAll('red', ''))
}

const DAY_MS = 86_400_000

/** The day that a spreadsheet's number stands for; undefined for one that stands for none, such as a time of day. */
export function isoOfSerial(serial: number, from1904: boolean): string | undefined {
  if (!(serial >= 1) || serial > 2_958_465) return undefined
  // Spreadsheets count a 29 February 1900 that there was not.
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  return new Date(epoch + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10)
}
