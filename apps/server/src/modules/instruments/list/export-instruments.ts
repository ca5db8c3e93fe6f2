import {
  appInstrumentSorts,
  CUSTOM_FIELD_PREFIX,
  CUSTOM_FIELDS,
  instrumentFileColumns,
  type AppInstrument,
  type ChosenInstruments,
  type InstrumentExportQuery,
  type InstrumentFileColumn,
} from '@plumbline/contract'
import { notFound } from '../../../platform/errors.ts'
import type { Snapshot } from '../../../platform/db/index.ts'
import { readTokens } from '../../../platform/http/index.ts'
import type { Cell, Table } from '../../../platform/tables/index.ts'
import { listMembers, type Caller } from '../../access/index.ts'
import { localDate, today, tokenDay } from '../../compliance/index.ts'
import { siteAndLocationNames, type SiteAndLocationNames } from '../../workspaces/index.ts'
import type { InstrumentDeps } from '../register/change-instrument.ts'
import { instrumentColumns } from '../columns.ts'
import type { InstrumentRow } from '../instrument.ts'
import { orderOf, readListQuery, type ListRequest } from './list-filter.ts'
import { customLabels, wholeList, type StoredColumn } from './list-store.ts'
import { serializeAppInstrument } from '../serialize.ts'
import { reachesInstruments } from '../store.ts'
import { readInstrumentSearch } from './word-store.ts'

/**
 * Returns every instrument of a filter within the caller's reach as a file.
 * @throws 422 INVALID_REQUEST for an unknown word in the query
 */
export async function instrumentTable(
  deps: InstrumentDeps,
  caller: Caller,
  { columns, ...filters }: InstrumentExportQuery,
): Promise<Table> {
  const search = await readInstrumentSearch(deps.db.in(caller.workspaceId), filters.q)
  return listTable(deps, caller, readListQuery(filters, caller.siteIds, search, appInstrumentSorts), columns)
}

/**
 * Returns the named instruments, including retired ones, in the same file format.
 * @throws 404 NOT_FOUND if one of them is outside the caller's reach; 422 INVALID_REQUEST for an unknown order or
 * column
 */
export async function chosenInstrumentTable(
  deps: InstrumentDeps,
  caller: Caller,
  { instrument_ids: instrumentIds, sort, columns }: ChosenInstruments,
): Promise<Table> {
  if (!(await reachesInstruments(deps.db.in(caller.workspaceId), instrumentIds, caller.siteIds)))
    throw notFound()
  const query = { include: 'retired', ...(sort !== undefined && { sort }) }
  const whole = readListQuery(query, caller.siteIds, undefined, appInstrumentSorts)
  const filter = whole.filter && { ...whole.filter, instrumentIds }
  return listTable(deps, caller, { ...whole, filter }, columns)
}

function listTable(
  { clock }: InstrumentDeps,
  caller: Caller,
  request: ListRequest,
  names: string | undefined,
): Table {
  const asked = readTokens('columns', names, instrumentFileColumns) ?? []
  const columns = asked.length === 0 ? instrumentFileColumns : asked
  const now = clock.now()
  const open = async (snapshot: Snapshot) => {
    const labels = columns.includes(CUSTOM_FIELDS) ? await labelsOf(snapshot, caller, request, now) : []
    const layout = layoutOf(columns, labels)
    return { columns: layout.names, rows: rowsOf(snapshot, caller, request, { layout, now }) }
  }
  return {
    name: `instruments-${today(now, caller.workspace.timeZone)}`,
    sheets: [{ name: 'Instruments', open }],
  }
}

/** Maximum number of labels with their own column; values of further labels share one column. */
const LABEL_COLUMNS_MAX = 1000

/** The column of custom fields without their own column. */
const FURTHER_FIELDS = 'further_custom_fields'

function labelsOf(snapshot: Snapshot, caller: Caller, { filter }: ListRequest, now: Date): Promise<string[]> {
  if (filter === null) return Promise.resolve([])
  // One more row shows whether there are further labels.
  return customLabels(snapshot, filter, { day: dayOf(caller, now), take: LABEL_COLUMNS_MAX + 1 })
}

/** The columns of a file by name, and how the cells of a row are computed. */
interface Layout {
  readonly names: readonly string[]
  readonly cells: (values: Values) => Cell[]
}

function layoutOf(columns: readonly InstrumentFileColumn[], labels: readonly string[]): Layout {
  const own = labels.slice(0, LABEL_COLUMNS_MAX)
  const hasFurther = labels.length > LABEL_COLUMNS_MAX
  const columnOf = new Map(own.map((label, at) => [label, at]))
  const ofFields = [
    ...own.map((label) => CUSTOM_FIELD_PREFIX + label),
    ...(hasFurther ? [FURTHER_FIELDS] : []),
  ]
  const fieldCells = (fields: AppInstrument['customFields']): Cell[] => {
    const cells: Cell[] = own.map(() => null)
    const rest: [string, Cell][] = []
    for (const [label, value] of Object.entries(fields)) {
      const at = columnOf.get(label)
      if (at === undefined) rest.push([label, value])
      else cells[at] = value
    }
    if (!hasFurther) return cells
    return [...cells, rest.length === 0 ? null : Object.fromEntries(rest)]
  }
  return {
    names: columns.flatMap((name) => (name === CUSTOM_FIELDS ? ofFields : [name])),
    cells: (values) =>
      columns.flatMap((name) =>
        name === CUSTOM_FIELDS ? fieldCells(values[CUSTOM_FIELDS]) : [values[name]],
      ),
  }
}

/** All columns of the register for an instrument. */
const storedColumns = Object.keys(instrumentColumns) as StoredColumn[]

function dayOf({ workspace }: Caller, now: Date) {
  return { ...tokenDay(workspace, now), slot: workspace.dueSlot }
}

async function* rowsOf(
  snapshot: Snapshot,
  caller: Caller,
  { filter, sort }: ListRequest,
  { layout, now }: { layout: Layout; now: Date },
): AsyncGenerator<Cell[][]> {
  if (filter === null) return
  const { workspace } = caller
  const [siteNames, members] = await Promise.all([siteAndLocationNames(snapshot), listMembers(snapshot)])
  const names = { ...siteNames, people: new Map(members.map(({ personId, name }) => [personId, name])) }
  const order = orderOf(sort)
  const statement = wholeList(snapshot, filter, { day: dayOf(caller, now), order, columns: storedColumns })
  for await (const rows of snapshot.stream<InstrumentRow>(statement).pages()) {
    yield rows.map((row) =>
      layout.cells(valuesOf(serializeAppInstrument(row, workspace, now), names, workspace.timeZone)),
    )
  }
}

type Values = Record<Exclude<InstrumentFileColumn, typeof CUSTOM_FIELDS>, Cell> &
  Pick<AppInstrument, typeof CUSTOM_FIELDS>

/** Names of what instruments refer to, by ID. */
interface Names extends SiteAndLocationNames {
  readonly people: ReadonlyMap<string, string>
}

function valuesOf(instrument: AppInstrument, names: Names, timeZone: string): Values {
  const { due_extension: _extension, ...plain } = instrument
  const { site_id: siteId, location_id: locationId, last_calibration_at: lastAt } = plain
  const { responsible_id: responsibleId } = plain
  return {
    ...plain,
    site: siteId && names.sites.get(siteId),
    location: locationId && names.locations.get(locationId),
    place: plain.location,
    responsible: responsibleId && names.people.get(responsibleId),
    last_calibration_date: lastAt && localDate(lastAt, timeZone),
  }
}
