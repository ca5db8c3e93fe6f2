import type { Transaction } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import { appendMany, checkMany } from '../calibrations/index.ts'
import { afterRows, BATCH, begin, columnsOf, settlePlans, type ImportRun } from './import-run.ts'
import type { ImportState, RowOutcome } from './import-state.ts'
import { planHistory, refusedRecord, type HistoryPlanning, type PlannedRecord } from './plan-history.ts'
import { recordsOf, type HistoryRecord } from './rules/history-record.ts'
import { readHistoryRow, type HistoryRow } from './rules/history-row.ts'
import type { Columns } from './rules/recognise-columns.ts'
import { readTable } from './source/read-table.ts'

/**
 * Imports the calibrations of a file in order of performance, continuing where it stopped: the records of one part
 * commit together, and later parts see them. A dry run checks each record as if it were appended.
 */
export async function runHistory(run: ImportRun): Promise<ImportState> {
  const columns = await columnsOf(run)
  const records = recordsOf(await readRows(run, columns), run.caller.workspace.timeZone)
  let state = run.before ?? (await begin(run, columns, rowsIn(records)))
  const { options, dryRun } = run.input
  const planning = {
    caller: run.caller,
    options,
    columns: columns.columns,
    dryRun,
    firsts: new Map(),
  }
  let place = 0
  for (const part of partsOf(records)) {
    const count = rowsIn(part)
    place += count
    if (place <= state.done) continue
    // The step may run more than once.
    const before = state
    await run.step(async (tx) => {
      await settlePlans(tx, dryRun, place - count, count)
      const planned = await planHistory(planning, tx, part)
      const done = await settle(run, planning, tx, planned)
      const outcomes = done.flatMap((one) => outcomesOf(one, columns))
      state = afterRows(before, outcomes)
      return { state, outcomes }
    })
  }
  return state
}

async function readRows({ bytes, input: { options } }: ImportRun, columns: Columns): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = []
  let line = 0
  for await (const cells of readTable(bytes, options.sheet)) {
    line += 1
    const reading = { columns: columns.columns, unixSeconds: columns.unixSeconds, options }
    const read = line <= columns.firstRow ? undefined : readHistoryRow(cells, line, reading)
    if (read) rows.push(read)
  }
  return rows
}

function rowsIn(records: readonly HistoryRecord[]): number {
  return records.reduce((sum, record) => sum + record.rows.length, 0)
}

/**
 * Divides records into parts that commit together, each with about as many rows as in other imports, without splitting
 * a record. Yielded records are removed from the list so that they do not occupy memory until the end.
 */
function* partsOf(records: HistoryRecord[]): Generator<HistoryRecord[]> {
  let part: HistoryRecord[] = []
  let rows = 0
  records.reverse()
  for (let record = records.pop(); record; record = records.pop()) {
    part.push(record)
    rows += record.rows.length
    if (rows < BATCH) continue
    yield part
    part = []
    rows = 0
  }
  if (part.length > 0) yield part
}

/** Appends the planned records, or only checks them in a dry run; returns the outcome of each. */
async function settle(
  { parts, caller, input }: ImportRun,
  planning: HistoryPlanning,
  tx: Transaction,
  planned: readonly PlannedRecord[],
): Promise<PlannedRecord[]> {
  const entering = planned.filter((one) => one.item !== undefined)
  const items = entering.map(({ item }) => item!)
  const results = await (input.dryRun ? checkMany : appendMany)(tx, parts, caller, items)
  const refusals = new Map(
    entering.flatMap((one, at) => {
      const result = results[at]
      return result instanceof ApiError ? [[one, result] as const] : []
    }),
  )
  return planned.map((one) => {
    const refusal = refusals.get(one)
    return refusal ? refusedRecord(planning, one.record, refusal) : one
  })
}

/** Returns the outcomes of a record's rows. */
function outcomesOf({ record, outcome, name, issues }: PlannedRecord, { columns }: Columns): RowOutcome[] {
  return record.rows.map(({ row, texts, cells }) => ({
    row,
    outcome,
    asset_tag: texts.asset_tag ?? null,
    name,
    issues: [...(issues.get(row) ?? [])],
    ...(outcome === 'error' && { cells: columns.map(({ column }) => cells[column] ?? '') }),
  }))
}
