import type { Finding, FindingExportQuery } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Snapshot } from '../../platform/db/index.ts'
import { sheetOf, type ColumnsOf, type Table } from '../../platform/tables/index.ts'
import type { Caller } from '../access/index.ts'
import { today } from '../compliance/index.ts'
import type { FindingRow } from './finding.ts'
import { serializeFinding } from './serialize.ts'
import { filterOf } from './read-findings.ts'
import { wholeList, type FindingFilter } from './store.ts'

const columns: ColumnsOf<Finding> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  asset_tag: ({ instrument }) => instrument.asset_tag,
  name: ({ instrument }) => instrument.name,
  instrument_id: ({ instrument }) => instrument.id,
  calibration_id: (finding) => finding.calibration_id,
  result: ({ result }) => result,
  performed_at: (finding) => finding.performed_at,
  opened_at: (finding) => finding.opened_at,
  opened_by: (finding) => finding.opened_by,
  points: ({ points }) => points,
  size_percent: (finding) => finding.size_percent,
  owner: ({ owner }) => owner?.name,
  owner_id: ({ owner }) => owner?.id,
  due_date: (finding) => finding.due_date,
  closed_at: (finding) => finding.closed_at,
  closed_by: (finding) => finding.closed_by,
  closed_because: (finding) => finding.closed_because,
  conclusion: ({ conclusion }) => conclusion,
  signature_meaning: (finding) => finding.signature_meaning,
}

/**
 * Exports every finding of a filter within the caller's sites as a file, newest first. @throws 422 for an unknown
 * status
 */
export function findingTable({ clock }: { clock: Clock }, caller: Caller, query: FindingExportQuery): Table {
  const filter = filterOf(caller, query)
  return {
    name: `findings-${today(clock.now(), caller.workspace.timeZone)}`,
    sheets: [sheetOf('Findings', columns, (snapshot) => partsOf(snapshot, filter))],
  }
}

async function* partsOf(snapshot: Snapshot, filter: FindingFilter): AsyncGenerator<Finding[]> {
  for await (const rows of snapshot.stream<FindingRow>(wholeList(snapshot, filter)).pages()) {
    yield rows.map(serializeFinding)
  }
}
