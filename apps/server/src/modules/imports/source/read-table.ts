import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { because, csvSeparators, withoutGuards, type CsvSeparator } from '@plumbline/contract'
import { FileRefused } from './file-refused.ts'
import { unpack } from './unpack.ts'
import { XlsxWorkbook } from './xlsx-rows.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Number of characters at the beginning by which the separator is detected. */
const DETECTED_WITHIN = 20_000

/** Number of characters passed to the parser at a time, so that it never holds the whole file. */
const CHUNK = 65_536

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

/** Whether a file without a UTF-16 byte order mark has no NUL at its beginning. */
function isText(bytes: Uint8Array): boolean {
  const isMarked = begins(bytes, [0xff, 0xfe]) || begins(bytes, [0xfe, 0xff])
  return isMarked || !bytes.subarray(0, 8192).includes(0)
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
  } catch {
    throw new FileRefused(because('import.file_not_table'))
  }
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
 * Decodes a file: UTF-16 if it has that byte order mark, otherwise UTF-8, or Windows-1252 if that fails, which
 * spreadsheets in Western Europe and America write.
 */
function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return utf8.decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
