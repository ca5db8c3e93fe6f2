import {
  because,
  IMPORT_COLUMNS_MAX,
  IMPORT_ISSUES_LISTED_MAX,
  type ImportIssue,
  type ImportOutcome,
} from '@plumbline/contract'
import { planAnew, type Transaction } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Caller } from '../access/index.ts'
import { changeWithin, enterInstruments, groundsOfNew } from '../instruments/index.ts'
import type { ImportInput, ImportState, RowOutcome, StatusWord } from './import-state.ts'
import type { ImportParts } from './parts.ts'
import { Places } from './places.ts'
import { planRows, type PlannedRow, type Planning } from './plan-rows.ts'
import { refusalIssues } from './refusal-issues.ts'
import { Claimed } from './rules/claimed.ts'
import { readRow, type ReadRow } from './rules/read-row.ts'
import { readStatus } from './rules/read-status.ts'
import { HEAD_LINES, recogniseColumns, type Columns } from './rules/recognise-columns.ts'
import { FileRefused } from './source/file-refused.ts'
import { readTable } from './source/read-table.ts'

/** Rows that commit together. */
const BATCH = 100

/** Rows after which statements are planned anew: those planned for a small register pass over its indexes. */
const PLANNED_ANEW_EVERY = 2000

/** Words of the status column that are told apart. */
const STATUS_WORDS_MAX = 100

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

/** A row of the file as it stands there and as it was read. */
interface FileRow {
  readonly cells: readonly string[]
  readonly read: ReadRow
}

/**
 * Carries an import out, from where it was left. A dry run takes the same way and writes nothing but its report.
 * @returns what has come of it
 * @throws FileRefused for a file that cannot be read
 */
export async function runImport(run: ImportRun): Promise<ImportState> {
  const columns = await columnsOf(run)
  let state = run.before ?? (await beginning(run, columns))
  const planning = await planningOf(run, columns)
  let place = 0
  for await (const rows of batches(run, columns)) {
    const reached = place + rows.length
    if (reached <= state.done) for (const { read } of rows) skip(planning, read)
    else state = await carryOut(run, planning, state, rows)
    place = reached
  }
  return state
}

async function columnsOf({ bytes, input }: ImportRun): Promise<Columns> {
  const lines: string[][] = []
  for await (const line of readTable(bytes, input.options.sheet)) {
    lines.push(line)
    if (lines.length === HEAD_LINES) break
  }
  if (lines.length === 0) throw new FileRefused(because('import.file_empty'))
  const choice = { preset: input.preset ?? undefined, mapping: input.options.mapping }
  const columns = recogniseColumns(lines, choice)
  if (!columns) throw new FileRefused(because('import.header_not_found'))
  if (columns.columns.length > IMPORT_COLUMNS_MAX) {
    throw new FileRefused(because('import.file_too_wide', { limit: IMPORT_COLUMNS_MAX }))
  }
  return columns
}

async function beginning(run: ImportRun, columns: Columns): Promise<ImportState> {
  let rows = 0
  for await (const batch of batches(run, columns)) rows += batch.length
  const { preset, columns: all } = columns
  const state: ImportState = {
    done: 0,
    rows,
    preset,
    mapping: all,
    counts: { create: 0, update: 0, unchanged: 0, skip: 0, error: 0 },
    errors: [],
    warnings: [],
    places: [],
    statuses: [],
  }
  await run.step(async () => ({ state, outcomes: [] }))
  return state
}

async function* batches(
  { bytes, input: { options } }: ImportRun,
  { columns, firstRow, unixSeconds }: Columns,
): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = []
  let line = 0
  for await (const cells of readTable(bytes, options.sheet)) {
    line += 1
    const read = line <= firstRow ? undefined : readRow(cells, line, { columns, unixSeconds, options })
    if (read) batch.push({ cells, read })
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function planningOf({ parts, caller, input, before }: ImportRun, columns: Columns): Promise<Planning> {
  const { options, dryRun, fileName } = input
  const queries = parts.db.in(caller.workspaceId)
  const choice = { creates: options.create_places ?? false, dryRun, siteId: options.site_id }
  const places = await Places.read(parts, queries, caller, choice)
  places.added.push(...(before?.places ?? []))
  const reason = options.reason?.trim() || `Import of ${fileName ?? 'a file'}`
  return { parts, caller, options, columns: columns.columns, places, claimed: new Claimed(), reason }
}

/** A row that was dealt with before keeps what it names. */
function skip({ claimed }: Planning, read: ReadRow): void {
  if (read.errors.length === 0) claimed.take(read)
}

async function carryOut(
  { parts, input, caller, step }: ImportRun,
  planning: Planning,
  before: ImportState,
  rows: readonly FileRow[],
): Promise<ImportState> {
  const reads = rows.map(({ read }) => read)
  await planning.places.add(reads.filter(({ errors }) => errors.length === 0))
  let state = before
  await step(async (tx) => {
    if (!input.dryRun && outgrowsPlans(before.done)) await planAnew(tx)
    const planned = await planRows(planning, tx, reads)
    const done = input.dryRun ? planned : await apply(tx, parts, caller, { planning, planned })
    const outcomes = done.map((one, at) => outcomeOf(one, rows[at]!.cells))
    state = progressed(before, planning, done)
    return { state, outcomes }
  })
  return state
}

/** Whether the register has grown much since statements were last planned: at first with every part, then now and then. */
function outgrowsPlans(done: number): boolean {
  return done < PLANNED_ANEW_EVERY || done % PLANNED_ANEW_EVERY === 0
}

/** Enters and changes what was planned, through the functions of the register itself; returns what became of it. */
async function apply(
  tx: Transaction,
  parts: ImportParts,
  caller: Caller,
  { planning, planned }: { planning: Planning; planned: readonly PlannedRow[] },
): Promise<PlannedRow[]> {
  const creating = planned.flatMap((one) => (one.create ? [{ one, ...one.create }] : []))
  const grounds = await groundsOfNew(
    tx,
    caller,
    creating.map(({ body }) => body),
  )
  const entered = await enterInstruments(tx, parts, caller, grounds)
  const refused = new Map<PlannedRow, ApiError>()
  for (const [at, { one, afterwards }] of creating.entries()) {
    const instrument = entered[at]!
    if (instrument instanceof ApiError) refused.set(one, instrument)
    else
      for (const decide of afterwards)
        await changeWithin(tx, parts.clock, caller, instrument.detail.id, decide)
  }
  for (const { update } of planned) {
    for (const decide of update?.decisions ?? []) {
      await changeWithin(tx, parts.clock, caller, update!.instrumentId, decide)
    }
  }
  return planned.map((one) => {
    const refusal = refused.get(one)
    if (!refusal) return one
    return { row: one.row, outcome: 'error', issues: refusalIssues(planning, one.row, refusal) }
  })
}

function outcomeOf({ row, outcome, issues }: PlannedRow, cells: readonly string[]): RowOutcome {
  return {
    row: row.row,
    outcome,
    asset_tag: row.assetTag || null,
    name: row.name ?? null,
    issues: [...issues],
    ...(outcome === 'error' && { cells }),
  }
}

function progressed(before: ImportState, { places }: Planning, rows: readonly PlannedRow[]): ImportState {
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
    places: [...places.added],
    statuses: withStatuses(before.statuses, rows),
  }
}

function listed(before: readonly ImportIssue[], more: readonly ImportIssue[]): readonly ImportIssue[] {
  if (before.length >= IMPORT_ISSUES_LISTED_MAX || more.length === 0) return before
  return [...before, ...more].slice(0, IMPORT_ISSUES_LISTED_MAX)
}

function withStatuses(before: readonly StatusWord[], rows: readonly PlannedRow[]): StatusWord[] {
  const words = new Map(before.map((one) => [one.word, one]))
  for (const { row } of rows) {
    const word = row.statusWord
    if (word === undefined) continue
    const known = words.get(word)
    if (!known && words.size >= STATUS_WORDS_MAX) continue
    words.set(word, { word, status: readStatus(word) ?? null, rows: (known?.rows ?? 0) + 1 })
  }
  return [...words.values()]
}
