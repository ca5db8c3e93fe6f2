import type { approvalPolicies, ColumnSettings, plans, SiteFieldValues } from '@plumbline/contract'
import type { Laboratory } from './laboratory.ts'

/** A plan; the API comes with the last two (contract, "Authentication", 4). */
export type Plan = (typeof plans)[number]

/** How calibration records come to count: at once, or after an admin or manager approved them. */
export type ApprovalPolicy = (typeof approvalPolicies)[number]

/** A workspace with its settings; the contract's table has those that change at once. */
export interface Workspace extends ColumnSettings {
  workspaceId: string
  /** Another one after every change. */
  version: string
  /** IANA name; calendar days of due dates and tokens are days of this zone. */
  timeZone: string
  /** Which due-date column of instruments holds the dates of `timeZone`. */
  dueSlot: 0 | 1
  /** A zone whose dates are being prepared in the other column; null most of the time. */
  pendingTimeZone: string | null
  defaultSiteId: string
  /** What certificates print of the laboratory, and their form. */
  laboratory: Laboratory
  /** The workspace whose people try things out here, where this one holds sample data; null where it does not. */
  sampleOf: string | null
}

/** What a request has at hand of its workspace: everything but what certificates print, whose logo may be large. */
export type WorkspaceSettings = Omit<Workspace, 'laboratory'>

/** A site of a workspace; the contract's table has what is stated of it. */
export interface Site extends SiteFieldValues {
  siteId: string
  laboratory: Laboratory
}

/** The zone in which the worklist counts days for instruments of a site. */
export function zoneOfSite(workspace: Pick<Workspace, 'timeZone'>, site: Pick<Site, 'timeZone'>): string {
  return site.timeZone ?? workspace.timeZone
}
