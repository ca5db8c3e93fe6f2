import {
  complianceTokens,
  instrumentStatuses,
  type AppInstrumentListQuery,
  type AppInstrumentSort,
  type ComplianceToken,
  type InstrumentListQuery,
  type InstrumentStatus,
  type ResponsibleGap,
} from '@plumbline/contract'
import { join, raw, sql, type Search, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { readToken } from '../../../platform/http/index.ts'
import { responsibleGapCondition, tokenCondition, type TokenDay } from '../../compliance/index.ts'
import { countFoundIds, foundIds, foundInstruments } from './word-store.ts'

/** Which instruments a list contains; filters are combined with AND. */
export interface InstrumentFilter {
  /** Sites within the caller's reach, restricted to the requested one; null: all sites of the workspace. */
  readonly siteIds: readonly string[] | null
  /** Only those with these IDs. */
  readonly instrumentIds?: readonly string[]
  readonly locationId: string | undefined
  readonly status: InstrumentStatus | undefined
  readonly includeRetired: boolean
  readonly updatedSince: string | undefined
  readonly assetTag: string | undefined
  readonly serialNumber: string | undefined
  readonly search: Search | undefined
  /** Only reference standards. */
  readonly isReferenceStandard: true | undefined
  readonly isQuarantined: true | undefined
  readonly category: string | undefined
  readonly department: string | undefined
  readonly manufacturer: string | undefined
  readonly responsibleId: string | undefined
  readonly responsible: ResponsibleGap | undefined
  /** Only instruments with this custom field, with any value unless one is given. */
  readonly customField: { readonly name: string; readonly value: string | undefined } | undefined
  readonly token: ComplianceToken | undefined
  /** Due before this date, in the workspace's time zone. */
  readonly dueBefore: string | undefined
}

/** A list as requested. */
export interface ListRequest {
  /** Null if nothing can match: an unknown status, or a site outside the caller's reach. */
  readonly filter: InstrumentFilter | null
  readonly sort: AppInstrumentSort
}

/** Filters that only the app has. */
type AppFilterName =
  | 'is_reference_standard'
  | 'is_quarantined'
  | 'category'
  | 'department'
  | 'manufacturer'
  | 'responsible_id'
  | 'responsible'
  | 'custom_field'
  | 'custom_value'

/**
 * Reads the query of a list for a caller with access to the given sites (null: all).
 * @param search the search of the app, from `readInstrumentSearch`
 * @param sorts orders known to the API
 * @throws 422 INVALID_REQUEST for an unknown word in `sort`, `include` or `compliance_status`
 */
export function readListQuery(
  query: Omit<InstrumentListQuery, 'limit' | 'offset'> & Pick<AppInstrumentListQuery, AppFilterName>,
  reach: readonly string[] | null,
  search: Search | undefined,
  sorts: readonly AppInstrumentSort[],
): ListRequest {
  const sort = readToken('sort', query.sort, sorts) ?? 'created_at'
  const includeRetired = readToken('include', query.include, ['retired']) !== undefined
  const token = readToken('compliance_status', query.compliance_status, complianceTokens)
  const status = readStatus(query.status, includeRetired)
  const siteIds = narrowed(reach, query.site_id?.toLowerCase())
  if (status === 'none' || siteIds?.length === 0) return { filter: null, sort }
  const filter = {
    siteIds,
    locationId: query.location_id,
    status,
    includeRetired,
    updatedSince: query.updated_since,
    assetTag: query.asset_tag,
    serialNumber: query.serial_number,
    search,
    isReferenceStandard: query.is_reference_standard === 'true' || undefined,
    isQuarantined: query.is_quarantined === 'true' || undefined,
    category: query.category,
    department: query.department,
    manufacturer: query.manufacturer,
    responsibleId: query.responsible_id,
    responsible: query.responsible,
    customField:
      query.custom_field === undefined ? undefined : { name: query.custom_field, value: query.custom_value },
    token,
    dueBefore: query.next_due_before,
  }
  return { filter, sort }
}

function readStatus(
  sent: string | undefined,
  includeRetired: boolean,
): InstrumentStatus | undefined | 'none' {
  if (sent === undefined) return undefined
  const status = instrumentStatuses.find((each) => each.toLowerCase() === sent.toLowerCase())
  return status === undefined || (status === 'retired' && !includeRetired) ? 'none' : status
}

function narrowed(reach: readonly string[] | null, siteId: string | undefined): readonly string[] | null {
  if (siteId === undefined) return reach
  return reach === null || reach.includes(siteId) ? [siteId] : []
}

/** Whether a filter depends on values computed from due dates (contract, "GET /instruments"). */
export function isComputed(filter: InstrumentFilter): boolean {
  return filter.token !== undefined || filter.dueBefore !== undefined
}

/** Whether everything that matches a filter has a due date. */
export function isDated({ token, dueBefore }: InstrumentFilter): boolean {
  if (dueBefore !== undefined) return true
  return token !== undefined && token !== 'NOT_CALIBRATED' && token !== 'OUT_FOR_CALIBRATION'
}

/** The order of a list; ties are broken by ID. */
export interface ListOrder {
  readonly column: 'created_at' | 'updated_at' | 'asset_tag' | 'name' | 'due_date'
  readonly descending: boolean
}

/** Returns the order named by `sort`. */
export function orderOf(sort: AppInstrumentSort): ListOrder {
  const descending = sort.startsWith('-')
  return { column: (descending ? sort.slice(1) : sort) as ListOrder['column'], descending }
}

/**
 * Returns the filter whose index contains the list in its order, if any. A scan checks every other filter row by row.
 */
export function leadOf(filter: InstrumentFilter, order: ListOrder): ConditionName | undefined {
  if (order.column === 'updated_at') return filter.updatedSince === undefined ? undefined : 'updated'
  if (order.column === 'due_date') return filter.dueBefore === undefined ? undefined : 'due'
  if (order.column !== 'created_at') return undefined
  if (filter.locationId !== undefined) return 'location'
  if (groupOf(filter) !== undefined) return 'token'
  if (filter.siteIds?.length === 1) return 'site'
  return filter.status === undefined ? undefined : 'status'
}

/** Returns the compliance group that a token covers completely; undefined if it covers only a part. */
export function groupOf({ token }: InstrumentFilter): 'never' | 'out' | undefined {
  if (token === 'NOT_CALIBRATED') return 'never'
  return token === 'OUT_FOR_CALIBRATION' ? 'out' : undefined
}

/** The day on which a list is read, and which due dates apply then. */
export interface ListDay extends TokenDay {
  readonly slot: 0 | 1
}

/** The condition of each filter of a list; undefined for those not requested. */
export type Conditions = Readonly<Record<ConditionName, Sql | undefined>>
export type ConditionName =
  | 'chosen'
  | 'active'
  | 'site'
  | 'status'
  | 'location'
  | 'updated'
  | 'assetTag'
  | 'serialNumber'
  | 'reference'
  | 'quarantined'
  | 'category'
  | 'department'
  | 'manufacturer'
  | 'responsible'
  | 'responsibleGap'
  | 'custom'
  | 'token'
  | 'due'

/** Returns the conditions of a list on rows of the register. A search is not among them; see `registerOf`. */
export function conditionsOf(filter: InstrumentFilter, day: ListDay): Conditions {
  const due = raw(`due_date_${day.slot}`)
  const { instrumentIds: chosen } = filter
  return {
    chosen: chosen && sql`instrument_id = any(${chosen}::uuid[])`,
    active: filter.includeRetired ? undefined : sql`retired_at is null`,
    ...traitConditions(filter),
    location: equal(sql`location_id`, filter.locationId),
    updated: filter.updatedSince === undefined ? undefined : sql`updated_at >= ${filter.updatedSince}`,
    assetTag: equal(sql`asset_tag`, filter.assetTag),
    serialNumber: equal(sql`serial_number`, filter.serialNumber),
    reference: filter.isReferenceStandard && sql`is_reference_standard`,
    quarantined: filter.isQuarantined && sql`is_quarantined`,
    category: equal(sql`category`, filter.category),
    department: equal(sql`department`, filter.department),
    manufacturer: equal(sql`manufacturer`, filter.manufacturer),
    responsible: equal(sql`responsible_id`, filter.responsibleId),
    responsibleGap: filter.responsible && responsibleGapCondition(filter.responsible),
    custom: filter.customField && customCondition(filter.customField),
    ...computedConditions(filter, day, due),
  }
}

/** Returns the register as `i`, or the part of it that matches a search. */
export function registerOf(queries: WorkspaceQueries, { search }: InstrumentFilter): Sql {
  return search ? foundInstruments(queries, search) : sql`instruments i`
}

/** Returns the IDs of matches of a search within site, status and retirement, which the search words cover too. */
export function foundOf(queries: WorkspaceQueries, filter: InstrumentFilter, search: Search): Sql {
  return foundIds(queries, search, wordConditions(filter))
}

/** Returns a statement that counts them as `total`. */
export function foundCountOf(queries: WorkspaceQueries, filter: InstrumentFilter, search: Search): Sql {
  return countFoundIds(queries, search, wordConditions(filter))
}

function wordConditions(filter: InstrumentFilter): Sql {
  const { site, status } = traitConditions(filter)
  const active = filter.includeRetired ? undefined : sql`status <> 'retired'`
  return allOf([active, site, status])
}

/** Conditions on columns that both the register and its counts have. */
export function traitConditions(filter: InstrumentFilter): Pick<Conditions, 'site' | 'status'> {
  return { site: siteCondition(filter.siteIds), status: equal(sql`status`, filter.status) }
}

/**
 * Returns the computed filters as conditions on ranges of a row's due date. The same conditions work on the register
 * and its counts: both have group, due date and allowances.
 */
export function computedConditions(
  { token, dueBefore }: InstrumentFilter,
  day: ListDay,
  due: Sql,
): Pick<Conditions, 'token' | 'due'> {
  return {
    token: token === undefined ? undefined : tokenCondition(token, day, due),
    due: dueBefore === undefined ? undefined : sql`${due} < ${dueBefore}`,
  }
}

/** Joins all given conditions; `true` if there are none. */
export function allOf(conditions: readonly (Sql | undefined)[]): Sql {
  const present = conditions.filter((condition) => condition !== undefined)
  return present.length === 0 ? sql`true` : join(present, ' and ')
}

function customCondition({ name, value }: NonNullable<InstrumentFilter['customField']>): Sql {
  if (value === undefined) return sql`custom_fields ? ${name}`
  return sql`custom_fields @> ${JSON.stringify({ [name]: value })}::jsonb`
}

function equal(column: Sql, value: string | undefined): Sql | undefined {
  return value === undefined ? undefined : sql`${column} = ${value}`
}

function siteCondition(siteIds: readonly string[] | null): Sql | undefined {
  if (siteIds === null) return undefined
  const [only, ...others] = siteIds
  return others.length === 0 ? sql`site_id = ${only}` : sql`site_id = any(${siteIds}::uuid[])`
}
