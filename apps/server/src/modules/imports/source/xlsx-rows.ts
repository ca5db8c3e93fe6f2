import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { because } from '@plumbline/contract'
import { FileRefused } from './file-refused.ts'
import type { Unpacked } from './unpack.ts'

/** Built-in formats that show a date (ECMA-376, 18.8.30), including those of East Asian editions. */
const BUILT_IN = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]

const DAY_MS = 86_400_000

const WORKBOOK = 'xl/workbook.xml'

/** The parts of a workbook that are needed to read one of its sheets. */
interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly relation: string }[]
  /** Whether days are counted from 1904. */
  readonly from1904: boolean
}

/**
 * Yields the rows of a sheet as texts, in order; lines that the file omits are empty. A formula has its last stored
 * value, and nothing outside of the file is read. Dates become YYYY-MM-DD.
 * @param name name of the sheet; defaults to the first one
 * @throws FileRefused for a file without that sheet, or one that is not a workbook
 */
export async function* xlsxRows(file: Unpacked, name?: string): AsyncGenerator<string[]> {
  const workbook = await readWorkbook(file)
  const sheet = name === undefined ? workbook.sheets[0] : workbook.sheets.find((each) => each.name === name)
  if (!sheet) {
    const sheets = workbook.sheets.map((each) => each.name).join(', ')
    throw new FileRefused(
      sheets === '' ? because('import.file_empty') : because('import.sheet_unknown', { sheets }),
    )
  }
  const path = await partOf(file, sheet.relation)
  const [strings, dateStyles] = [await readStrings(file), await readDateStyles(file)]
  const reader = new SheetReader(strings, dateStyles, workbook.from1904)
  for await (const text of file.text(path)) yield* reader.take(text)
}

async function readWorkbook(file: Unpacked): Promise<Workbook> {
  if (!file.has(WORKBOOK)) throw new FileRefused(because('import.file_not_table'))
  const sheets: Workbook['sheets'][number][] = []
  let from1904 = false
  await readTags(file, WORKBOOK, (tag) => {
    const { name = '', 'r:id': relation = '', date1904 } = tag.attributes
    if (localName(tag) === 'sheet') sheets.push({ name, relation })
    if (localName(tag) === 'workbookPr') from1904 = date1904 === '1' || date1904 === 'true'
  })
  return { sheets, from1904 }
}

/** Returns the path of a part to which the workbook refers. */
async function partOf(file: Unpacked, relation: string): Promise<string> {
  let target: string | undefined
  await readTags(file, 'xl/_rels/workbook.xml.rels', ({ attributes }) => {
    if (attributes['Id'] === relation) target = attributes['Target']
  })
  const path = target?.startsWith('/') ? target.slice(1) : `xl/${target ?? ''}`
  if (!file.has(path)) throw new FileRefused(because('import.file_not_table'))
  return path
}

async function readStrings(file: Unpacked): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let isText = false
  let isPhonetic = false
  await readTags(
    file,
    'xl/sharedStrings.xml',
    (tag) => {
      const name = localName(tag)
      if (name === 'si') text = ''
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    (tag) => {
      const name = localName(tag)
      if (name === 'si') strings.push(text)
      if (name === 'rPh') isPhonetic = false
      isText = false
    },
    (piece) => {
      if (isText) text += piece
    },
  )
  return strings
}

/** Returns the indexes of the cell formats that show dates. */
async function readDateStyles(file: Unpacked): Promise<ReadonlySet<number>> {
  const formats = new Map<string, string>()
  const styles = new Set<number>()
  let isWithin = false
  let style = 0
  await readTags(
    file,
    'xl/styles.xml',
    (tag) => {
      const { numFmtId = '', formatCode = '' } = tag.attributes
      const name = localName(tag)
      if (name === 'numFmt') formats.set(numFmtId, formatCode)
      if (name === 'cellXfs') isWithin = true
      if (name !== 'xf' || !isWithin) return
      if (isDateFormat(Number(numFmtId), formats.get(numFmtId))) styles.add(style)
      style += 1
    },
    (tag) => {
      if (localName(tag) === 'cellXfs') isWithin = false
    },
  )
  return styles
}

type OnTag = (tag: SaxesTagPlain) => void

/** Reads a part; does nothing if the workbook lacks it, as shared strings and formats are optional. */
async function readTags(
  file: Unpacked,
  part: string,
  onOpen: OnTag,
  onClose: OnTag = () => undefined,
  onText: (text: string) => void = () => undefined,
): Promise<void> {
  if (!file.has(part)) return
  const parser = strictParser()
  parser.on('opentag', onOpen)
  parser.on('closetag', onClose)
  parser.on('text', onText)
  parser.on('cdata', onText)
  for await (const text of file.text(part)) parser.write(text)
  parser.close()
}

function refuse(): never {
  throw new FileRefused(because('import.file_encrypted'))
}

/** Returns an XML parser that refuses document types, so that only the five predefined entities exist. */
function strictParser(): SaxesParser<{ xmlns: false }> {
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  return parser
}

function localName({ name }: SaxesTagPlain): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Maximum width of a sheet; columns beyond it are ignored. */
const WIDTH_MAX = 1000

/** Reads the rows of a sheet as its text arrives. */
class SheetReader {
  readonly #parser = strictParser()
  readonly #strings: readonly string[]
  readonly #dateStyles: ReadonlySet<number>
  readonly #from1904: boolean
  #rows: string[][] = []
  #line = 0
  #cells: string[] = []
  #column = 0
  #type = ''
  #style = 0
  #text = ''
  #isValue = false

  constructor(strings: readonly string[], dateStyles: ReadonlySet<number>, from1904: boolean) {
    this.#strings = strings
    this.#dateStyles = dateStyles
    this.#from1904 = from1904
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
    if (this.#type === 's') return this.#strings[Number(this.#text)] ?? ''
    if (this.#type === 'b') return this.#text === '1' ? 'true' : 'false'
    if (this.#type === 'e') return ''
    if (this.#type !== '' && this.#type !== 'n') return this.#text
    if (this.#text === '') return ''
    const number = Number(this.#text)
    if (this.#dateStyles.has(this.#style)) return isoOfSerial(number, this.#from1904) ?? this.#text
    // The number as the sheet shows it: 0.1 and not 0.10000000000000001.
    return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : this.#text
  }
}

/** Returns the column of a cell reference such as `AB12`, from 1. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]*/i.exec(reference)![0].toUpperCase())
    column = column * 26 + letter.charCodeAt(0) - 64
  return column
}

/** Whether a number of this format is shown as a date. @param code the format, if the file defines it */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.includes(id)
  const shown = code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '').toLowerCase()
  return shown.includes('y') || /d/.test(shown.replaceAll('red', ''))
}

/** Returns the day that a spreadsheet's number means; undefined if it means none, such as a time of day. */
function isoOfSerial(serial: number, from1904: boolean): string | undefined {
  if (!(serial >= 1) || serial > 2_958_465) return undefined
  // Spreadsheets count 29 February 1900, which did not exist.
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  return new Date(epoch + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10)
}
