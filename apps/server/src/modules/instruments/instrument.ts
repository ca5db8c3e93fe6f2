import type { CalibrationResult, InstrumentStatus, StatedInstrument } from '@plumbline/contract'

/**
 * Which rule of compliance holds for an instrument. Together with a due date it determines the token
 * without a look at the basis.
 */
export type ComplianceGroup = 'scheduled' | 'failed' | 'never' | 'out' | 'reference' | 'retired'

/** What people and programs state of an instrument: every value stands in a ledger entry as it was given. */
export interface StatedFields extends StatedInstrument {}

/** What people note of a shipment, by the names of the API. */
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

/** A shipment of which nothing is noted. */
export const emptyShipment: ShipmentFields = {
  provider_id: null,
  purchase_order: null,
  expected_return: null,
  cost: null,
  currency: null,
}

/** Status, quarantine and extension: stated by people, or following from a calibration that counts. */
export interface LifecycleFields {
  status: InstrumentStatus
  /** While out for calibration: where to return to. */
  statusBeforeSendingOut: InstrumentStatus | null
  /** While out for calibration: the workspace's local date of sending out. */
  sentOutOn: string | null
  /** While out for calibration: what is noted of the shipment; null where nothing is. */
  shipment: ShipmentFields | null
  isQuarantined: boolean
  /** The failed record that caused the quarantine; null when a person set it. */
  quarantineCalibrationId: string | null
  retiredAt: string | null
  extensionUntil: string | null
  extensionReason: string | null
  extensionGrantedAt: string | null
  extensionGrantedBy: string | null
  /** The basis on which the extension was granted. */
  extensionBasisId: string | null
}

/** What follows by rule from the other fields, the calibrations that count, and the zones. */
export interface DerivedFields {
  basisCalibrationId: string | null
  basisPerformedAt: string | null
  basisResult: CalibrationResult | null
  /** The due date that the basis states itself; null where it states none. */
  basisNextDueDate: string | null
  /** Whether the basis is the record that the extension was granted on, or a correction of it. */
  extensionHolds: boolean
  complianceGroup: ComplianceGroup
  /**
   * Effective due dates, extension included, in the workspace's zone and in the site's. The slot
   * that `Workspace.dueSlot` names holds; the other one is filled while a zone change is pending.
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
  /** Place of the last change in the ledger: the version that the ETag shows. */
  ledgerIndex: number
  /** Zone of its site, read along; null where the workspace's zone holds. */
  siteTimeZone: string | null
}
