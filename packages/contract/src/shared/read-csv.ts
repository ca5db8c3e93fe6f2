import { csvSeparators, type CsvSeparator } from './csv.ts'

/** The prefix that the CSV writer adds to a text that a spreadsheet program would execute as a formula. */
const GUARDED = /^'(?=[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/

/**
 * Returns the cells of a file, line by line, in the format of RFC 4180. The separator is the one that is most frequent
 * in the first line; lines without any text are omitted, and apostrophes that guard formulas are removed.
 * @param known the separator, if it is known
 */
export function readCsv(text: string, known?: CsvSeparator): string[][] {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text
  const separator = known ?? separatorOf(content)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell.replace(GUARDED, ''))
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((each) => each.trim() !== '')) rows.push(row)
    row = []
  }
  for (let at = 0; at < content.length; at += 1) {
    const letter = content[at]!
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (content[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === separator) endCell()
    else if (letter === '\n') endRow()
    else if (letter !== '\r') cell += letter
  }
  endRow()
  return rows
}

function separatorOf(content: string): CsvSeparator {
  const [first = ''] = content.split('\n', 1)
  const count = (separator: string) => first.split(separator).length
  return csvSeparators.reduce((best, each) => (count(each) > count(best) ? each : best))
}
