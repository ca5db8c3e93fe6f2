import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { because } from '@plumbline/contract'
import { parse } from 'csv-parse'
import { FileRefused } from './file-refused.ts'

/** Separators that spreadsheets write, by the region of the person. */
const SEPARATORS = [',', ';', '\t'] as const

/** Characters of the beginning by which the separator is found. */
const LOOKED_AT = 20_000

/** Handed to the parser at once, so that it never holds the whole. */
const CHUNK = 65_536

/** Longest record: a quote that is never closed must not swallow the file. */
const RECORD_MAX = 1_000_000

/** The records of a CSV file, in their order, blank ones among them. */
export async function* csvRows(text: string): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter: separatorOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: RECORD_MAX,
  })
  // Its errors reach the loop below, and where that ends before the file there is nothing left to do.
  pipeline(Readable.from(chunksOf(text)), parser).catch(() => undefined)
  try {
    for await (const record of parser) yield record as string[]
  } catch {
    throw new FileRefused(because('import.file_not_table'))
  }
}

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += CHUNK) yield text.slice(at, at + CHUNK)
}

/** The one that most lines of the beginning have, outside of quotes. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, LOOKED_AT)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r?\n/)
    .slice(0, 20)
  const counted = SEPARATORS.map((separator) => ({
    separator,
    times: lines.reduce((sum, line) => sum + line.split(separator).length - 1, 0),
  }))
  return counted.toSorted((a, b) => b.times - a.times)[0]!.separator
}
