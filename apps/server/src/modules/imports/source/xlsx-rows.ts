import type { SaxesTagPlain } from 'saxes'
import { because } from '@plumbline/contract'
import { UNCALCULATED_FORMULA } from '../rules/cell-text.ts'
import { FileRefused } from './file-refused.ts'
import { columnOf, readMerged, type MergedCells } from './merged-cells.ts'
import { shownNumber, type NumberFormat } from './number-format.ts'
import type { Unpacked } from './unpack.ts'
import { localName, partOf, readFormats, readStrings, readWorkbook, strictParser } from './workbook.ts'

/** Returns the names of the sheets of a workbook that are not hidden. @throws FileRefused for a file that is not a workbook */
export async function sheetNames(file: Unpacked): Promise<string[]> {
  const { sheets } = await readWorkbook(file)
  return sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name)
}

/**
 * Yields the rows of a sheet as texts, in order; lines that the file omits are empty. A formula has its last stored
 * value, and nothing outside of the file is read. Dates become YYYY-MM-DD. A cell that is merged over several lines has
 * its value in each of them.
 * @param name name of the sheet; defaults to the first one that is not hidden
 * @throws FileRefused for a file without that sheet, or one that is not a workbook
 */
export async function* xlsxRows(file: Unpacked, name?: string): AsyncGenerator<string[]> {
  const workbook = await readWorkbook(file)
  const sheet =
    name === undefined
      ? (workbook.sheets.find(({ isHidden }) => !isHidden) ?? workbook.sheets[0])
      : workbook.sheets.find((each) => each.name === name)
  if (!sheet) {
    const sheets = workbook.sheets.map((each) => each.name).join(', ')
    throw new FileRefused(
      sheets === '' ? because('import.file_empty') : because('import.sheet_unknown', { sheets }),
    )
  }
  const path = await partOf(file, sheet.relation)
  const reader = new SheetReader({
    strings: await readStrings(file),
    formats: await readFormats(file),
    merged: await readMerged(file.text(path)),
    from1904: workbook.from1904,
  })
  for await (const text of file.text(path)) yield* reader.take(text)
}

/** Maximum width of a sheet; columns beyond it are ignored. */
const WIDTH_MAX = 1000

/** What the cells of a sheet refer to. */
interface SheetParts {
  readonly strings: readonly string[]
  /** By cell style. */
  readonly formats: readonly NumberFormat[]
  readonly merged: MergedCells
  readonly from1904: boolean
}

/** Reads the rows of a sheet as its text arrives. */
class SheetReader {
  readonly #parser = strictParser()
  readonly #sheet: SheetParts
  #rows: string[][] = []
  #line = 0
  #cells: string[] = []
  #column = 0
  #type = ''
  #style = 0
  #text = ''
  #isValue = false
  #isFormula = false

  constructor(sheet: SheetParts) {
    this.#sheet = sheet
    this.#parser.on('opentag', (tag) => this.#open(tag))
    this.#parser.on('closetag', (tag) => this.#close(tag))
    const add = (text: string) => {
      if (this.#isValue) this.#text += text
    }
    this.#parser.on('text', add)
    this.#parser.on('cdata', add)
  }

  /** Returns the rows that a piece of the sheet completes. */
  take(text: string): string[][] {
    this.#rows = []
    this.#parser.write(text)
    return this.#rows
  }

  #open(tag: SaxesTagPlain): void {
    const { r: reference, t: type = '', s: style = '0' } = tag.attributes
    switch (localName(tag)) {
      case 'row':
        return this.#begin(reference)
      case 'c':
        this.#column = reference === undefined ? this.#column + 1 : columnOf(reference)
        this.#type = type
        this.#style = Number(style)
        this.#text = ''
        this.#isFormula = false
        return undefined
      case 'f':
        this.#isFormula = true
        return undefined
      case 'v':
      case 't':
        this.#isValue = true
        return undefined
      default:
        return undefined
    }
  }

  /** Adds blank lines for those that the file omits, so that the position of a row is its line number. */
  #begin(reference: string | undefined): void {
    const line = reference === undefined ? this.#line + 1 : Number(reference)
    // A file may skip a million lines, which no real register does.
    while (this.#line + 1 < line && this.#rows.length < WIDTH_MAX) {
      this.#line += 1
      this.#rows.push([])
    }
    this.#line = line
    this.#cells = []
    this.#column = 0
  }

  #close(tag: SaxesTagPlain): void {
    switch (localName(tag)) {
      case 'v':
      case 't':
        this.#isValue = false
        return undefined
      case 'c':
        if (this.#column >= 1 && this.#column <= WIDTH_MAX) this.#set(this.#column - 1, this.#value())
        return undefined
      case 'row':
        this.#sheet.merged.fill(this.#line, this.#cells)
        this.#rows.push(this.#cells)
        return undefined
      default:
        return undefined
    }
  }

  #set(at: number, value: string): void {
    while (this.#cells.length < at) this.#cells.push('')
    this.#cells[at] = value
  }

  #value(): string {
    const { strings, formats, from1904 } = this.#sheet
    if (this.#type === 's') return strings[Number(this.#text)] ?? ''
    if (this.#type === 'b') return this.#text === '1' ? 'true' : 'false'
    // An empty text is the value of a formula, and an empty number is none.
    if (this.#type !== '' && this.#type !== 'n') return this.#text
    if (this.#text === '') return this.#isFormula ? UNCALCULATED_FORMULA : ''
    return shownNumber(this.#text, formats[this.#style] ?? 'general', from1904)
  }
}
