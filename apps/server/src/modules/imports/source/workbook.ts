import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { because } from '@plumbline/contract'
import { FileRefused } from './file-refused.ts'
import { readFormat, type NumberFormat } from './number-format.ts'
import type { Unpacked } from './unpack.ts'

const WORKBOOK = 'xl/workbook.xml'

/** A sheet of a workbook. */
interface Sheet {
  readonly name: string
  readonly relation: string
  readonly isHidden: boolean
}

/** The sheets of a workbook. */
export interface SheetList {
  readonly sheets: readonly Sheet[]
  /** Whether days are counted from 1904. */
  readonly from1904: boolean
}

/** Reads the list of sheets. @throws FileRefused for a file that is not a workbook */
export async function readSheetList(file: Unpacked): Promise<SheetList> {
  if (!file.has(WORKBOOK)) throw new FileRefused(because('import.file_not_table'))
  const sheets: SheetList['sheets'][number][] = []
  let from1904 = false
  await readTags(file, WORKBOOK, (tag) => {
    const { name = '', 'r:id': relation = '', state, date1904 } = tag.attributes
    const isHidden = state === 'hidden' || state === 'veryHidden'
    if (localName(tag) === 'sheet') sheets.push({ name, relation, isHidden })
    if (localName(tag) === 'workbookPr') from1904 = date1904 === '1' || date1904 === 'true'
  })
  return { sheets, from1904 }
}

/** Returns the path of a part to which the workbook refers. */
export async function partOf(file: Unpacked, relation: string): Promise<string> {
  let target: string | undefined
  await readTags(file, 'xl/_rels/workbook.xml.rels', ({ attributes }) => {
    if (attributes['Id'] === relation) target = attributes['Target']
  })
  const path = target?.startsWith('/') ? target.slice(1) : `xl/${target ?? ''}`
  if (!file.has(path)) throw new FileRefused(because('import.file_not_table'))
  return path
}

/** Reads the texts that cells refer to by number. */
export async function readStrings(file: Unpacked): Promise<string[]> {
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

/** Returns the number format of each cell style. */
export async function readFormats(file: Unpacked): Promise<readonly NumberFormat[]> {
  const codes = new Map<string, string>()
  const formats: NumberFormat[] = []
  let isWithin = false
  await readTags(
    file,
    'xl/styles.xml',
    (tag) => {
      const { numFmtId = '', formatCode = '' } = tag.attributes
      const name = localName(tag)
      if (name === 'numFmt') codes.set(numFmtId, formatCode)
      if (name === 'cellXfs') isWithin = true
      if (name === 'xf' && isWithin) formats.push(readFormat(Number(numFmtId), codes.get(numFmtId)))
    },
    (tag) => {
      if (localName(tag) === 'cellXfs') isWithin = false
    },
  )
  return formats
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
export function strictParser(): SaxesParser<{ xmlns: false }> {
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  return parser
}

/** Returns the name of a tag without its prefix. */
export function localName({ name }: SaxesTagPlain): string {
  return name.slice(name.indexOf(':') + 1)
}
