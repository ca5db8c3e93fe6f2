import type {
  CsvSeparator,
  ImportColumn,
  ImportKind,
  ImportIssue,
  ImportOptions,
  ImportOutcome,
  ImportPreset,
  ImportRow,
  InstrumentStatus,
} from '@plumbline/contract'

/** The input of an import job. */
export interface ImportInput {
  readonly kind: ImportKind
  /** Storage key of the file. */
  readonly file: string
  readonly fileName: string | null
  readonly preset: ImportPreset | null
  readonly options: ImportOptions
  readonly dryRun: boolean
  /** Sites of the API key that made the request; null means those of its person. */
  readonly siteIds: readonly string[] | null
}

/** The progress and the result so far of an import. */
export interface ImportState {
  /** Number of processed rows. */
  readonly done: number
  readonly rows: number
  readonly preset: ImportPreset
  /** All columns of the file, in order, including those without a name. */
  readonly mapping: readonly ImportColumn[]
  /** Null for a CSV file; absent in imports of earlier versions. */
  readonly sheet?: string | null
  /** Names of all sheets that are not hidden. */
  readonly sheets?: readonly string[]
  /** Separator of a CSV file; null for an XLSX file, and absent in imports of earlier versions. */
  readonly separator?: CsvSeparator | null
  readonly counts: Readonly<Record<ImportOutcome, number>>
  readonly errors: readonly ImportIssue[]
  readonly warnings: readonly ImportIssue[]
  readonly places: readonly { readonly site: string; readonly location: string | null }[]
  readonly statuses: readonly StatusWord[]
}

/** A word in the status column, and the number of rows that contain it. */
export interface StatusWord {
  readonly word: string
  readonly status: InstrumentStatus | null
  readonly rows: number
}

/** The stored outcome of a row; includes the cells of a failed row, for the file of failed rows. */
export interface RowOutcome extends ImportRow {
  readonly cells?: readonly string[]
}
