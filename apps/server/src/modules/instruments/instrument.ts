import type { CalibrationResult, InstrumentStatus, StatedInstrument } from '@plumbline/contract'

/**
 * Which compliance rule applies to an instrument. Together with a due date it determines the token without reading
 * the basis.
 */
export type ComplianceGroup = 'scheduled' | 'failed' | 'never' | 'out' | 'reference' | 'retired'

/** What people and programs state about an instrument: every value is in a ledger entry as it was given. */
export interface StatedFields extends StatedInstrument {}

/** Shipment details recorded by people, under the names of the API. */
export type ShipmentFields = {
  readonly provider_id: string | null
  readonly purchase_order: string | null
  /** YYYY-MM-DD. */
  readonly expected_return: string | null
  /** A decimal number. */
  readonly cost: string | null
  /** ISO 4217. */
  readonly currency: string | null
}

/** A shipment without any details. */
export const emptyShipment: ShipmentFields = {
  provider_id: null,
  purchase_order: null,
  expected_return: null,
  cost: null,
  currency: null,
}

/** Status, quarantine and extension: stated by people, or determined by a calibration that counts. */
export interface LifecycleFields {
  status: InstrumentStatus
  /** While out for calibration: the status to return to. */
  statusBeforeSendingOut: InstrumentStatus | null
  /** While out for calibration: the date of sending out, in the workspace's time zone. */
  sentOutOn: string | null
  /** While out for calibration: shipment details; null if there are none. */
  shipment: ShipmentFields | null
  isQuarantined: boolean
  /** The failed record that caused the quarantine; null if a person set it. */
  quarantineCalibrationId: string | null
  retiredAt: string | null
  extensionUntil: string | null
  extensionReason: string | null
  extensionGrantedAt: string | null
  extensionGrantedBy: string | null
  /** The basis on which the extension was granted. */
  extensionBasisId: string | null
}

/** Fields derived from the other fields, the calibrations that count, and the time zones. */
export interface DerivedFields {
  basisCalibrationId: string | null
  basisPerformedAt: string | null
  basisResult: CalibrationResult | null
  /** The due date stated by the basis; null if it states none. */
  basisNextDueDate: string | null
  /** Whether the basis is the record that the extension was granted on, or a correction of it. */
  extensionHolds: boolean
  complianceGroup: ComplianceGroup
  /**
   * Effective due dates, including any extension, in the workspace's time zone and in the site's. The slot named by
   * `Workspace.dueSlot` is in force; the other one is filled while a time zone change is pending.
   */
  dueDate0: string | null
  dueDate1: string | null
  siteDueDate0: string | null
  siteDueDate1: string | null
}

/** An instrument as stored, dates as YYYY-MM-DD and instants as the API writes them. */
export interface InstrumentRow extends StatedFields, LifecycleFields, DerivedFields {
  instrumentId: string
  createdAt: string
  updatedAt: string
  /** Index of the last change in the ledger: the version in the ETag. */
  ledgerIndex: number
  /** Time zone of its site, joined from the site; null if the workspace's time zone applies. */
  siteTimeZone: string | null
}
