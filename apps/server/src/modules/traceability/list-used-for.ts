import {
  because,
  pageOf,
  type AppUsedForEntry,
  type NamedInstrument,
  type Page,
  type UsedForEntry,
  type UsedForExportQuery,
  type UsedForQuery,
} from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, WorkspaceQueries } from '../../platform/db/index.ts'
import { notFound, validationError } from '../../platform/errors.ts'
import { sheetOf, type ColumnsOf, type Table } from '../../platform/tables/index.ts'
import type { Caller } from '../access/index.ts'
import {
  findRecords,
  serializeRecord,
  recordColumns,
  sitesAsked,
  withInstruments,
  type RecordSource,
} from '../calibrations/index.ts'
import { addDays, startOfDay, today } from '../compliance/index.ts'
import { findInstrument, type InstrumentRow } from '../instruments/index.ts'
import { siteAndLocationNames } from '../workspaces/index.ts'
import { findTouched, type TouchedCalibration } from './find-touched.ts'
import { namedInstruments } from './trace-store.ts'

/** Dependencies of the lists. */
export interface UsedForParts {
  readonly db: Database
  readonly clock: Clock
  /** Maximum number of affected calibrations, if it differs from the default. */
  readonly touchedMax?: number
}

/**
 * Returns the calibrations made with an instrument, level by level, within the caller's sites. The search itself
 * includes all sites, because a standard of another site may be in between.
 * @throws 404 NOT_FOUND for an instrument outside the caller's sites; 422 VALIDATION_ERROR if `to` is before `from`;
 * 422 FILTER_TOO_BROAD
 */
export async function listUsedFor(
  parts: UsedForParts,
  caller: Caller,
  instrumentId: string,
  query: UsedForQuery,
): Promise<Page<UsedForEntry>> {
  const queries = parts.db.in(caller.workspaceId)
  const { entries, total } = await pageOfTouched(parts, queries, caller, instrumentId, query)
  return pageOf(entries, total, query)
}

/** Like `listUsedFor`, with the current data of each instrument. */
export async function listAppUsedFor(
  parts: UsedForParts,
  caller: Caller,
  instrumentId: string,
  query: UsedForQuery,
): Promise<Page<AppUsedForEntry>> {
  const queries = parts.db.in(caller.workspaceId)
  const { entries, total } = await pageOfTouched(parts, queries, caller, instrumentId, query)
  return pageOf(await withPresent(parts, queries, caller, entries), total, query)
}

async function pageOfTouched(
  parts: UsedForParts,
  queries: WorkspaceQueries,
  caller: Caller,
  instrumentId: string,
  query: UsedForQuery,
): Promise<{ entries: UsedForEntry[]; total: number }> {
  const { instrument, touched } = await findVisible(parts, queries, caller, instrumentId, query)
  const shown = touched.slice(query.offset, query.offset + query.limit)
  return { entries: await entriesOf(queries, caller, instrument, shown), total: touched.length }
}

async function findVisible(
  { touchedMax }: UsedForParts,
  queries: WorkspaceQueries,
  caller: Caller,
  instrumentId: string,
  query: UsedForExportQuery,
): Promise<{ instrument: InstrumentRow; touched: TouchedCalibration[] }> {
  const period = instantsOf(query, caller.workspace.timeZone)
  const instrument = await findInstrument(queries, instrumentId, caller.siteIds)
  if (!instrument) throw notFound()
  const reach = { standardId: instrument.instrumentId, ...period }
  const touched = await findTouched(queries, reach, touchedMax)
  const siteIds = sitesAsked(caller, query.site_id)
  const visible = siteIds && (await namedInstruments(queries, [...new Set(touched.map(idOf))], siteIds))
  const within = visible ? touched.filter((one) => visible.has(idOf(one))) : touched
  return { instrument, touched: within.toSorted(inOrder) }
}

const idOf = ({ instrumentId }: TouchedCalibration) => instrumentId

/** Orders by level, latest first. */
function inOrder(a: TouchedCalibration, b: TouchedCalibration): number {
  if (a.level !== b.level) return a.level - b.level
  if (a.performedAt !== b.performedAt) return a.performedAt < b.performedAt ? 1 : -1
  return a.calibrationId < b.calibrationId ? 1 : -1
}

const DAY_LENGTH = 'YYYY-MM-DD'.length

/** Returns the first and the last instant of the query. */
function instantsOf(
  { from, to }: UsedForExportQuery,
  timeZone: string,
): { from: string | null; to: string | null } {
  const first =
    from === undefined ? null : from.length === DAY_LENGTH ? startOfDay(from, timeZone) : instantOf(from)
  const last = to === undefined ? null : to.length === DAY_LENGTH ? endOfDay(to, timeZone) : instantOf(to)
  if (first === null || last === null || first <= last) return { from: first, to: last }
  throw validationError([
    { loc: ['query', 'to'], reason: because('field.from_after_to'), type: 'value_error' },
  ])
}

/** Returns a timestamp as stored in records, to the millisecond. */
function instantOf(timestamp: string): string {
  return new Date(timestamp).toISOString()
}

/** Returns the last millisecond of a day. */
function endOfDay(day: string, timeZone: string): string {
  const next = Temporal.Instant.from(startOfDay(addDays(day, 1), timeZone))
  return next.subtract({ milliseconds: 1 }).toString({ smallestUnit: 'millisecond' })
}

async function entriesOf(
  queries: WorkspaceQueries,
  { siteIds }: Caller,
  { instrumentId, assetTag, name, serialNumber }: InstrumentRow,
  touched: readonly TouchedCalibration[],
): Promise<UsedForEntry[]> {
  if (touched.length === 0) return []
  const ids = new Set(touched.flatMap((one) => [one.instrumentId, one.viaId]))
  ids.delete(instrumentId)
  const [rows, others] = await Promise.all([
    findRecords(
      queries,
      touched.map(({ calibrationId }) => calibrationId),
    ),
    namedInstruments(queries, [...ids], siteIds),
  ])
  const records = new Map(rows.map((row) => [row.calibrationId, serializeRecord(row)]))
  const self: NamedInstrument = { id: instrumentId, asset_tag: assetTag, name, serial_number: serialNumber }
  const named = (id: string) => (id === instrumentId ? self : others.get(id))
  return touched.flatMap(({ calibrationId, instrumentId: of, level, viaId }) => {
    const [instrument, calibration] = [named(of), records.get(calibrationId)]
    // A change of site may have removed it from the caller's access since.
    return instrument && calibration ? [{ level, via: named(viaId) ?? null, instrument, calibration }] : []
  })
}

async function withPresent(
  { clock }: UsedForParts,
  queries: WorkspaceQueries,
  caller: Caller,
  entries: readonly UsedForEntry[],
): Promise<AppUsedForEntry[]> {
  const records = entries.map(({ calibration }) => calibration)
  const present = await withInstruments(queries, caller, records, clock.now())
  return entries.map((entry, index) => ({ ...entry, calibration: present[index]! }))
}

/** Number of entries of the file that are read at a time. */
const PART = 500

/** The data of one row of the file. */
type UsedForSource = RecordSource & Pick<AppUsedForEntry, 'level' | 'via'>

const columns: ColumnsOf<UsedForSource> = {
  ...recordColumns,
  level: ({ level }) => level,
  via_asset_tag: ({ via }) => via?.asset_tag,
  via_name: ({ via }) => via?.name,
  via_instrument_id: ({ via }) => via?.id,
}

/** Exports the list as a file. @throws as `listUsedFor` */
export async function usedForTable(
  parts: UsedForParts,
  caller: Caller,
  instrumentId: string,
  query: UsedForExportQuery,
): Promise<Table> {
  // Refusals must happen before the file is started.
  await findVisible(parts, parts.db.in(caller.workspaceId), caller, instrumentId, query)
  const { timeZone } = caller.workspace
  const sheet = sheetOf('Used for', columns, async function* partsOf(snapshot) {
    const names = await siteAndLocationNames(snapshot)
    const { instrument, touched } = await findVisible(parts, snapshot, caller, instrumentId, query)
    for (let offset = 0; offset < touched.length; offset += PART) {
      const part = await entriesOf(snapshot, caller, instrument, touched.slice(offset, offset + PART))
      const entries = await withPresent(parts, snapshot, caller, part)
      yield entries.map(({ calibration: record, level, via }) => ({ record, level, via, names, timeZone }))
    }
  })
  return { name: `used-for-${today(parts.clock.now(), timeZone)}`, sheets: [sheet] }
}
