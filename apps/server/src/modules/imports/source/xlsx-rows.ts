import type { SaxesTagPlain } from 'saxes'
import { because, IMPORT_COLUMNS_MAX, withoutGuards } from '@plumbline/contract'
import { UNCALCULATED_FORMULA } from '../rules/cell-text.ts'
import { FileRefused } from './file-refused.ts'
import { columnOf, readMerged, type MergedCells, type MergedFiller } from './merged-cells.ts'
import { shownNumber, type NumberFormat } from './number-format.ts'
import type { Unpacked } from './unpack.ts'
import {
  localName,
  partOf,
  readFormats,
  readSheetList,
  readStrings,
  strictParser,
  type SheetList,
} from './workbook.ts'

/** A workbook: its parts are unpacked and read when first needed, and then kept for every further reading of its rows. */
export class XlsxWorkbook {
  readonly #file: Unpacked
  readonly #list: SheetList
  #texts: readonly string[] | undefined
  #formats: readonly NumberFormat[] | undefined
  /** By the path of the sheet. */
  readonly #merged = new Map<string, MergedCells>()

  private constructor(file: Unpacked, list: SheetList) {
    this.#file = file
    this.#list = list
  }

  /** @throws FileRefused for a file that is not a workbook */
  static async open(file: Unpacked): Promise<XlsxWorkbook> {
    return new XlsxWorkbook(file, await readSheetList(file))
  }

  /** The names of the sheets that are not hidden. */
  get sheets(): readonly string[] {
    return this.#list.sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name)
  }

  /**
   * Yields the rows of a sheet as texts, in order; lines that the file omits are empty. A formula has its last stored
   * value, and nothing outside of the file is read. Dates become YYYY-MM-DD. A cell that is merged over several lines
   * has its value in each of them.
   * @param name name of the sheet; defaults to the first one that is not hidden
   * @throws FileRefused for a workbook without that sheet, or with a damaged one
   */
  async *rows(name?: string): AsyncGenerator<string[]> {
    const path = await partOf(this.#file, this.#sheet(name).relation)
    this.#texts ??= await readStrings(this.#file)
    this.#formats ??= await readFormats(this.#file)
    const merged = this.#merged.get(path) ?? (await readMerged(this.#file.text(path)))
    this.#merged.set(path, merged)
    const reader = new SheetReader({
      strings: this.#texts,
      formats: this.#formats,
      merged: merged.filler(),
      from1904: this.#list.from1904,
    })
    for await (const text of this.#file.text(path)) yield* reader.take(text)
  }

  #sheet(name: string | undefined): SheetList['sheets'][number] {
    const { sheets } = this.#list
    const sheet =
      name === undefined
        ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
        : sheets.find((each) => each.name === name)
    if (sheet) return sheet
    const names = sheets.map((each) => each.name).join(', ')
    throw new FileRefused(
      names === '' ? because('import.file_empty') : because('import.sheet_unknown', { sheets: names }),
    )
  }
}

/** Columns of a sheet that are read: one more than the limit, so that a wider file is refused and not truncated. */
const COLUMNS_READ = IMPORT_COLUMNS_MAX + 1

/** Maximum number of omitted lines that are added at once. */
const LINES_ADDED_MAX = 1000

/** What the cells of a sheet refer to. */
interface SheetParts {
  readonly strings: readonly string[]
  /** By cell style. */
  readonly formats: readonly NumberFormat[]
  readonly merged: MergedFiller
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
    while (this.#line + 1 < line && this.#rows.length < LINES_ADDED_MAX) {
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
        if (this.#column >= 1 && this.#column <= COLUMNS_READ) this.#set(this.#column - 1, this.#value())
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
    const format = formats[this.#style] ?? 'general'
    if (this.#type === 's') return textOf(strings[Number(this.#text)] ?? '', format)
    if (this.#type === 'b') return this.#text === '1' ? 'true' : 'false'
    // An empty text is the value of a formula, and an empty number is none.
    if (this.#type !== '' && this.#type !== 'n') return textOf(this.#text, format)
    if (this.#text === '') return this.#isFormula ? UNCALCULATED_FORMULA : ''
    return shownNumber(this.#text, format, from1904)
  }
}

/**
 * Returns the text of a cell. Our workbooks have texts in cells of that format, as they are. In others an apostrophe
 * before a formula is the guard of a CSV file that was saved as a workbook.
 */
function textOf(text: string, format: NumberFormat): string {
  return format === 'text' ? text : withoutGuards(text)
}
