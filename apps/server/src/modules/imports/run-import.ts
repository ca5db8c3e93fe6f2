import type { Transaction } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import { canCalibrateAt, listMembers, type Caller } from '../access/index.ts'
import { changeWithin, enterInstruments, inputsOfNew, lockInstruments } from '../instruments/index.ts'
import {
  afterRows,
  BATCH,
  begin,
  columnsOf,
  settlePlans,
  type ImportRun,
  type SheetColumns,
} from './import-run.ts'
import type { ImportState, RowOutcome, StatusWord } from './import-state.ts'
import type { ImportParts } from './parts.ts'
import { KnownSites } from './known-sites.ts'
import { planRows, type PlannedRow, type Planning } from './plan-rows.ts'
import { refusalIssues } from './refusal-issues.ts'
import { Claimed } from './rules/claimed.ts'
import { isBlankRow, readRow, type ReadRow } from './rules/read-row.ts'
import { membersAtSites } from './rules/responsible-member.ts'
import { readStatus } from './rules/read-status.ts'
import { runHistory } from './run-history.ts'

/** Maximum number of words of the status column that are counted separately. */
const STATUS_WORDS_MAX = 100

/** A row of the file, both raw and as read. */
interface FileRow {
  readonly cells: readonly string[]
  readonly read: ReadRow
}

/**
 * Executes an import, continuing where it stopped. A dry run follows the same steps and writes only its report.
 * @returns the result
 * @throws FileRefused for a file that cannot be read
 */
export function runImport(run: ImportRun): Promise<ImportState> {
  return run.input.kind === 'calibrations' ? runHistory(run) : runRegister(run)
}

async function runRegister(run: ImportRun): Promise<ImportState> {
  const columns = await columnsOf(run)
  let state = run.before ?? (await begin(run, columns, await countRows(run, columns)))
  const planning = await planningOf(run, columns)
  let position = 0
  for await (const rows of batches(run, columns)) {
    const reached = position + rows.length
    if (reached <= state.done) for (const { read } of rows) skip(planning, read)
    else state = await carryOut(run, planning, state, rows)
    position = reached
  }
  return state
}

/** Counts rows without reading their cells. */
async function countRows({ table }: ImportRun, { firstRow, sheet }: SheetColumns): Promise<number> {
  let rows = 0
  let line = 0
  for await (const cells of table.rows(sheet)) {
    line += 1
    if (line > firstRow && !isBlankRow(cells)) rows += 1
  }
  return rows
}

async function* batches(
  { table, input: { options } }: ImportRun,
  { columns, firstRow, unixSeconds, sheet }: SheetColumns,
): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = []
  let line = 0
  for await (const cells of table.rows(sheet)) {
    line += 1
    const read = line <= firstRow ? undefined : readRow(cells, line, { columns, unixSeconds, options })
    if (read) batch.push({ cells, read })
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function planningOf(
  { parts, caller, input, before }: ImportRun,
  columns: SheetColumns,
): Promise<Planning> {
  const { options, dryRun, fileName } = input
  const queries = parts.db.in(caller.workspaceId)
  const choice = { creates: options.create_places ?? false, dryRun, siteId: options.site_id }
  const [knownSites, members] = await Promise.all([
    KnownSites.read(parts, queries, caller, choice),
    listMembers(queries),
  ])
  knownSites.added.push(...(before?.places ?? []))
  const reason = options.reason?.trim() || `Import of ${fileName ?? 'a file'}`
  const claimed = new Claimed()
  const membersAt = membersAtSites(members, canCalibrateAt)
  return { parts, caller, options, columns: columns.columns, knownSites, membersAt, claimed, reason }
}

/** A row that was already processed keeps its claims. */
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
  await planning.knownSites.add(
    reads.filter(({ errors, isNoInstrument }) => errors.length === 0 && !isNoInstrument),
  )
  let state = before
  await step(async (tx) => {
    await settlePlans(tx, input.dryRun, before.done, rows.length)
    const planned = await planRows(planning, tx, reads)
    const done = input.dryRun ? planned : await apply(tx, parts, caller, { planning, planned })
    const outcomes = done.map((one, at) => outcomeOf(one, rows[at]!.cells))
    state = progressed(before, planning, done)
    return { state, outcomes }
  })
  return state
}

/**
 * Creates and changes instruments as planned, through the functions of the register; returns the outcome of each row.
 */
async function apply(
  tx: Transaction,
  parts: ImportParts,
  caller: Caller,
  { planning, planned }: { planning: Planning; planned: readonly PlannedRow[] },
): Promise<PlannedRow[]> {
  const changing = planned.flatMap(({ update }) => update?.instrumentId ?? [])
  await lockInstruments(tx, changing, caller.siteIds)
  const creating = planned.flatMap((one) => (one.create ? [{ one, ...one.create }] : []))
  const grounds = await inputsOfNew(
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

function progressed(before: ImportState, { knownSites }: Planning, rows: readonly PlannedRow[]): ImportState {
  return {
    ...afterRows(before, rows),
    places: [...knownSites.added],
    statuses: withStatuses(before.statuses, rows),
  }
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
