import type { Transaction } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import { appendMany, checkMany } from '../calibrations/index.ts'
import { changeWithin, continuationDecision } from '../instruments/index.ts'
import {
  afterRows,
  BATCH,
  begin,
  columnsOf,
  settlePlans,
  type ImportRun,
  type SheetColumns,
} from './import-run.ts'
import type { ImportState, RowOutcome } from './import-state.ts'
import {
  FirstsOfInstant,
  planHistory,
  refusedRecord,
  type HistoryPlanning,
  type PlannedRecord,
} from './plan-history.ts'
import { HistoryOrder, type WaitingRow } from './rules/history-order.ts'
import { recordOf, type HistoryRecord } from './rules/history-record.ts'
import { readHistoryRow, type HistoryRow } from './rules/history-row.ts'
import type { Columns } from './rules/recognise-columns.ts'

/**
 * Imports the calibrations of a file in order of performance, continuing where it stopped: the records of one part
 * commit together, and later parts see them. A dry run checks each record as if it were appended.
 */
export async function runHistory(run: ImportRun): Promise<ImportState> {
  const columns = await columnsOf(run)
  const waiting = await readOrder(run, columns)
  let state = run.before ?? (await begin(run, columns, rowsIn(waiting)))
  const { options, dryRun } = run.input
  const planning = {
    caller: run.caller,
    options,
    columns: columns.columns,
    dryRun,
    firsts: new FirstsOfInstant(),
  }
  let position = 0
  for (const part of partsOf(waiting)) {
    const count = rowsIn(part)
    position += count
    if (position <= state.done) continue
    // The step may run more than once.
    const before = state
    const records = part.map((rows) => readRecord(run, columns, rows))
    await run.step(async (tx) => {
      await settlePlans(tx, dryRun, position - count, count)
      const planned = await planHistory(planning, tx, records)
      const done = await settle(run, planning, tx, planned)
      const outcomes = done.flatMap((one) => outcomesOf(one, columns))
      state = afterRows(before, outcomes)
      return { state, outcomes }
    })
  }
  return state
}

/** Returns the rows of the file's records in the order in which they are imported. */
async function readOrder(run: ImportRun, columns: SheetColumns): Promise<(readonly WaitingRow[])[]> {
  const order = new HistoryOrder(run.caller.workspace.timeZone)
  let line = 0
  for await (const cells of run.table.rows(columns.sheet)) {
    line += 1
    const read = line <= columns.firstRow ? undefined : readRow(run, columns, { row: line, cells })
    if (read) order.add(read, cells)
  }
  return order.take()
}

function readRow(
  { input: { options } }: ImportRun,
  { columns, unixSeconds }: Columns,
  { row, cells }: { row: number; cells: readonly string[] },
): HistoryRow | undefined {
  return readHistoryRow(cells, row, { columns, unixSeconds, options })
}

/** Reads the rows of a record again. */
function readRecord(run: ImportRun, columns: Columns, rows: readonly WaitingRow[]): HistoryRecord {
  // No row is empty: it has been read before.
  return recordOf(
    rows.map(({ row, cells }) => readRow(run, columns, { row, cells: JSON.parse(cells) as string[] })!),
  )
}

function rowsIn(records: readonly (readonly WaitingRow[])[]): number {
  return records.reduce((sum, rows) => sum + rows.length, 0)
}

/**
 * Divides records into parts that commit together, each with about as many rows as in other imports, without splitting
 * a record. Yielded records are removed from the list so that they do not occupy memory until the end.
 */
function* partsOf(records: (readonly WaitingRow[])[]): Generator<(readonly WaitingRow[])[]> {
  let part: (readonly WaitingRow[])[] = []
  let rows = 0
  records.reverse()
  for (let record = records.pop(); record; record = records.pop()) {
    part.push(record)
    rows += record.length
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
  if (!input.dryRun) {
    for (const one of entering) {
      const { extension, item } = one
      if (!extension || refusals.has(one)) continue
      await changeWithin(tx, parts.clock, caller, item!.instrumentId, continuationDecision(caller, extension))
    }
  }
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
