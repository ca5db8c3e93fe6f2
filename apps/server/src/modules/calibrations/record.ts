import type { CalibrationFieldValues, StatedCalibration } from '@plumbline/contract'
import type { LedgerMeasurements } from './recorded-measurements.ts'
import type { Snapshot } from './snapshot.ts'

/** What is stated of a calibration, as a body of the API says it. */
export type StatedFields = StatedCalibration

/** A calibration that is ready for the ledger: everything but its place there. */
export interface CalibrationDraft extends CalibrationFieldValues {
  calibrationId: string
  instrumentId: string
  /** The person behind the printed name of who performed it; null for the system. */
  performedByPersonId: string | null
  /** The person behind the printed name of who entered it, which is null in records of releases that did not distinguish the two. */
  enteredByPersonId: string | null
  /** Null in records with a single reading. */
  measurements: LedgerMeasurements | null
  measurementCount: number | null
  /** Points whose final phase is out of tolerance. */
  pointsOut: number | null
  /** Points that an adjusted record neither measured again nor calls unchanged; null in records of releases that did not count them. */
  pointsWithoutFinal: number | null
  isStartingRecord: boolean
  /** The record whose place it takes once it is approved. */
  correctsId: string | null
  correctionReason: string | null
  snapshot: Snapshot
}

/** A decision on a record. */
export interface Decision {
  readonly decision: 'approved' | 'rejected'
  /** Printed name of who decided. */
  readonly decidedBy: string
  readonly decidedByPersonId: string | null
  /** Given by the policy as the record was appended. */
  readonly isAutomatic: boolean
  /** Of a rejection. */
  readonly reason: string | null
  /** The record whose place an approved correction takes. */
  readonly supersedesId: string | null
  readonly signature: Signature | null
}

/** An electronic signature: the printed name and the time are those of the decision. */
export interface Signature {
  /** What the signer declares by it. */
  readonly meaning: string
  /** Leaf of the ledger that the record's entry is: what was signed, in hex. */
  readonly signedLeafHash: string
}

/** The status of a record, derived from other tables. */
export interface RecordStatus {
  decision: Decision['decision'] | null
  decidedAt: string | null
  decidedBy: string | null
  /** By the policy as it was recorded, without anybody looking at it. */
  approvedAutomatically: boolean
  signatureMeaning: string | null
  rejectionReason: string | null
  /** The approved correction that took its place. */
  supersededById: string | null
  /** The marker that voids it. */
  voidedById: string | null
}

/** A calibration as read, without its snapshot and its points. */
export interface CalibrationRow extends Omit<CalibrationDraft, 'snapshot' | 'measurements'>, RecordStatus {
  /** Points that were out of tolerance as found; null in records with a single reading. */
  pointsOutAsFound: number | null
  recordType: 'calibration'
  /** Of the instrument when the record was made. */
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
