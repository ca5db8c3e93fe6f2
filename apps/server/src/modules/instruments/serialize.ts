import {
  instrumentMember,
  textsShownIn,
  type AppInstrument,
  type InstrumentDetail,
  type InstrumentSummary,
  type Shipment,
  type ShownIn,
  type TextMember,
  type TextShownIn,
} from '@plumbline/contract'
import { complianceToken, startOfDay, today } from '../compliance/index.ts'
import type { Workspace } from '../workspaces/index.ts'
import { emptyShipment, type InstrumentRow } from './instrument.ts'
import { activeExtension } from './schedule/schedule.ts'

/** Columns needed for a row of the list. */
export const summaryFields = [
  'instrumentId',
  'assetTag',
  'name',
  ...textsShownIn('list').map(instrumentMember),
  'status',
  'isQuarantined',
  'siteId',
  'locationId',
  'graceDays',
  'warningDays',
  'calibrationIntervalValue',
  'calibrationIntervalUnit',
  'basisPerformedAt',
  'basisResult',
  'basisNextDueDate',
  'dueDate0',
  'dueDate1',
  'retiredAt',
  'extensionUntil',
  'extensionReason',
  'extensionGrantedAt',
  'extensionGrantedBy',
  'extensionHolds',
] as const satisfies (keyof InstrumentRow)[]

/** A row with the columns that the list shows. */
export type SummaryRow = Pick<InstrumentRow, (typeof summaryFields)[number]>

/** The data of the workspace needed to present an instrument. */
export type Reader = Pick<Workspace, 'timeZone' | 'dueSlot' | 'warningDays' | 'requiresElectronicSignature'>

/** Returns the effective due date in the workspace's time zone. */
export function dueDateOf(
  row: Pick<InstrumentRow, 'dueDate0' | 'dueDate1'>,
  workspace: Pick<Workspace, 'dueSlot'>,
): string | null {
  // The other slot serves a caller whose workspace was read just before the slots were switched.
  return workspace.dueSlot === 0 ? (row.dueDate0 ?? row.dueDate1) : (row.dueDate1 ?? row.dueDate0)
}

/** Returns rows of the list in the public form, all at the same instant. */
export function serializeSummaries(
  rows: readonly SummaryRow[],
  workspace: Reader,
  now: Date,
): InstrumentSummary[] {
  const date = today(now, workspace.timeZone)
  return rows.map((row) => summaryOf(row, workspace, date))
}

/** Returns one instrument as lists show it. */
export function serializeSummary(row: SummaryRow, workspace: Reader, now: Date): InstrumentSummary {
  return summaryOf(row, workspace, today(now, workspace.timeZone))
}

/** Returns one instrument with all data of the register. */
export function serializeDetail(
  row: Omit<InstrumentRow, 'siteTimeZone'>,
  workspace: Reader,
  now: Date,
): InstrumentDetail {
  return {
    ...serializeSummary(row, workspace, now),
    ...serializeTexts('detail', row),
    is_reference_standard: row.isReferenceStandard,
    requires_electronic_signature:
      row.requiresElectronicSignatureOverride ?? workspace.requiresElectronicSignature,
    requires_electronic_signature_override: row.requiresElectronicSignatureOverride,
    calibration_interval_value: row.calibrationIntervalValue,
    calibration_interval_unit: row.calibrationIntervalUnit,
    grace_days: row.graceDays,
    procedure_id: row.procedureId,
    shipment: serializeShipment(row),
    customFields: row.customFields,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns one instrument as the app shows it. */
export function serializeAppInstrument(
  row: Omit<InstrumentRow, 'siteTimeZone'>,
  workspace: Reader,
  now: Date,
): AppInstrument {
  return {
    ...serializeDetail(row, workspace, now),
    due_date: dueDateOf(row, workspace),
    warning_days: row.warningDays,
    ...serializeTexts('app', row),
    point_overrides: [...(row.pointOverrides ?? [])],
    responsible_id: row.responsibleId,
    sent_out_on: row.sentOutOn,
  }
}

/** Returns the shipment details of an instrument that is out; null for any other instrument. */
export function serializeShipment({
  status,
  sentOutOn,
  shipment,
}: Pick<InstrumentRow, 'status' | 'sentOutOn' | 'shipment'>): Shipment | null {
  if (status !== 'OUT_FOR_CALIBRATION') return null
  return { sent_out_on: sentOutOn, ...emptyShipment, ...shipment }
}

type TextsOf<Shown extends ShownIn> = Record<TextShownIn<Shown>, string | null>

const textsOf = { list: textsShownIn('list'), detail: textsShownIn('detail'), app: textsShownIn('app') }

/** Returns the optional texts of a row that are shown in a given context. */
function serializeTexts<Shown extends ShownIn>(
  shown: Shown,
  row: Pick<InstrumentRow, TextMember<Shown>>,
): TextsOf<Shown> {
  const values: Readonly<Partial<Record<TextMember, string | null>>> = row
  const texts: Record<string, string | null> = {}
  for (const name of textsOf[shown]) texts[name] = values[instrumentMember(name)] ?? null
  return texts as TextsOf<Shown> // Each of them was set.
}

function summaryOf(row: SummaryRow, workspace: Reader, date: string): InstrumentSummary {
  const dueDate = dueDateOf(row, workspace)
  return {
    id: row.instrumentId,
    asset_tag: row.assetTag,
    name: row.name,
    ...serializeTexts('list', row),
    status: row.status,
    is_quarantined: row.isQuarantined,
    site_id: row.siteId,
    location_id: row.locationId,
    compliance_status: complianceToken({
      status: row.status,
      basis: row.basisResult === null ? null : { result: row.basisResult },
      dueDate,
      graceDays: row.graceDays,
      warningDays: row.warningDays ?? workspace.warningDays,
      today: date,
    }),
    last_calibration_at: row.basisPerformedAt,
    next_due_at: dueDate === null ? null : startOfDay(dueDate, workspace.timeZone),
    retired_at: row.retiredAt,
    deleted: row.retiredAt !== null,
    due_extension: extensionOf(row, workspace),
  }
}

function extensionOf(row: SummaryRow, workspace: Reader): InstrumentSummary['due_extension'] {
  const until = activeExtension(row, workspace.timeZone)
  if (until === null) return null
  return {
    until,
    reason: row.extensionReason,
    extended_at: row.extensionGrantedAt,
    extended_by_user_id: row.extensionGrantedBy,
  }
}
