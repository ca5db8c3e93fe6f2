import {
  AppInstrumentCreate,
  AppInstrumentUpdate,
  because,
  instrumentFieldNames,
  instrumentMember,
  type ImportColumn,
  type ImportIssue,
  type ImportOptions,
  type ImportOutcome,
  type RefusalReason,
} from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import { schemaCheck } from '../../platform/http/validator.ts'
import { reachesSite, type Caller } from '../access/index.ts'
import { today } from '../compliance/index.ts'
import {
  extensionDecision,
  findByIdentifiers,
  previewChange,
  readNewBody,
  retirementDecision,
  statusDecision,
  updateDecision,
  type Decide,
  type InstrumentRow,
  type NewInstrumentBody,
} from '../instruments/index.ts'
import { refusalIssues } from './refusal-issues.ts'
import type { ImportParts } from './parts.ts'
import type { KnownSites, RowLocation } from './known-sites.ts'
import type { Claimed } from './rules/claimed.ts'
import { changedBody, madeName, newBody, withoutSame, type NamedByRow } from './rules/instrument-body.ts'
import { noonOf } from './rules/instant-of.ts'
import type { ReadRow } from './rules/read-row.ts'
import { responsibleMember, type MembersAtSite } from './rules/responsible-member.ts'
import { columnOf, fieldOfInterval, holderOf, say } from './say.ts'
import { settleSerial } from './serial-of-row.ts'
import { judgeDueDate, keptDates } from './stated-due-date.ts'

/** Dependencies of planning; the claims advance with the rows. */
export interface Planning {
  readonly parts: ImportParts
  readonly caller: Caller
  readonly options: ImportOptions
  readonly columns: readonly ImportColumn[]
  readonly knownSites: KnownSites
  /** Members of the workspace, including former ones. */
  readonly membersAt: MembersAtSite
  readonly claimed: Claimed
  /** Reason recorded for changes of existing instruments. */
  readonly reason: string
}

/** The planned treatment of a row. */
export interface PlannedRow {
  readonly row: ReadRow
  readonly outcome: ImportOutcome
  readonly issues: readonly ImportIssue[]
  /** For a new instrument, with the decisions applied after it is created. */
  readonly create?: { readonly body: NewInstrumentBody; readonly afterwards: readonly Decide[] }
  /** For an instrument in the register. */
  readonly update?: { readonly instrumentId: string; readonly decisions: readonly Decide[] }
}

const checkNew = schemaCheck(AppInstrumentCreate, 'body')
const checkChange = schemaCheck(AppInstrumentUpdate, 'body')

/** Plans the treatment of rows, in order. Writes nothing. */
export async function planRows(
  planning: Planning,
  queries: WorkspaceQueries,
  rows: readonly ReadRow[],
): Promise<PlannedRow[]> {
  const tags = rows.map(({ assetTag }) => assetTag.normalize('NFC'))
  const serials = rows.flatMap(({ texts }) => texts.serial_number?.normalize('NFC') ?? [])
  const found = await findByIdentifiers(queries, tags, serials)
  const known: Known = {
    byTag: new Map(found.map((row) => [row.assetTag, row])),
    bySerial: new Map(found.flatMap((row) => (row.serialNumber === null ? [] : [[row.serialNumber, row]]))),
  }
  const planned: PlannedRow[] = []
  for (const row of rows) planned.push(await planRow(planning, queries, known, row))
  return planned
}

interface Known {
  readonly byTag: ReadonlyMap<string, InstrumentRow>
  readonly bySerial: ReadonlyMap<string, InstrumentRow>
}

async function planRow(
  planning: Planning,
  queries: WorkspaceQueries,
  known: Known,
  read: ReadRow,
): Promise<PlannedRow> {
  if (read.isNoInstrument) {
    const issue = say(planning, read, 'asset_tag', because('import.row_not_instrument'))
    return { row: read, outcome: 'skip', issues: [issue] }
  }
  if (read.errors.length > 0) return failed(read, read.errors)
  const repeated = planning.claimed.rowOfTag(read)
  if (repeated !== undefined) {
    return failed(read, [say(planning, read, 'asset_tag', because('import.row_repeats', { row: repeated }))])
  }
  const existing = known.byTag.get(read.assetTag.normalize('NFC'))
  const held = existing && heldTag(planning, read, existing)
  if (held) return held
  const settled = settleSerial(planning, known.bySerial, read)
  if (!('row' in settled)) return failed(read, [settled.error])
  const { row } = settled
  const location = planning.knownSites.of(row, existing?.siteId)
  if ('key' in location) return failed(row, [say(planning, row, 'site', location)])
  const responsible = responsibleOf(planning, row, location, existing)
  if (typeof responsible === 'object') return failed(row, [say(planning, row, 'responsible', responsible)])
  const named = { ...location, ...(responsible !== undefined && { responsibleId: responsible }) }
  const planned = existing
    ? await planChange(planning, queries, existing, { row, named })
    : planNew(planning, { row, named })
  if (planned.outcome !== 'error') planning.claimed.take(row)
  return planned
}

/** Returns the outcome of a row whose asset tag is in the register, unless the row may change that instrument. */
function heldTag(planning: Planning, row: ReadRow, existing: InstrumentRow): PlannedRow | undefined {
  const { caller, options } = planning
  const fail = (reason: RefusalReason) => failed(row, [say(planning, row, 'asset_tag', reason, existing)])
  if (!reachesSite(caller, existing.siteId))
    return failed(row, [say(planning, row, 'asset_tag', because('import.tag_out_of_reach'))])
  if (existing.status === 'retired' && row.status === 'retired')
    return { row, outcome: 'unchanged', issues: [] }
  if (existing.status === 'retired') return fail(because('import.tag_of_retired', holderOf(existing)))
  if (options.on_duplicate === 'fail') return fail(because('import.tag_held'))
  return options.on_duplicate === 'skip' ? { row, outcome: 'skip', issues: row.warnings } : undefined
}

/** Returns the ID of the responsible person that a row names, or the refusal; undefined if it names none. */
function responsibleOf(
  { membersAt }: Planning,
  { responsible }: ReadRow,
  location: RowLocation,
  existing: InstrumentRow | undefined,
): string | RefusalReason | undefined {
  if (responsible === undefined) return undefined
  const known = membersAt(location.siteId ?? existing?.siteId)
  return responsibleMember(responsible, known, existing?.responsibleId ?? null)
}

/** A row with the records that its names refer to. */
interface Placed {
  readonly row: ReadRow
  readonly named: RowLocation & NamedByRow
}

function planNew(planning: Planning, { row: read, named }: Placed): PlannedRow {
  const { parts, caller, options } = planning
  const row = withoutFailedCalibration(planning, withChosenInterval(planning, read))
  if (row.interval === 'missing') {
    const field = fieldOfInterval(planning.columns)
    const isColumn = columnOf(planning.columns, field) !== undefined
    const reason = because(isColumn ? 'import.interval_missing' : 'import.interval_column_missing')
    return failed(row, [say(planning, row, field, reason)])
  }
  const name = row.name ?? madeName(row)
  const warnings = [...row.warnings]
  if (row.name === undefined) warnings.push(say(planning, row, 'name', because('import.name_made', { name })))
  const { timeZone } = caller.workspace
  const due = judgeDueDate(row, {
    timeZone,
    today: today(parts.clock.now(), timeZone),
    keeps: options.due !== 'computed',
  })
  if (due.reason) warnings.push(say(planning, row, 'due_date', due.reason))
  const entered = due.isCustomField
    ? withCustomField(row, columnOf(planning.columns, 'due_date') ?? 'Due date', row.dueDate!)
    : row
  const lastCalibration = row.lastCalibration && noonOf(row.lastCalibration, timeZone)
  const body = newBody(entered, named, { name, lastCalibration })
  const problems = checkNew(body)
  const refused =
    problems.length > 0
      ? new ApiError('VALIDATION_ERROR', { problems })
      : refusalOf(() => readNewBody(parts.clock, caller, body))
  if (refused) return failed(row, refusalIssues(planning, row, refused))
  const afterwards = [
    ...(due.until === undefined
      ? []
      : [extensionDecision(parts, caller, { until: due.until, reason: planning.reason })]),
    ...movesOf(planning, row),
  ]
  const create = { body: { ...body, ...(due.own && { next_due_date: due.own }) }, afterwards }
  return { row, outcome: 'create', issues: warnings, create }
}

/** Applies the interval chosen for all rows that have none, and adds a warning. */
function withChosenInterval(planning: Planning, row: ReadRow): ReadRow {
  const { default_interval: chosen } = planning.options
  if (row.interval !== 'missing' || !chosen) return row
  const reason = because('import.interval_chosen', { interval: `${chosen.value} ${unitWord(chosen)}` })
  const warning = say(planning, row, fieldOfInterval(planning.columns), reason)
  return { ...row, interval: chosen, warnings: [...row.warnings, warning] }
}

/** A starting record counts as passed: a calibration that failed is never entered as one. */
function withoutFailedCalibration(planning: Planning, row: ReadRow): ReadRow {
  if (!row.isQuarantined || row.lastCalibration === undefined) return row
  const warning = say(planning, row, 'last_calibration_date', because('import.last_calibration_failed'))
  return { ...row, lastCalibration: undefined, dueDate: undefined, warnings: [...row.warnings, warning] }
}

function unitWord({ value, unit }: { readonly value: number; readonly unit: string }): string {
  return value === 1 ? unit.replace(/s$/, '') : unit
}

/** Status changes that cannot be part of creating an instrument. */
function movesOf(planning: Planning, { status }: ReadRow): Decide[] {
  if (status === 'retired') return [retirementDecision(planning.reason)]
  if (status !== 'OUT_FOR_CALIBRATION') return []
  return [statusDecision(planning.parts, planning.caller, { status, reason: planning.reason })]
}

async function planChange(
  planning: Planning,
  queries: WorkspaceQueries,
  existing: InstrumentRow,
  { row, named }: Placed,
): Promise<PlannedRow> {
  const { parts, caller, reason } = planning
  const body = withoutSame(changedBody(row, named), statedTexts(existing))
  const problems = checkChange(body)
  if (problems.length > 0) {
    return failed(row, refusalIssues(planning, row, new ApiError('VALIDATION_ERROR', { problems })))
  }
  const decisions = [updateDecision(parts, caller, { body, reason })]
  if (row.status === 'retired') decisions.push(retirementDecision(reason))
  else if (row.status !== undefined && row.status !== existing.status) {
    decisions.push(statusDecision(parts, caller, { status: row.status, reason }))
  }
  try {
    const { after, isChanged } = await preview(planning, queries, existing, decisions)
    const kept = keptDates(row, { before: existing, after }, planning)
    const issues = [...row.warnings, ...kept.map(({ field, reason: why }) => say(planning, row, field, why))]
    if (!isChanged && named.isNew !== true) return { row, outcome: 'unchanged', issues }
    return { row, outcome: 'update', issues, update: { instrumentId: existing.instrumentId, decisions } }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return failed(row, refusalIssues(planning, row, error))
  }
}

/** The instrument's current values, under the names of the API. */
function statedTexts(existing: InstrumentRow) {
  const members = instrumentFieldNames.map((name) => [name, existing[instrumentMember(name)]] as const)
  return { ...Object.fromEntries(members), customFields: existing.customFields }
}

async function preview(
  { parts, caller }: Planning,
  queries: WorkspaceQueries,
  existing: InstrumentRow,
  decisions: readonly Decide[],
): Promise<{ after: InstrumentRow; isChanged: boolean }> {
  const at = parts.clock.now().toISOString()
  let after = existing
  let isChanged = false
  for (const decide of decisions) {
    const next = previewChange(after, await decide(after, queries), caller, at)
    after = next.after
    isChanged ||= next.isChanged
  }
  return { after, isChanged }
}

function refusalOf(work: () => unknown): ApiError | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function withCustomField(row: ReadRow, name: string, value: string): ReadRow {
  return { ...row, customFields: { ...row.customFields, [name]: value } }
}

function failed(row: ReadRow, issues: readonly ImportIssue[]): PlannedRow {
  return { row, outcome: 'error', issues }
}
