import type { Readable } from 'node:stream'
import { zipOf, type AddFile } from '../zip.ts'
import { plainCell } from './as-text.ts'
import type { Cell, OpenSheet } from './table.ts'

/** Maximum number of rows of a sheet that spreadsheet programs read, including its header. */
const SHEET_ROWS_MAX = 1_048_576

/** Maximum number of columns that they read. */
const SHEET_COLUMNS_MAX = 16_384

/** Maximum number of characters of a cell that they read. */
const CELL_LENGTH_MAX = 32_767

/** A sheet of a workbook to write. */
export interface NamedSheet {
  readonly name: string
  readonly open: () => Promise<OpenSheet>
}

/**
 * Yields an XLSX workbook as it is written, sheet by sheet. All texts are text cells: none is executed as a formula or
 * converted to a number or a date. A sheet that is too long for spreadsheet programs continues in another one.
 */
export function asWorkbook(
  at: Date,
  sheets: readonly NamedSheet[],
  { rowsMax = SHEET_ROWS_MAX }: { readonly rowsMax?: number } = {},
): Readable {
  return zipOf(at, async (add) => {
    const names: string[] = []
    for (const { name, open } of sheets) {
      const rest = restOf(await open())
      for (let part = 1; ; part += 1) {
        names.push(part === 1 ? name : `${name} ${part}`)
        await add(`xl/worksheets/sheet${names.length}.xml`, () => sheetXml(rest, rowsMax))
        if ((await rest.peek()) === undefined) break
      }
    }
    await addFrame(add, names)
  })
}

/** Yields a workbook of one sheet whose rows do not come from a snapshot. */
export function workbookOf(at: Date, name: string, sheet: OpenSheet): Readable {
  return asWorkbook(at, [{ name, open: async () => sheet }])
}

/** The rows that are distributed over several sheets. */
interface Rest {
  readonly columns: readonly string[]
  peek(): Promise<readonly Cell[] | undefined>
  skip(): void
}

function restOf({ columns, rows }: OpenSheet): Rest {
  const parts = rows[Symbol.asyncIterator]()
  let part: readonly (readonly Cell[])[] = []
  let at = 0
  return {
    columns,
    skip: () => {
      at += 1
    },
    peek: async () => {
      while (at >= part.length) {
        const next = await parts.next()
        if (next.done) return undefined
        ;[part, at] = [next.value, 0]
      }
      return part[at]
    },
  }
}

/** Number of characters in a chunk of a sheet. */
const PIECE = 65_536

async function* sheetXml(rest: Rest, rowsMax: number): AsyncGenerator<string> {
  const width = Math.min(rest.columns.length, SHEET_COLUMNS_MAX)
  const letters = Array.from({ length: width }, (_, at) => columnName(at))
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
  let text = rowXml(1, rest.columns, letters)
  for (let line = 2; line <= rowsMax; line += 1) {
    const row = await rest.peek()
    if (row === undefined) break
    rest.skip()
    text += rowXml(line, row, letters)
    if (text.length < PIECE) continue
    yield text
    text = ''
  }
  yield `${text}</sheetData></worksheet>`
}

function rowXml(line: number, row: readonly Cell[], letters: readonly string[]): string {
  const cells = letters.map((letter, at) => cellXml(`${letter}${line}`, row[at]))
  return `<row r="${line}">${cells.join('')}</row>`
}

function cellXml(reference: string, cell: Cell): string {
  const value = plainCell(cell)
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`
  if (typeof value === 'number' && Number.isFinite(value)) return `<c r="${reference}"><v>${value}</v></c>`
  return `<c r="${reference}" s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(String(value))}</t></is></c>`
}

/** Characters that XML cannot contain, including lone surrogates. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Text that spreadsheet programs read as a character code. */
const CODE_LIKE = /_(?=x[0-9A-Fa-f]{4}_)/g

function escaped(text: string): string {
  const shortened = text.length > CELL_LENGTH_MAX ? `${text.slice(0, CELL_LENGTH_MAX - 1)}…` : text
  return shortened
    .replaceAll(CODE_LIKE, '_x005F_')
    .replaceAll(NOT_XML, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '_x000D_')
}

/**
 * Returns `A`, `Z`, `AA`.
 * @param at from 0
 */
function columnName(at: number): string {
  const letter = String.fromCodePoint(65 + (at % 26))
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Two formats: general, and text (49, built in), which remains text when the cell is edited. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf numFmtId="49" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** Adds the parts other than the sheets. They are written last, because the number of sheets is only known then. */
async function addFrame(add: AddFile, names: readonly string[]): Promise<void> {
  const each = (write: (name: string, number: number) => string) =>
    names.map((name, at) => write(name, at + 1)).join('')
  const parts: Record<string, string> = {
    'xl/styles.xml': STYLES,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((name, n) => `<sheet name="${escaped(name)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each((_, n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="styles" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${OFFICE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${OFFICE}.styles+xml"/>${each((_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${OFFICE}.worksheet+xml"/>`)}</Types>`,
  }
  for (const [name, text] of Object.entries(parts)) await add(name, () => [text])
}
