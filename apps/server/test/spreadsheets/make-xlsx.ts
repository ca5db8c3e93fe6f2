import { crc32, deflateRawSync } from 'node:zlib'

/** A cell: text, a number, a date, or a formula with its last result. */
export type TestCell =
  | string
  | number
  | { readonly day: number }
  | { readonly formula: string; readonly shows: string }

/** Returns a ZIP file of compressed parts. */
export function makeZip(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content as string)
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed])
    const behind = Buffer.alloc(14)
    behind.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, behind, Buffer.from(name))
    files.push(local)
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, central, Buffer.from('PK\u0005\u0006'), end])
}

/** Returns an XLSX file as spreadsheet programs write it: shared texts, dates as numbers with their own format. */
export function makeXlsx(sheets: Readonly<Record<string, readonly (readonly TestCell[])[]>>): Buffer {
  const strings = new Map<string, number>()
  const names = Object.keys(sheets)
  const written = names.map((name) => sheetXml(sheets[name]!, strings))
  const list = (part: (name: string, at: number) => string) => names.map(part).join('')
  return makeZip({
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${list((name, at) => `<sheet name="${name}" r:id="r${at}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${list((_, at) => `<Relationship Id="r${at}" Target="worksheets/sheet${at}.xml"/>`)}</Relationships>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `<sst>${[...strings.keys()].map((text) => `<si><r><t>${escaped(text)}</t></r><rPh><t>x</t></rPh></si>`).join('')}</sst>`,
    ...Object.fromEntries(written.map((xml, at) => [`xl/worksheets/sheet${at}.xml`, xml])),
  })
}

function sheetXml(rows: readonly (readonly TestCell[])[], strings: Map<string, number>): string {
  const lines = rows.map((cells, at) => {
    if (cells.length === 0) return ''
    const written = cells.map((cell, column) =>
      cellXml(cell, `${String.fromCharCode(65 + column)}${at + 1}`, strings),
    )
    return `<row r="${at + 1}">${written.join('')}</row>`
  })
  return `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`
}

function cellXml(cell: TestCell, place: string, strings: Map<string, number>): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'string') {
    if (cell === '') return ''
    const at = strings.get(cell) ?? strings.size
    strings.set(cell, at)
    return `<c r="${place}" t="s"><v>${at}</v></c>`
  }
  if ('day' in cell) return `<c r="${place}" s="1"><v>${cell.day}</v></c>`
  return `<c r="${place}" t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.shows)}</v></c>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
