import { because } from '@plumbline/contract'
import { csvRows } from './csv-rows.ts'
import { decodeText } from './decode-text.ts'
import { FileRefused } from './file-refused.ts'
import { unpack } from './unpack.ts'
import { xlsxRows } from './xlsx-rows.ts'

/** Beginnings of files: ZIP, and what spreadsheets wrote before 2007 or write with a password. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]

const begins = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)

/**
 * The rows of a CSV or XLSX file, by its bytes and not by its name.
 * @param sheet of an XLSX file; the first one unless it is given
 * @throws FileRefused for anything else, also on the way
 */
export async function* readTable(bytes: Buffer, sheet?: string): AsyncGenerator<string[]> {
  if (begins(bytes, COMPOUND)) throw new FileRefused(because('import.file_encrypted'))
  if (begins(bytes, ZIP)) return yield* xlsxRows(await unpack(bytes), sheet)
  if (!isText(bytes)) throw new FileRefused(because('import.file_not_table'))
  return yield* csvRows(decodeText(bytes))
}

/** Whether a file without the mark of UTF-16 has no NUL at its beginning. */
function isText(bytes: Uint8Array): boolean {
  const isMarked = begins(bytes, [0xff, 0xfe]) || begins(bytes, [0xfe, 0xff])
  return isMarked || !bytes.subarray(0, 8192).includes(0)
}
