import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { because, csvSeparators, withoutGuards, type CsvSeparator } from '@plumbline/contract'
import { FileRefused } from './file-refused.ts'
import { unpack } from './unpack.ts'
import { XlsxWorkbook } from './xlsx-rows.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Number of characters at the beginning by which the separator is detected. */
const DETECTED_WITHIN = 20_000

/** Number of characters passed to the parser at a time, so that it never holds the whole file. */
const CHUNK = 65_536

/** Number of bytes at the beginning by which a file is recognized as text, and its encoding. */
const RECOGNIZED_WITHIN = 8192

/** Maximum length of a record: an unclosed quote must not consume the whole file. */
const RECORD_MAX = 1_000_000

/** First bytes of files: ZIP, and those of spreadsheets written before 2007 or with a password. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]

const begins = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)

/** A file whose rows can be read several times. */
export interface TableFile {
  /** Names of the sheets of an XLSX file that are not hidden; none for a CSV file. */
  readonly sheets: readonly string[]
  /** Separator of a CSV file; null for an XLSX file. */
  readonly separator: CsvSeparator | null
  /**
   * Yields the rows, in order, including blank ones.
   * @param sheet sheet of an XLSX file; defaults to the first one that is not hidden
   * @throws FileRefused for a file that is damaged or lacks the sheet, possibly after some rows
   */
  readonly rows: (sheet?: string) => AsyncGenerator<string[]>
}

/**
 * Opens a CSV or XLSX file, which is identified by its bytes and not by its name. It is decoded or unpacked once,
 * however often its rows are read.
 * @throws FileRefused for anything else
 */
export async function openTable(bytes: Buffer): Promise<TableFile> {
  if (begins(bytes, COMPOUND)) throw new FileRefused(because('import.file_encrypted'))
  if (begins(bytes, ZIP)) {
    const workbook = await XlsxWorkbook.open(await unpack(bytes))
    return { sheets: workbook.sheets, separator: null, rows: (sheet) => workbook.rows(sheet) }
  }
  if (!isText(bytes)) throw new FileRefused(because('import.file_not_table'))
  const text = decodeText(bytes)
  const separator = separatorOf(text)
  return { sheets: [], separator, rows: () => csvRows(text, separator) }
}

/**
 * Whether a file is text. A few NUL characters do not make it binary if there are no other control characters: each is
 * reported with its row.
 */
function isText(bytes: Uint8Array): boolean {
  if (utf16Of(bytes) !== undefined) return true
  const head = bytes.subarray(0, RECOGNIZED_WITHIN)
  const nuls = head.filter((byte) => byte === 0).length
  return nuls === 0 || (nuls * 20 <= head.length && !head.some(isControl))
}

/** Whether a byte is a control character that texts do not contain; NUL is not among them. */
function isControl(byte: number): boolean {
  return (byte > 0 && byte < 9) || (byte > 13 && byte < 32)
}

/**
 * Returns the byte order of a file in UTF-16: by its mark, or if it has none, by the zeros that every second byte is in
 * Latin script.
 */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (begins(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (begins(bytes, [0xfe, 0xff])) return 'utf-16be'
  const head = bytes.subarray(0, RECOGNIZED_WITHIN)
  const zerosAt = (odd: number) => head.filter((byte, at) => byte === 0 && at % 2 === odd).length
  const [even, odd] = [zerosAt(0), zerosAt(1)]
  if (even === 0 && odd * 4 > head.length) return 'utf-16le'
  return odd === 0 && even * 4 > head.length ? 'utf-16be' : undefined
}

/** Yields the records of a CSV file, in order, including blank ones, without the apostrophes that guard formulas. */
async function* csvRows(text: string, separator: CsvSeparator): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter: separator,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: RECORD_MAX,
  })
  // Its errors reach the loop below; if the loop ends before the file does, nothing is left to do.
  pipeline(Readable.from(chunksOf(text)), parser).catch(() => undefined)
  try {
    for await (const record of parser) yield (record as string[]).map(withoutGuards)
  } catch (error) {
    throw error instanceof CsvError ? refusalOf(error) : error
  }
}

/** Returns the refusal of a file that the parser gives up on, with the row at which it does. */
function refusalOf({ code, records }: CsvError): FileRefused {
  const row = typeof records === 'number' ? records + 1 : 1
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new FileRefused(because('import.quote_not_closed', { row }))
  if (code !== 'CSV_MAX_RECORD_SIZE') return new FileRefused(because('import.file_not_table'))
  return new FileRefused(because('import.row_too_long', { row, limit: RECORD_MAX }))
}

/**
 * Yields pieces of a text. In between, other work of the process gets a turn, and so does V8, which completes garbage
 * collection then: rows that are only counted would otherwise fill the heap.
 */
async function* chunksOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += CHUNK) {
    yield text.slice(at, at + CHUNK)
    await setImmediate()
  }
}

/** Returns the separator that most lines at the beginning contain outside of quotes. */
function separatorOf(text: string): CsvSeparator {
  const lines = text
    .slice(0, DETECTED_WITHIN)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r?\n/)
    .slice(0, 20)
  const counted = csvSeparators.map((separator) => ({
    separator,
    times: lines.reduce((sum, line) => sum + line.split(separator).length - 1, 0),
  }))
  return counted.toSorted((a, b) => b.times - a.times)[0]!.separator
}

/**
 * Decodes a file: UTF-16 if it is recognized as such, otherwise UTF-8, or Windows-1252 if that fails, which spreadsheets in
 * Western Europe and America write.
 */
function decodeText(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes)
  try {
    return utf8.decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
