import {
  type AppDueInstrument,
  type DueInstrument,
  type InstrumentStatus,
  type IntervalUnit,
  isFailing,
} from '@plumbline/contract'
import { zoneOfSite, type Workspace } from '../workspaces/index.ts'
import type { Assignment } from './assign/assignment-store.ts'
import type { PendingRecord } from './pending-store.ts'
import { complianceToken } from './rules/compliance-token.ts'
import { intervalLabel } from './rules/interval-label.ts'
import { startOfDay, today } from './rules/local-date.ts'

/** The data of a row of the worklist. */
export interface DueRow {
  instrumentId: string
  siteId: string
  assetTag: string
  name: string
  serialNumber: string | null
  status: InstrumentStatus
  isQuarantined: boolean
  /** Null for an instrument that was never calibrated, in which case both due dates are null. */
  basisResult: string | null
  /** In the workspace's time zone, which determines tokens. */
  dueDate: string | null
  /** In the time zone of the site, which determines the worklist. */
  siteDueDate: string | null
  graceDays: number | null
  warningDays: number | null
  updatedAt: string
  intervalValue: number
  intervalUnit: IntervalUnit
  siteName: string
  /** Null if the workspace's time zone applies. */
  siteTimeZone: string | null
  locationName: string | null
  /** The place as free text. */
  location: string | null
  responsibleId: string | null
  responsibleName: string | null
}

/**
 * Returns an instrument as the worklist shows it at an instant. Throws Error for one that is retired or for reference
 * only, which no worklist lists.
 */
export function serializeDue(
  row: DueRow,
  workspace: Pick<Workspace, 'timeZone' | 'warningDays'>,
  now: Date,
): DueInstrument {
  const zone = zoneOfSite(workspace, { timeZone: row.siteTimeZone })
  return {
    id: row.instrumentId,
    asset_tag: row.assetTag,
    name: row.name,
    due_at: row.siteDueDate === null ? null : startOfDay(row.siteDueDate, zone),
    due_date: row.siteDueDate ?? today(now, zone),
    compliance_status: tokenOf(row, workspace, now),
    interval_label: intervalLabel({ value: row.intervalValue, unit: row.intervalUnit }),
    site_name: row.siteName,
    location_name: row.locationName,
  }
}

/** What the app shows in addition to a row. */
export interface DueExtras {
  readonly pending: PendingRecord | undefined
  readonly assignment: Assignment | undefined
}

/** Returns a row as the app shows it. */
export function serializeAppDue(
  row: DueRow,
  workspace: Pick<Workspace, 'timeZone' | 'warningDays'>,
  now: Date,
  { pending, assignment }: DueExtras,
): AppDueInstrument {
  const due = serializeDue(row, workspace, now)
  return {
    ...due,
    site_id: row.siteId,
    is_overdue: due.due_date < today(now, zoneOfSite(workspace, { timeZone: row.siteTimeZone })),
    status: row.status,
    has_failed: row.basisResult !== null && isFailing(row.basisResult),
    is_quarantined: row.isQuarantined,
    location: row.location,
    serial_number: row.serialNumber,
    assignee_id: assignment?.assigneeId ?? null,
    assignee_name: assignment?.assigneeName ?? null,
    planned_for: assignment?.plannedFor ?? null,
    responsible_id: row.responsibleId,
    responsible_name: row.responsibleName,
    pending_approval: pending
      ? {
          calibration_id: pending.calibrationId,
          entered_by: pending.enteredBy,
          entered_at: pending.enteredAt,
        }
      : null,
  }
}

function tokenOf(row: DueRow, workspace: Pick<Workspace, 'timeZone' | 'warningDays'>, now: Date): string {
  const token = complianceToken({
    status: row.status,
    basis: row.basisResult === null ? null : { result: row.basisResult },
    dueDate: row.dueDate,
    graceDays: row.graceDays,
    warningDays: row.warningDays ?? workspace.warningDays,
    today: today(now, workspace.timeZone),
  })
  if (token === null) throw new Error(`instrument ${row.instrumentId} is not in the plan`)
  return token
}
