import { isFailing } from '@plumbline/contract'
import { computedDueDate, isExtensionActive } from '../../compliance/index.ts'
import type { Workspace } from '../../workspaces/index.ts'
import type { ComplianceGroup, DerivedFields, InstrumentRow } from '../instrument.ts'

/** The time zones that the due dates of one instrument follow. */
export type Zones = Pick<Workspace, 'timeZone' | 'dueSlot' | 'pendingTimeZone'> & {
  /** Null if the workspace's time zone applies. */
  siteTimeZone: string | null
}

/** What determines group and due dates. */
export type Scheduled = Pick<
  InstrumentRow,
  | 'status'
  | 'basisPerformedAt'
  | 'basisResult'
  | 'basisNextDueDate'
  | 'calibrationIntervalValue'
  | 'calibrationIntervalUnit'
  | 'extensionUntil'
  | 'extensionHolds'
>

type Schedule = Pick<
  DerivedFields,
  'complianceGroup' | 'dueDate0' | 'dueDate1' | 'siteDueDate0' | 'siteDueDate1'
>

/**
 * Returns the stored compliance data of an instrument: its group, and its due dates in the time zones of the
 * workspace and of its site. The slot of a pending time zone is filled too; otherwise it stays empty.
 */
export function scheduleOf(instrument: Scheduled, zones: Zones): Schedule {
  const present = datesOf(instrument, zones.timeZone, zones.siteTimeZone)
  const pending =
    zones.pendingTimeZone === null
      ? { dueDate: null, siteDueDate: null }
      : datesOf(instrument, zones.pendingTimeZone, zones.siteTimeZone)
  const [first, second] = zones.dueSlot === 0 ? [present, pending] : [pending, present]
  return {
    complianceGroup: groupOf(instrument),
    dueDate0: first.dueDate,
    dueDate1: second.dueDate,
    siteDueDate0: first.siteDueDate,
    siteDueDate1: second.siteDueDate,
  }
}

function groupOf({ status, basisResult }: Scheduled): ComplianceGroup {
  if (status === 'retired') return 'retired'
  if (status === 'REFERENCE_ONLY') return 'reference'
  if (status === 'OUT_FOR_CALIBRATION') return 'out'
  if (basisResult === null) return 'never'
  return isFailing(basisResult) ? 'failed' : 'scheduled'
}

/** Returns both due dates under one time zone of the workspace; null for an instrument that is never due. */
function datesOf(
  instrument: Scheduled,
  workspaceZone: string,
  siteZone: string | null,
): { dueDate: string | null; siteDueDate: string | null } {
  const dueDate = computedDueDateOf(instrument, workspaceZone)
  if (dueDate === null) return { dueDate: null, siteDueDate: null }
  const until = activeExtension(instrument, workspaceZone)
  if (until !== null) return { dueDate: until, siteDueDate: until }
  return { dueDate, siteDueDate: siteZone === null ? dueDate : computedDueDateOf(instrument, siteZone) }
}

/** Returns the due date that follows from basis and interval alone, in a time zone. */
export function computedDueDateOf(instrument: Scheduled, timeZone: string): string | null {
  const { status, basisPerformedAt, basisResult, calibrationIntervalValue: value } = instrument
  if (status === 'retired' || status === 'REFERENCE_ONLY') return null
  if (basisPerformedAt === null || basisResult === null || value === null) return null
  return computedDueDate({
    performedAt: basisPerformedAt,
    timeZone,
    interval: { value, unit: instrument.calibrationIntervalUnit },
    result: basisResult,
    stated: instrument.basisNextDueDate,
  })
}

/**
 * Returns the date of an active extension; null if there is none. Whether it is active depends on the workspace's
 * time zone.
 */
export function activeExtension(instrument: Scheduled, workspaceZone: string): string | null {
  const { extensionUntil, extensionHolds, basisResult } = instrument
  if (extensionUntil === null || !extensionHolds || basisResult === null) return null
  const computed = computedDueDateOf(instrument, workspaceZone)
  if (computed === null) return null
  const extension = { until: extensionUntil, isOfBasis: extensionHolds }
  return isExtensionActive(extension, { result: basisResult, computedDueDate: computed })
    ? extensionUntil
    : null
}
