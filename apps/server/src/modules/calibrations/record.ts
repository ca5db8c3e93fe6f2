import type { CalibrationFieldValues, StatedCalibration } from '@plumbline/contract'
import type { LedgerMeasurements } from './recorded-measurements.ts'
import type { Snapshot } from './snapshot.ts'

/** The stated fields of a calibration, as in the body of the API. */
export type StatedFields = StatedCalibration

/** A calibration that is ready for the ledger, complete except for its position there. */
export interface CalibrationDraft extends CalibrationFieldValues {
  calibrationId: string
  instrumentId: string
  /** The person behind the printed name of the performer; null for the system. */
  performedByPersonId: string | null
  /**
   * The person behind the printed name of who entered it; null in records of releases that did not distinguish the
   * two.
   */
  enteredByPersonId: string | null
  /** Null for records with a single reading. */
  measurements: LedgerMeasurements | null
  measurementCount: number | null
  /** Number of points whose final phase is out of tolerance. */
  pointsOut: number | null
  /**
   * Number of points that an adjusted record neither measured again nor declares unchanged; null in records of
   * releases that did not count them.
   */
  pointsWithoutFinal: number | null
  isStartingRecord: boolean
  /** The record that it replaces once approved. */
  correctsId: string | null
  correctionReason: string | null
  snapshot: Snapshot
}

/** A decision on a record. */
export interface Decision {
  readonly decision: 'approved' | 'rejected'
  /** Printed name of the person who decided. */
  readonly decidedBy: string
  readonly decidedByPersonId: string | null
  /** Whether the policy approved the record as it was appended. */
  readonly isAutomatic: boolean
  /** The reason for a rejection. */
  readonly reason: string | null
  /** The record that an approved correction replaces. */
  readonly supersedesId: string | null
  readonly signature: Signature | null
}

/** An electronic signature. Its printed name and time are those of the decision. */
export interface Signature {
  /** The meaning that the signer declares. */
  readonly meaning: string
  /** The signed ledger leaf, which is that of the record's entry, in hex. */
  readonly signedLeafHash: string
}

/** The status of a record, derived from other tables. */
export interface RecordStatus {
  decision: Decision['decision'] | null
  decidedAt: string | null
  decidedBy: string | null
  /** Approved by the recorded policy, without review by a person. */
  approvedAutomatically: boolean
  signatureMeaning: string | null
  rejectionReason: string | null
  /** The approved correction that replaced it. */
  supersededById: string | null
  /** The marker that voids it. */
  voidedById: string | null
}

/** A calibration as read, without its snapshot and points. */
export interface CalibrationRow extends Omit<CalibrationDraft, 'snapshot' | 'measurements'>, RecordStatus {
  /** Number of points out of tolerance as found; null for records with a single reading. */
  pointsOutAsFound: number | null
  recordType: 'calibration'
  /** Unit of measure of the instrument when the record was made. */
  unitOfMeasure: string | null
  ledgerIndex: number
  createdAt: string
  chainFirstLedgerIndex: number
}

/** A void marker as read. */
export interface MarkerRow {
  recordType: 'void'
  calibrationId: string
  instrumentId: string
  ledgerIndex: number
  createdAt: string
  /** When it was voided. */
  performedAt: string
  /** Who voided it. */
  performedBy: string
  voidsId: string
  /** The reason. */
  notes: string
}

/** A record of the feed. */
export type RecordRow = CalibrationRow | MarkerRow
