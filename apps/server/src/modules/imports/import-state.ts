import type {
  ImportColumn,
  ImportKind,
  ImportIssue,
  ImportOptions,
  ImportOutcome,
  ImportPreset,
  ImportRow,
  InstrumentStatus,
} from '@plumbline/contract'

/** What a job of an import was asked for. */
export interface ImportInput {
  readonly kind: ImportKind
  /** Where the file lies. */
  readonly file: string
  readonly fileName: string | null
  readonly preset: ImportPreset | null
  readonly options: ImportOptions
  readonly dryRun: boolean
  /** Sites of the key that asked; null: those of its person. */
  readonly siteIds: readonly string[] | null
}

/** How far an import has come, and what has come of it. */
export interface ImportState {
  /** Rows that were dealt with. */
  readonly done: number
  readonly rows: number
  readonly preset: ImportPreset
  /** All columns of the file, in their order; one without a name among them. */
  readonly mapping: readonly ImportColumn[]
  readonly counts: Readonly<Record<ImportOutcome, number>>
  readonly errors: readonly ImportIssue[]
  readonly warnings: readonly ImportIssue[]
  readonly places: readonly { readonly site: string; readonly location: string | null }[]
  readonly statuses: readonly StatusWord[]
}

/** A word of the status column, and how often it stands there. */
export interface StatusWord {
  readonly word: string
  readonly status: InstrumentStatus | null
  readonly rows: number
}

/** What became of a row, as it is kept; a failed one with its cells, for the file of those. */
export interface RowOutcome extends ImportRow {
  readonly cells?: readonly string[]
}
