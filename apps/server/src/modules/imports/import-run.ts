import {
  because,
  IMPORT_COLUMNS_MAX,
  IMPORT_ISSUES_LISTED_MAX,
  type ImportIssue,
  type ImportOutcome,
} from '@plumbline/contract'
import { keepPlans, planAnew, type Transaction } from '../../platform/db/index.ts'
import type { Caller } from '../access/index.ts'
import type { ImportInput, ImportState, RowOutcome } from './import-state.ts'
import type { ImportParts } from './parts.ts'
import { HEAD_LINES, recogniseColumns, type Columns } from './rules/recognise-columns.ts'
import { FileRefused } from './source/file-refused.ts'
import { readTable } from './source/read-table.ts'

/** Rows that commit together. */
export const BATCH = 100

/** Rows after which statements are planned anew: those planned for a small register pass over its indexes. */
const PLANNED_ANEW_EVERY = 2000

/** What an import is carried out with. */
export interface ImportRun {
  readonly parts: ImportParts
  /** Who imports, with the id of the import. */
  readonly caller: Caller
  readonly input: ImportInput
  readonly bytes: Buffer
  /** How far it has come before; null at its beginning. */
  readonly before: ImportState | null
  /** Does a piece of the work in a transaction, together with writing down how far it has come. */
  readonly step: (work: (tx: Transaction) => Promise<Progressed>) => Promise<void>
}

/** How far a piece of the work has come. */
export interface Progressed {
  readonly state: ImportState
  readonly outcomes: readonly RowOutcome[]
}

/** Recognises the columns of the file. @throws FileRefused */
export async function columnsOf({ bytes, input }: ImportRun): Promise<Columns> {
  const lines: string[][] = []
  for await (const line of readTable(bytes, input.options.sheet)) {
    lines.push(line)
    if (lines.length === HEAD_LINES) break
  }
  if (lines.length === 0) throw new FileRefused(because('import.file_empty'))
  const { kind, preset, options } = input
  const columns = recogniseColumns(lines, { kind, preset: preset ?? undefined, mapping: options.mapping })
  if (!columns) {
    const isHistory = kind === 'calibrations'
    throw new FileRefused(because(isHistory ? 'import.columns_of_history' : 'import.header_not_found'))
  }
  if (columns.columns.length > IMPORT_COLUMNS_MAX) {
    throw new FileRefused(because('import.file_too_wide', { limit: IMPORT_COLUMNS_MAX }))
  }
  return columns
}

/** Writes down that an import has begun. */
export async function begin(
  { step }: ImportRun,
  { preset, columns }: Columns,
  rows: number,
): Promise<ImportState> {
  const state: ImportState = {
    done: 0,
    rows,
    preset,
    mapping: columns,
    counts: { create: 0, update: 0, unchanged: 0, skip: 0, error: 0 },
    errors: [],
    warnings: [],
    places: [],
    statuses: [],
  }
  await step(async () => ({ state, outcomes: [] }))
  return state
}

/** The state once more rows were dealt with. */
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
 * Sees to the plans of the statements that follow in the transaction of a part: they are those of any workspace, because this one
 * may be newer than the statistics of the tables, and made anew as the tables grow, by which a dry run changes nothing.
 * @param done rows before the part
 * @param rows of the part
 */
export async function settlePlans(
  tx: Transaction,
  dryRun: boolean,
  done: number,
  rows: number,
): Promise<void> {
  if (!dryRun && outgrowsPlans(done, rows)) await planAnew(tx)
  keepPlans(tx)
}

/** Whether a table has grown much since statements were last planned: at first with every part, then now and then. */
function outgrowsPlans(done: number, rows: number): boolean {
  if (done < PLANNED_ANEW_EVERY) return true
  return Math.floor(done / PLANNED_ANEW_EVERY) < Math.floor((done + rows) / PLANNED_ANEW_EVERY)
}
