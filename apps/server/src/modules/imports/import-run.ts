import {
  because,
  IMPORT_COLUMNS_MAX,
  IMPORT_ISSUES_LISTED_MAX,
  type ImportIssue,
  type ImportOptions,
  type ImportOutcome,
} from '@plumbline/contract'
import { keepPlans, replan, type Transaction } from '../../platform/db/index.ts'
import type { Caller } from '../access/index.ts'
import type { ImportInput, ImportState, RowOutcome } from './import-state.ts'
import type { ImportParts } from './parts.ts'
import { isBlankRow } from './rules/read-row.ts'
import { HEAD_LINES, recogniseColumns, type Columns } from './rules/recognise-columns.ts'
import { FileRefused } from './source/file-refused.ts'
import type { TableFile } from './source/read-table.ts'

/** Number of rows that commit together. */
export const BATCH = 100

/** Number of rows after which statements are planned again: plans made for a small register do not use its indexes. */
const PLANNED_ANEW_EVERY = 2000

/** The input and environment of an import. */
export interface ImportRun {
  readonly parts: ImportParts
  /** The importing person, with the ID of the import. */
  readonly caller: Caller
  readonly input: ImportInput
  readonly table: TableFile
  /** Previous progress; null at the beginning. */
  readonly before: ImportState | null
  /** Executes a piece of the work in a transaction that also records the progress. */
  readonly step: (work: (tx: Transaction) => Promise<Progressed>) => Promise<void>
}

/** The progress after a piece of the work. */
export interface Progressed {
  readonly state: ImportState
  readonly outcomes: readonly RowOutcome[]
}

/** The sheet of a file that is imported, and its columns. */
export interface SheetColumns extends Columns {
  /** Undefined for a CSV file. */
  readonly sheet: string | undefined
  /** Names of the sheets that are not hidden; none for a CSV file. */
  readonly sheets: readonly string[]
}

/** Number of sheets in which column names are searched. */
const SHEETS_SEARCHED_MAX = 50

/**
 * Recognizes the columns of the file: of the sheet that was chosen, or else of the first one that names columns.
 * @throws FileRefused
 */
export async function columnsOf({ table, input }: Pick<ImportRun, 'table' | 'input'>): Promise<SheetColumns> {
  const { kind, preset, options } = input
  const { sheets } = table
  const searched = options.sheet === undefined && sheets.length > 0 ? sheets : [options.sheet]
  let isEmpty = true
  for (const sheet of searched.slice(0, SHEETS_SEARCHED_MAX)) {
    const lines = await firstLines(table, sheet)
    isEmpty &&= lines.every(isBlankRow)
    const columns = recogniseColumns(lines, { kind, preset: preset ?? undefined, mapping: options.mapping })
    if (!columns) continue
    if (columns.columns.length > IMPORT_COLUMNS_MAX) {
      throw new FileRefused(because('import.file_too_wide', { limit: IMPORT_COLUMNS_MAX }))
    }
    requireChosen(columns, options.mapping)
    return { ...columns, sheet, sheets }
  }
  if (isEmpty) throw new FileRefused(because('import.file_empty'))
  const isHistory = kind === 'calibrations'
  throw new FileRefused(because(isHistory ? 'import.columns_of_history' : 'import.header_not_found'))
}

/** A misspelled column would otherwise be read as if nothing had been chosen for it. @throws FileRefused */
function requireChosen({ columns }: Columns, mapping: ImportOptions['mapping'] = {}): void {
  const targets = new Map(columns.map(({ column, target }) => [column, target]))
  for (const [column, chosen] of Object.entries(mapping)) {
    const target = targets.get(column)
    if (target === undefined) {
      const known = [...targets.keys()].filter((name) => name !== '').join(', ')
      throw new FileRefused(because('import.column_unknown', { column, columns: known }))
    }
    if (target !== chosen) throw new FileRefused(because('import.column_no_point', { column }))
  }
}

async function firstLines(table: TableFile, sheet: string | undefined): Promise<string[][]> {
  const lines: string[][] = []
  for await (const line of table.rows(sheet)) {
    lines.push(line)
    if (lines.length === HEAD_LINES) break
  }
  return lines
}

/** Records that an import has started. @throws FileRefused for a file without rows */
export async function begin(
  { step, table }: ImportRun,
  { preset, columns, sheet, sheets }: SheetColumns,
  rows: number,
): Promise<ImportState> {
  if (rows === 0) throw new FileRefused(because('import.file_without_rows'))
  const state: ImportState = {
    done: 0,
    rows,
    preset,
    mapping: columns,
    sheet: sheet ?? null,
    sheets,
    separator: table.separator,
    counts: { create: 0, update: 0, unchanged: 0, skip: 0, error: 0 },
    errors: [],
    warnings: [],
    places: [],
    statuses: [],
  }
  await step(async () => ({ state, outcomes: [] }))
  return state
}

/** Returns the state after more rows have been processed. */
export function afterRows(
  before: ImportState,
  rows: readonly { readonly outcome: ImportOutcome; readonly issues: readonly ImportIssue[] }[],
): ImportState {
  const counts: Record<ImportOutcome, number> = { ...before.counts }
  for (const { outcome } of rows) counts[outcome] += 1
  const issuesOf = (isError: boolean) =>
    rows.filter(({ outcome }) => (outcome === 'error') === isError).flatMap(({ issues }) => issues)
  return {
    ...before,
    done: before.done + rows.length,
    counts,
    errors: listed(before.errors, issuesOf(true)),
    warnings: listed(before.warnings, issuesOf(false)),
  }
}

function listed(before: readonly ImportIssue[], more: readonly ImportIssue[]): readonly ImportIssue[] {
  if (before.length >= IMPORT_ISSUES_LISTED_MAX || more.length === 0) return before
  return [...before, ...more].slice(0, IMPORT_ISSUES_LISTED_MAX)
}

/**
 * Prepares the plans of the following statements in the transaction of a part. They are generic plans, because the
 * workspace may be newer than the statistics of the tables, and are renewed as the tables grow, which a dry run does
 * not cause.
 * @param done number of rows before the part
 * @param rows number of rows in the part
 */
export async function settlePlans(
  tx: Transaction,
  dryRun: boolean,
  done: number,
  rows: number,
): Promise<void> {
  if (!dryRun && outgrowsPlans(done, rows)) await replan(tx)
  keepPlans(tx)
}

/** Whether tables have grown much since statements were last planned: at first for every part, later at intervals. */
function outgrowsPlans(done: number, rows: number): boolean {
  if (done < PLANNED_ANEW_EVERY) return true
  return Math.floor(done / PLANNED_ANEW_EVERY) < Math.floor((done + rows) / PLANNED_ANEW_EVERY)
}
