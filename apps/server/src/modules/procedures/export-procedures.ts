import type { ProcedureSummary } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Snapshot } from '../../platform/db/index.ts'
import { sheetOf, type ColumnsOf, type Table } from '../../platform/tables/index.ts'
import { wholeList } from './store.ts'

const columns: ColumnsOf<ProcedureSummary> = {
  id: ({ id }) => id,
  code: ({ code }) => code,
  title: ({ title }) => title,
  status: ({ status }) => status,
  released_revision: (procedure) => procedure.released_revision,
  draft_revision: (procedure) => procedure.draft_revision,
  point_count: (procedure) => procedure.point_count,
  created_at: (procedure) => procedure.created_at,
  updated_at: (procedure) => procedure.updated_at,
}

/** Exports the list of all procedures, sorted by code. The ledger has the content of their revisions. */
export function procedureTable({ clock }: { readonly clock: Clock }): Table {
  return {
    name: `procedures-${clock.now().toISOString().slice(0, 10)}`,
    sheets: [sheetOf('Procedures', columns, partsOf)],
  }
}

async function* partsOf(snapshot: Snapshot): AsyncGenerator<ProcedureSummary[]> {
  yield* snapshot.stream<ProcedureSummary>(wholeList(snapshot)).pages()
}
