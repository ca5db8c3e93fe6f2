import {
  calibrationFileFields,
  calibrationSorts,
  type AppCalibrationRecord,
  type CalibrationExportQuery,
  type CsvValue,
} from '@plumbline/contract'
import { csvResponse } from '../../../platform/csv-response.ts'
import type { Snapshot } from '../../../platform/db/index.ts'
import { readToken, type Response } from '../../../platform/http/index.ts'
import type { Caller } from '../../access/index.ts'
import { localDate, today } from '../../compliance/index.ts'
import { placeNames, type PlaceNames } from '../../workspaces/index.ts'
import type { CalibrationDeps } from '../deps.ts'
import type { RecordFilter } from './filter-store.ts'
import { filterOf, orderOf, withInstruments } from './list-query.ts'
import { wholeList } from './list-store.ts'
import { presentRecord } from '../present.ts'
import type { RecordRow } from '../record.ts'

/** What a row is made from. */
interface Source {
  readonly record: AppCalibrationRecord
  readonly names: PlaceNames
  readonly timeZone: string
}

/** Columns of the file: the instrument as it is now, then the record. */
const columns: Readonly<Record<string, (source: Source) => CsvValue>> = {
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
  ...Object.fromEntries(calibrationFileFields.map((name) => [name, ({ record }: Source) => record[name]])),
  measurement_count: ({ record }) => record.measurement_count,
  points_out: ({ record }) => record.points_out,
  approval_status: ({ record }) => record.approval_status,
  record_status: ({ record }) => record.status,
  record_type: ({ record }) => record.record_type,
  calibration_id: ({ record }) => record.id,
  instrument_id: ({ record }) => record.instrument_id,
}

/** Heads of the columns of the file. */
export const fileColumns: readonly string[] = Object.keys(columns)

/** A row of the file for each record. */
export function fileRows(
  records: readonly AppCalibrationRecord[],
  names: PlaceNames,
  { workspace: { timeZone } }: Caller,
): CsvValue[][] {
  return records.map((record) => Object.values(columns).map((value) => value({ record, names, timeZone })))
}

/**
 * Every record of a filter within the caller's reach as a CSV file, from one moment.
 * @throws 422 INVALID_REQUEST for an unknown word in the query
 */
export function exportCalibrations(
  { db, clock }: CalibrationDeps,
  caller: Caller,
  query: CalibrationExportQuery,
): Response {
  const filter = filterOf(caller, query)
  const order = orderOf(readToken('sort', query.sort, calibrationSorts) ?? 'updated_at')
  const now = clock.now()
  return csvResponse(db, caller.workspaceId, {
    fileName: `calibrations-${today(now, caller.workspace.timeZone)}.csv`,
    columns: fileColumns,
    rows: (snapshot) => rowsOf(snapshot, caller, { filter, order, now }),
  })
}

async function* rowsOf(
  snapshot: Snapshot,
  caller: Caller,
  { filter, order, now }: { filter: RecordFilter; order: ReturnType<typeof orderOf>; now: Date },
): AsyncGenerator<CsvValue[][]> {
  const names = await placeNames(snapshot)
  for await (const rows of snapshot.walk<RecordRow>(wholeList(snapshot, filter, order)).pages()) {
    const records = await withInstruments(snapshot, caller, rows.map(presentRecord), now)
    yield fileRows(records, names, caller)
  }
}
