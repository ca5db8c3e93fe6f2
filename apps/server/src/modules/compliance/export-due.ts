import { AppDueInstrument, type AppDueExportQuery } from '@plumbline/contract'
import type { Snapshot } from '../../platform/db/index.ts'
import { sheetOf, type ColumnsOf, type Table } from '../../platform/tables/index.ts'
import type { Caller } from '../access/index.ts'
import { wholeWorklist, type DueFilter } from './due-store.ts'
import { personalOf, readDueFilter, readExtras, type WorklistDeps } from './list-due.ts'
import { serializeAppDue, type DueRow } from './serialize.ts'
import { today } from './rules/local-date.ts'

/** Everything that the list of the app shows. */
const columns: ColumnsOf<AppDueInstrument> = Object.fromEntries(
  (Object.keys(AppDueInstrument.properties) as (keyof AppDueInstrument)[]).map((name) => [
    name,
    (due: AppDueInstrument) => due[name],
  ]),
)

/**
 * Returns every row of the worklist within the caller's reach as a file.
 * @param order that of the list from which it is requested
 * @throws 422 INVALID_REQUEST for an unknown compliance status
 */
export async function dueTable(
  deps: WorklistDeps,
  caller: Caller,
  query: AppDueExportQuery,
  order: DueFilter['order'],
): Promise<Table> {
  const now = deps.clock.now()
  const manner = { inUse: query.in_use === 'true', order, ...personalOf(caller, query) }
  const filter = await readDueFilter(deps.db.in(caller.workspaceId), caller, query, { manner, now })
  return {
    name: `due-${today(now, caller.workspace.timeZone)}`,
    sheets: [sheetOf('Due', columns, (snapshot) => partsOf(snapshot, caller, filter, now))],
  }
}

async function* partsOf(
  snapshot: Snapshot,
  { workspace }: Caller,
  filter: DueFilter | null,
  now: Date,
): AsyncGenerator<AppDueInstrument[]> {
  if (filter === null) return
  for await (const rows of snapshot.stream<DueRow>(wholeWorklist(snapshot, filter)).pages()) {
    const extrasOf = await readExtras(
      snapshot,
      rows.map(({ instrumentId }) => instrumentId),
    )
    yield rows.map((row) => serializeAppDue(row, workspace, now, extrasOf(row.instrumentId)))
  }
}
