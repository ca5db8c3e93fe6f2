import { sql, type Queries, type Sql, type Transaction } from '../../../platform/db/index.ts'
import type { ScheduledRow } from './zone-change-store.ts'
import { scheduledColumns } from './zone-change-store.ts'

/** How far due dates of a site's instruments have followed a change of its time zone, in order of creation. */
export interface SiteZoneChange {
  siteId: string
  /** Creation time and ID of the last instrument of the completed batches; null before the first. */
  doneAt: string | null
  doneThrough: string | null
}

/** A position among the instruments of a site. */
export type PositionInSite = Pick<ScheduledRow, 'createdAt' | 'instrumentId'>

/**
 * Records that due dates of a site must follow its new time zone, from the first instrument on. Until the transaction
 * ends no batch of them is computed, so that none follows a time zone that is about to change.
 */
export async function insertSiteZoneChange(tx: Transaction, siteId: string, now: Sql): Promise<void> {
  await tx.rows(sql`
    insert into site_zone_changes (workspace_id, site_id, requested_at)
    values (${tx.workspaceId}, ${siteId}, ${now})
    on conflict (workspace_id, site_id) do update set done_at = null, done_through = null`)
}

/**
 * Returns the oldest change of a site's time zone in progress; the time zone cannot change until the transaction
 * ends.
 */
export async function lockSiteZoneChange(tx: Transaction): Promise<SiteZoneChange | undefined> {
  const [row] = await tx.rows<SiteZoneChange>(sql`
    select site_id as "siteId", done_at as "doneAt", done_through as "doneThrough"
    from site_zone_changes
    where workspace_id = ${tx.workspaceId}
    order by requested_at, site_id
    limit 1
    for update`)
  return row
}

export async function moveSiteZoneChange(
  tx: Transaction,
  siteId: string,
  { createdAt, instrumentId }: PositionInSite,
): Promise<void> {
  await tx.rows(sql`
    update site_zone_changes
    set done_at = ${createdAt}, done_through = ${instrumentId}
    where workspace_id = ${tx.workspaceId} and site_id = ${siteId}`)
}

export async function deleteSiteZoneChange(tx: Transaction, siteId: string): Promise<void> {
  await tx.rows(sql`
    delete from site_zone_changes where workspace_id = ${tx.workspaceId} and site_id = ${siteId}`)
}

/** Returns workspaces in which due dates of a site must still follow its new time zone. */
export async function workspacesInSiteZoneChange(queries: Queries): Promise<string[]> {
  const rows = await queries.rows<{ workspaceId: string }>(sql`
    select distinct workspace_id as "workspaceId" from site_zone_changes order by workspace_id`)
  return rows.map((row) => row.workspaceId)
}

/** Returns the next instruments of a site in the order in which they were entered. */
export async function nextInstrumentsOfSite(
  tx: Transaction,
  { siteId, doneAt, doneThrough }: SiteZoneChange,
  limit: number,
): Promise<PositionInSite[]> {
  const isAfter = sql`(created_at, instrument_id) > (${doneAt}::timestamptz, ${doneThrough}::uuid)`
  return tx.rows<PositionInSite>(sql`
    select instrument_id as "instrumentId", created_at as "createdAt"
    from instruments
    where workspace_id = ${tx.workspaceId} and site_id = ${siteId} and ${doneAt === null ? sql`true` : isAfter}
    order by created_at, instrument_id
    limit ${limit}`)
}

/** Locks those of the instruments that are still at the site, in the lock order that all code uses. */
export async function lockScheduledRows(
  tx: Transaction,
  siteId: string,
  instrumentIds: readonly string[],
): Promise<ScheduledRow[]> {
  return tx.rows<ScheduledRow>(sql`
    select ${scheduledColumns}
    from instruments i
    join sites s on s.workspace_id = ${tx.workspaceId} and s.site_id = ${siteId}
    where i.workspace_id = ${tx.workspaceId} and i.site_id = ${siteId}
      and i.instrument_id = any(${instrumentIds}::uuid[])
    order by i.instrument_id
    for no key update of i`)
}
