import {
  type AppCalibrationRecord,
  type CalibrationExportQuery,
  calibrationFileFields,
  CalibrationRecord,
  calibrationSorts,
} from '@plumbline/contract'
import type { Snapshot } from '../../../platform/db/index.ts'
import { readToken } from '../../../platform/http/index.ts'
import { type ColumnsOf, sheetOf, type Table } from '../../../platform/tables/index.ts'
import type { Caller } from '../../access/index.ts'
import { localDate, today } from '../../compliance/index.ts'
import { type SiteAndLocationNames, siteAndLocationNames } from '../../workspaces/index.ts'
import type { CalibrationDeps } from '../deps.ts'
import { serializeRecord } from '../serialize.ts'
import type { RecordRow } from '../record.ts'
import { pointSheet } from './export-points.ts'
import { filterOf, orderOf, withInstruments } from './list-query.ts'
import { type WholeList, wholeList } from './list-store.ts'

/** The data of a row. */
export interface RecordSource {
  readonly record: AppCalibrationRecord
  readonly names: SiteAndLocationNames
  readonly timeZone: string
}

/** Columns whose order is fixed: the instrument as it is now, then the record. */
const firstColumns: ColumnsOf<RecordSource> = {
  asset_tag: ({ record }) => record.instrument.asset_tag,
  name: ({ record }) => record.instrument.name,
  serial_number: ({ record }) => record.instrument.serial_number,
  site: ({ record, names }) => record.instrument.site_id && names.sites.get(record.instrument.site_id),
  status: ({ record }) => record.instrument.status,
  compliance_status: ({ record }) => record.instrument.compliance_status,
  is_quarantined: ({ record }) => record.instrument.is_quarantined,
  performed_date: ({ record, timeZone }) => record.performed_at && localDate(record.performed_at, timeZone),
  performed_by: ({ record }) => record.performed_by,
  entered_by: ({ record }) => record.entered_by,
  ...Object.fromEntries(
    calibrationFileFields.map((name) => [name, ({ record }: RecordSource) => record[name]]),
  ),
  measurement_count: ({ record }) => record.measurement_count,
  points_out: ({ record }) => record.points_out,
  approval_status: ({ record }) => record.approval_status,
  record_status: ({ record }) => record.status,
  record_type: ({ record }) => record.record_type,
  calibration_id: ({ record }) => record.id,
  instrument_id: ({ record }) => record.instrument_id,
}

/** Members of records that have other names among the first columns. */
const RENAMED: ReadonlySet<string> = new Set(['id', 'status'])

/** Columns of a file of records: everything that a record states. */
export const recordColumns: ColumnsOf<RecordSource> = {
  ...firstColumns,
  ...Object.fromEntries(
    (Object.keys(CalibrationRecord.properties) as (keyof CalibrationRecord)[])
      .filter((name) => !Object.hasOwn(firstColumns, name) && !RENAMED.has(name))
      .map((name) => [name, ({ record }: RecordSource) => record[name]]),
  ),
}

/**
 * Exports every record of a filter within the caller's sites as a file, with its points on a second sheet or instead of
 * the records.
 * @throws 422 INVALID_REQUEST for an unknown word in the query
 */
export function calibrationTable(
  { clock }: Pick<CalibrationDeps, 'clock'>,
  caller: Caller,
  query: CalibrationExportQuery,
): Table {
  const filter = filterOf(caller, query)
  const order = orderOf(readToken('sort', query.sort, calibrationSorts) ?? 'updated_at')
  const now = clock.now()
  const list = (snapshot: Snapshot) => ({ queries: snapshot, filter, order })
  const records = sheetOf('Calibrations', recordColumns, (snapshot) =>
    sourcesOf(snapshot, caller, list(snapshot), now),
  )
  const points = pointSheet(caller, list, now)
  const day = today(now, caller.workspace.timeZone)
  return query.points === 'true' && query.format !== 'xlsx'
    ? { name: `points-${day}`, sheets: [points] }
    : { name: `calibrations-${day}`, sheets: [records, points] }
}

async function* sourcesOf(
  snapshot: Snapshot,
  caller: Caller,
  list: WholeList,
  now: Date,
): AsyncGenerator<RecordSource[]> {
  const names = await siteAndLocationNames(snapshot)
  const { timeZone } = caller.workspace
  for await (const rows of snapshot.stream<RecordRow>(wholeList(list)).pages()) {
    const records = await withInstruments(snapshot, caller, rows.map(serializeRecord), now)
    yield records.map((record) => ({ record, names, timeZone }))
  }
}
