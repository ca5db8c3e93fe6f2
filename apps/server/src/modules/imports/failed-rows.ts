import { csvHead, csvLines, type ImportColumn } from '@plumbline/contract'
import type { RowOutcome } from './import-state.ts'
import { isNamed, REASON_COLUMN } from './rules/recognise-columns.ts'

/** The file of failed rows: the columns of the imported file and the reasons. */
export interface FailedRowsFile {
  /** Its first line. */
  readonly head: string
  /** Returns the lines of those rows that failed. */
  readonly lines: (rows: readonly RowOutcome[]) => string
}

/** Returns how the failed rows of a file are written. Columns without a name and reasons of an earlier import are omitted. */
export function failedRowsFile(mapping: readonly ImportColumn[]): FailedRowsFile {
  const columns = mapping.flatMap(({ column }, at) =>
    column === '' || column === REASON_COLUMN ? [] : [{ name: isNamed(column, at) ? column : '', at }],
  )
  return {
    head: csvHead([...columns.map(({ name }) => name), REASON_COLUMN]),
    lines: (rows) =>
      csvLines(
        rows.flatMap((row) =>
          row.cells ? [[...columns.map(({ at }) => row.cells![at] ?? ''), reasonsOf(row)]] : [],
        ),
      ),
  }
}

function reasonsOf({ issues }: RowOutcome): string {
  return issues.map(({ column, message }) => (column === null ? message : `${column}: ${message}`)).join(' ')
}
