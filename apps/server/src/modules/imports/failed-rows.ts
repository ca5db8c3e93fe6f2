import {
  csvHead,
  csvLines,
  type CsvSeparator,
  type FailedRowsFormat,
  type ImportColumn,
} from '@plumbline/contract'
import { workbookOf } from '../../platform/tables/index.ts'
import type { ImportState, RowOutcome } from './import-state.ts'
import { isNamed, REASON_COLUMN } from './rules/recognise-columns.ts'

/** Name of the sheet of failed rows. */
const SHEET = 'Failed rows'

/** The file of which rows failed, as far as it determines how they are written. */
export type ImportedFile = Pick<ImportState, 'mapping'> & Partial<Pick<ImportState, 'separator'>>

/**
 * Yields the file of failed rows: the columns of the imported file and the reasons. Columns without a name and reasons
 * of an earlier import are omitted. A CSV file has the separator of the imported file.
 * @param pages the outcomes of rows; those that did not fail are omitted
 */
export function failedRowsFile(
  file: ImportedFile,
  pages: AsyncIterable<readonly RowOutcome[]>,
  { format, at }: { readonly format: FailedRowsFormat; readonly at: Date },
): AsyncIterable<string | Uint8Array> {
  const kept = keptColumns(file.mapping)
  const columns = [...kept.map(({ name }) => name), REASON_COLUMN]
  const rows = failedRows(kept, pages)
  if (format === 'csv') return csvFile(columns, rows, file.separator ?? ',')
  return workbookOf(at, SHEET, { columns, rows })
}

/** A column of the file, and its position in it. */
interface KeptColumn {
  readonly name: string
  readonly at: number
}

function keptColumns(mapping: readonly ImportColumn[]): KeptColumn[] {
  return mapping.flatMap(({ column }, at) =>
    column === '' || column === REASON_COLUMN ? [] : [{ name: isNamed(column, at) ? column : '', at }],
  )
}

async function* failedRows(
  columns: readonly KeptColumn[],
  pages: AsyncIterable<readonly RowOutcome[]>,
): AsyncGenerator<string[][]> {
  for await (const page of pages) {
    yield page.flatMap((row) =>
      row.cells ? [[...columns.map(({ at }) => row.cells![at] ?? ''), reasonsOf(row)]] : [],
    )
  }
}

async function* csvFile(
  columns: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
  separator: CsvSeparator,
): AsyncGenerator<string> {
  yield csvHead(columns, separator)
  for await (const rows of pages) yield csvLines(rows, separator)
}

function reasonsOf({ issues }: RowOutcome): string {
  return issues.map(({ column, message }) => (column === null ? message : `${column}: ${message}`)).join(' ')
}
