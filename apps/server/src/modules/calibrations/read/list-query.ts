import {
  approvalStatuses,
  calibrationResults,
  calibrationSorts,
  pageOf,
  type AppCalibrationFeedQuery,
  type AppCalibrationRecord,
  type CalibrationFeedQuery,
  type CalibrationListQuery,
  type CalibrationRecord,
  type CalibrationSort,
  type InstrumentCalibrationRecord,
  type Page,
} from '@plumbline/contract'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import { readToken, readTokens } from '../../../platform/http/index.ts'
import { reachesSite, type Caller } from '../../access/index.ts'
import { addDays, startOfDay } from '../../compliance/index.ts'
import { findInstrument, summariesOf } from '../../instruments/index.ts'
import type { RecordFilter } from './filter-store.ts'
import { pageOfRecords, type RecordPage } from './list-store.ts'
import { serializeRecord } from '../serialize.ts'
import type { RecordRow } from '../record.ts'

/** A query of either list; the list of one instrument takes the instrument from the path. */
export type RecordListQuery = CalibrationListQuery &
  Pick<CalibrationFeedQuery, 'instrument_id' | 'site_id'> &
  Partial<Pick<AppCalibrationFeedQuery, 'reference_standard_asset_id' | 'performed_from' | 'performed_to'>>

/**
 * Returns a page of records within the caller's reach, including voided, superseded, pending and rejected records;
 * only void markers are hidden.
 * @throws 422 INVALID_REQUEST for an unknown word in `result`, `approval_status`, `sort` or `include`
 */
export async function listRecords(
  queries: WorkspaceQueries,
  caller: Caller,
  query: RecordListQuery,
  defaultSort: CalibrationSort,
): Promise<Page<CalibrationRecord>> {
  const { rows, total } = await recordRows(queries, caller, query, defaultSort)
  return pageOf(rows.map(serializeRecord), total, query)
}

function recordRows(
  queries: WorkspaceQueries,
  caller: Caller,
  query: RecordListQuery,
  defaultSort: CalibrationSort,
): Promise<{ rows: RecordRow[]; total: number }> {
  const sort = readToken('sort', query.sort, calibrationSorts) ?? defaultSort
  const { limit, offset } = query
  return pageOfRecords(queries, filterOf(caller, query), { ...orderOf(sort), limit, offset })
}

/**
 * Returns a page of the records of one instrument, most recently performed first by default.
 * @throws 404 NOT_FOUND for an instrument outside the caller's reach; 422 as `listRecords`
 */
export async function listInstrumentRecords(
  queries: WorkspaceQueries,
  caller: Caller,
  instrumentId: string,
  query: CalibrationListQuery,
): Promise<Page<CalibrationRecord>> {
  const { rows, total } = await instrumentRows(queries, caller, instrumentId, query)
  return pageOf(rows.map(serializeRecord), total, query)
}

async function instrumentRows(
  queries: WorkspaceQueries,
  caller: Caller,
  instrumentId: string,
  query: CalibrationListQuery,
): Promise<{ rows: RecordRow[]; total: number }> {
  const instrument = await findInstrument(queries, instrumentId, caller.siteIds)
  if (!instrument) throw notFound()
  return recordRows(queries, caller, { ...query, instrument_id: instrument.instrumentId }, '-performed_at')
}

/** Like `listInstrumentRecords`, for the app: each record includes the unit that the instrument had at the time. */
export async function listInstrumentRecordsWithUnits(
  queries: WorkspaceQueries,
  caller: Caller,
  instrumentId: string,
  query: CalibrationListQuery,
): Promise<Page<InstrumentCalibrationRecord>> {
  const { rows, total } = await instrumentRows(queries, caller, instrumentId, query)
  return pageOf(rows.map(withUnit), total, query)
}

function withUnit(row: RecordRow): InstrumentCalibrationRecord {
  return { ...serializeRecord(row), unit_of_measure: row.recordType === 'void' ? null : row.unitOfMeasure }
}

/** Returns the order named by `sort`. */
export function orderOf(sort: CalibrationSort): Pick<RecordPage, 'by' | 'descending'> {
  return {
    by: sort.endsWith('performed_at') ? 'performed_at' : 'ledger_index',
    descending: sort.startsWith('-'),
  }
}

/** Like `listRecords`, for the app: each record includes its instrument in its current state. */
export async function listAppRecords(
  queries: WorkspaceQueries,
  caller: Caller,
  query: AppCalibrationFeedQuery,
  now: Date,
): Promise<Page<AppCalibrationRecord>> {
  const { data, pagination } = await listRecords(queries, caller, query, 'updated_at')
  return { data: await withInstruments(queries, caller, data, now), pagination }
}

/** Returns records with their instruments. */
export async function withInstruments(
  queries: WorkspaceQueries,
  { workspace }: Caller,
  records: readonly CalibrationRecord[],
  now: Date,
): Promise<AppCalibrationRecord[]> {
  const ids = [...new Set(records.map(({ instrument_id }) => instrument_id))]
  const instruments = await summariesOf(queries, workspace, ids, now)
  return records.map((record) => {
    const instrument = instruments.get(record.instrument_id)
    if (!instrument) throw new Error(`the instrument of record ${record.id} is gone`)
    return { ...record, instrument }
  })
}

/**
 * Returns the filter that a query requests, within the caller's reach.
 * @throws 422 INVALID_REQUEST for an unknown word in `result`, `approval_status` or `include`
 */
export function filterOf(caller: Caller, query: Omit<RecordListQuery, 'limit' | 'offset'>): RecordFilter {
  const zone = caller.workspace.timeZone
  const { performed_from: from, performed_to: to } = query
  return {
    siteIds: sitesAsked(caller, query.site_id),
    instrumentId: query.instrument_id,
    appendedSince: query.updated_since,
    performedAfter: query.performed_after,
    performedBefore: query.performed_before,
    performedFrom: from && startOfDay(from, zone),
    performedUntil: to && startOfDay(addDays(to, 1), zone),
    referenceStandardId: query.reference_standard_asset_id,
    results: wordsOf(readTokens('result', query.result, calibrationResults)),
    approvals: wordsOf(readTokens('approval_status', query.approval_status, approvalStatuses)),
    withMarkers: readToken('include', query.include, ['voided']) !== undefined,
  }
}

/** Returns the sites of a list; a site outside the caller's reach gives an empty list. */
export function sitesAsked(caller: Caller, siteId: string | undefined): readonly string[] | null {
  if (siteId === undefined) return caller.siteIds
  return reachesSite(caller, siteId) ? [siteId] : []
}

/** A list that contains only commas does not restrict anything. */
function wordsOf<Word>(words: readonly Word[] | undefined): readonly Word[] | undefined {
  return words?.length === 0 ? undefined : words
}
