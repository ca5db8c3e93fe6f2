import { join, raw, sql, type Search, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { tokenCondition, type TokenDay } from '../compliance/index.ts'
import type { InstrumentFilter } from './list-filter.ts'
import { countFoundIds, foundIds, foundInstruments } from './word-store.ts'

/** The day on which a list is read, and which due dates hold then. */
export interface ListDay extends TokenDay {
  readonly slot: 0 | 1
}

/** The condition of each filter of a list; undefined for those that are not asked for. */
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
  | 'token'
  | 'due'

/** The conditions of a list on rows of the register; a search is none of them, see `registerOf`. */
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
    ...computedConditions(filter, day, due),
  }
}

/** The register as `i`, or what a search leaves of it. */
export function registerOf(queries: WorkspaceQueries, { search }: InstrumentFilter): Sql {
  return search ? foundInstruments(queries, search) : sql`instruments i`
}

/** Ids of what a search finds within site, status and retirement, which words carry too. */
export function foundOf(queries: WorkspaceQueries, filter: InstrumentFilter, search: Search): Sql {
  return foundIds(queries, search, wordConditions(filter))
}

/** How many those are: a statement that answers a `total`. */
export function foundCountOf(queries: WorkspaceQueries, filter: InstrumentFilter, search: Search): Sql {
  return countFoundIds(queries, search, wordConditions(filter))
}

function wordConditions(filter: InstrumentFilter): Sql {
  const { site, status } = traitConditions(filter)
  const active = filter.includeRetired ? undefined : sql`status <> 'retired'`
  return allOf([active, site, status])
}

/** Conditions on what the register and its counts both hold. */
export function traitConditions(filter: InstrumentFilter): Pick<Conditions, 'site' | 'status'> {
  return { site: siteCondition(filter.siteIds), status: equal(sql`status`, filter.status) }
}

/**
 * What the computed filters ask of a row, as ranges of its due date. The same conditions read the register
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

/** All conditions that there are, joined; `true` without any. */
export function allOf(conditions: readonly (Sql | undefined)[]): Sql {
  const present = conditions.filter((condition) => condition !== undefined)
  return present.length === 0 ? sql`true` : join(present, ' and ')
}

function equal(column: Sql, value: string | undefined): Sql | undefined {
  return value === undefined ? undefined : sql`${column} = ${value}`
}

function siteCondition(siteIds: readonly string[] | null): Sql | undefined {
  if (siteIds === null) return undefined
  const [only, ...others] = siteIds
  return others.length === 0 ? sql`site_id = ${only}` : sql`site_id = any(${siteIds}::uuid[])`
}
