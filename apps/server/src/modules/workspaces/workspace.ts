import type { approvalPolicies, ColumnSettings, plans, SiteFieldValues } from '@plumbline/contract'
import type { Laboratory } from './laboratory.ts'

/** A plan; the last two include the API (contract, "Authentication", 4). */
export type Plan = (typeof plans)[number]

/** When calibration records count: immediately, or after approval by an admin or manager. */
export type ApprovalPolicy = (typeof approvalPolicies)[number]

/** A workspace with its settings; the contract's table lists those that take effect immediately. */
export interface Workspace extends ColumnSettings {
  workspaceId: string
  /** Differs after every change. */
  version: string
  /** IANA name; the calendar days of due dates and tokens are in this time zone. */
  timeZone: string
  /** Which due-date column of instruments contains the dates in `timeZone`. */
  dueSlot: 0 | 1
  /** A time zone whose dates are being prepared in the other column; usually null. */
  pendingTimeZone: string | null
  defaultSiteId: string
  /** Data of the laboratory printed on certificates, and the form of certificates. */
  laboratory: Laboratory
  /** If this workspace contains sample data, the workspace whose members use it; null otherwise. */
  sampleOf: string | null
}

/**
 * The settings of the workspace that every request has available: all but the certificate settings, whose logo may be
 * large.
 */
export type WorkspaceSettings = Omit<Workspace, 'laboratory'>

/** A site of a workspace; the contract's table lists its fields. */
export interface Site extends SiteFieldValues {
  siteId: string
  laboratory: Laboratory
}

/** Returns the time zone in which the worklist counts days for instruments of a site. */
export function zoneOfSite(workspace: Pick<Workspace, 'timeZone'>, site: Pick<Site, 'timeZone'>): string {
  return site.timeZone ?? workspace.timeZone
}
