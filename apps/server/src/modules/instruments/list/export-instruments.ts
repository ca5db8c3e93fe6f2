import {
  appInstrumentSorts,
  instrumentCsvColumns,
  type AppInstrument,
  type ChosenInstruments,
  type CsvValue,
  type InstrumentCsvColumn,
  type InstrumentExportQuery,
} from '@plumbline/contract'
import { csvResponse } from '../../../platform/csv-response.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Snapshot } from '../../../platform/db/index.ts'
import { readTokens, type Response } from '../../../platform/http/index.ts'
import type { Caller } from '../../access/index.ts'
import { localDate, today, tokenDay } from '../../compliance/index.ts'
import { placeNames, type PlaceNames } from '../../workspaces/index.ts'
import type { InstrumentDeps } from '../register/change-instrument.ts'
import { instrumentColumns } from '../columns.ts'
import type { InstrumentRow } from '../instrument.ts'
import { orderOf, readListQuery, type ListRequest } from './list-filter.ts'
import { wholeList, type StoredColumn } from './list-store.ts'
import { presentAppInstrument } from '../present.ts'
import { reachesInstruments } from '../store.ts'
import { readInstrumentSearch } from './word-store.ts'

/**
 * Every instrument of a filter within the caller's reach as a CSV file, from one moment.
 * @throws 422 INVALID_REQUEST for an unknown word in the query
 */
export async function exportInstruments(
  deps: InstrumentDeps,
  caller: Caller,
  { columns, ...filters }: InstrumentExportQuery,
): Promise<Response> {
  const search = await readInstrumentSearch(deps.db.in(caller.workspaceId), filters.q)
  return exportList(deps, caller, readListQuery(filters, caller.siteIds, search, appInstrumentSorts), columns)
}

/**
 * The named instruments as the same file, retired ones among them.
 * @throws 404 NOT_FOUND when one of them is not within reach; 422 INVALID_REQUEST for an unknown order or column
 */
export async function exportChosenInstruments(
  deps: InstrumentDeps,
  caller: Caller,
  { instrument_ids: instrumentIds, sort, columns }: ChosenInstruments,
): Promise<Response> {
  if (!(await reachesInstruments(deps.db.in(caller.workspaceId), instrumentIds, caller.siteIds)))
    throw notFound()
  const query = { include: 'retired', ...(sort !== undefined && { sort }) }
  const whole = readListQuery(query, caller.siteIds, undefined, appInstrumentSorts)
  const filter = whole.filter && { ...whole.filter, instrumentIds }
  return exportList(deps, caller, { ...whole, filter }, columns)
}

async function exportList(
  { db, clock }: InstrumentDeps,
  caller: Caller,
  request: ListRequest,
  names: string | undefined,
): Promise<Response> {
  const asked = readTokens('columns', names, instrumentCsvColumns) ?? []
  const columns = asked.length === 0 ? instrumentCsvColumns : asked
  const now = clock.now()
  return csvResponse(db, caller.workspaceId, {
    fileName: `instruments-${today(now, caller.workspace.timeZone)}.csv`,
    columns,
    rows: (snapshot) => rowsOf(snapshot, caller, request, { columns, now }),
  })
}

/** Everything that the register holds of an instrument. */
const storedColumns = Object.keys(instrumentColumns) as StoredColumn[]

async function* rowsOf(
  snapshot: Snapshot,
  { workspace }: Caller,
  { filter, sort }: ListRequest,
  { columns, now }: { columns: readonly InstrumentCsvColumn[]; now: Date },
): AsyncGenerator<CsvValue[][]> {
  if (filter === null) return
  const names = await placeNames(snapshot)
  const day = { ...tokenDay(workspace, now), slot: workspace.dueSlot }
  const statement = wholeList(snapshot, filter, { day, order: orderOf(sort), columns: storedColumns })
  for await (const rows of snapshot.walk<InstrumentRow>(statement).pages()) {
    yield rows.map((row) => {
      const values = valuesOf(presentAppInstrument(row, workspace, now), names, workspace.timeZone)
      return columns.map((column) => values[column])
    })
  }
}

function valuesOf(
  instrument: AppInstrument,
  names: PlaceNames,
  timeZone: string,
): Record<InstrumentCsvColumn, CsvValue> {
  const { customFields: _fields, due_extension: _extension, ...plain } = instrument
  const { site_id: siteId, location_id: locationId, last_calibration_at: lastAt } = plain
  return {
    ...plain,
    site: siteId && names.sites.get(siteId),
    location: locationId && names.locations.get(locationId),
    place: plain.location,
    last_calibration_date: lastAt && localDate(lastAt, timeZone),
  }
}
