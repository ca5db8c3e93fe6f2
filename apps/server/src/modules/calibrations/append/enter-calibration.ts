import type { Actor } from '../../../platform/actor.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Caller } from '../../access/index.ts'
import type { InstrumentRow } from '../../instruments/index.ts'
import {
  findLocation,
  findSite,
  recordedLaboratoryOf,
  type WorkspaceSettings,
} from '../../workspaces/index.ts'
import { countingRecord, takeEffect } from '../basis/take-effect.ts'
import { decidedRow, decisionOf, requiresSignature } from '../decision.ts'
import { approvalEvents, emitRecordEvents, type RecordEvent } from '../events.ts'
import { decisionEntry, recordEntry } from '../ledger-payload.ts'
import { findChain, findCounting } from '../read-store.ts'
import type { CalibrationDraft, CalibrationRow, Decision, StatedFields } from '../record.ts'
import {
  freeze,
  type FrozenPlace,
  type FrozenRequirements,
  type FrozenStandard,
  type SnapshotParts,
} from '../snapshot.ts'
import { enterDecided } from '../settings-at-head.ts'
import { insertCalibration, type Place } from '../write-store.ts'
import { freezeMeasurements, outAsFound } from '../recorded-measurements.ts'
import type { RecordingDeps } from '../deps.ts'
import type { Measured } from './measured-points.ts'
import type { Performer } from './performer.ts'

/** A record that passed every check, for an instrument that the transaction holds locked. */
export interface CheckedCalibration {
  readonly instrument: InstrumentRow
  readonly stated: StatedFields
  /** Null for a record with a single reading. */
  readonly measured: Measured | null
  /** Null where the record names none. */
  readonly standard: FrozenStandard | null
  readonly performer: Performer
  /** What it had to state, and does. */
  readonly requirements: FrozenRequirements
  /** The record that it corrects, and why. */
  readonly correction?: { readonly of: CalibrationRow; readonly reason: string }
}

/**
 * Enters a new record in the ledger, with its approval where the policy gives it at once, and lets an
 * approved one take effect on its instrument. Call it last, and within `underPresentSettings`: it takes the ledger's head.
 */
export async function enterCalibration(
  tx: Transaction,
  { clock, followRecords }: RecordingDeps,
  caller: Caller,
  checked: CheckedCalibration,
): Promise<CalibrationRow> {
  const { instrument, correction } = checked
  const corrected = correction?.of ?? null
  const decision = decisionAtOnce(caller, instrument, corrected)
  // Sent together: the fewer round trips, the shorter others wait for the instrument.
  const [draft, remaining, chainIds] = await Promise.all([
    draftCalibration(tx, { ...checked, actor: caller, workspace: caller.workspace }),
    decision ? findCounting(tx, instrument.instrumentId, corrected?.calibrationId ?? null) : undefined,
    corrected ? findChain(tx, corrected.calibrationId) : [],
  ])
  const [place, decidedPlace] = await enterDecided(tx, clock, caller, [
    recordEntry(draft),
    ...(decision ? [decisionEntry(draft, decision)] : []),
  ])
  const decided = decision && decidedPlace ? { decision, place: decidedPlace } : null
  const row = placedRow(draft, place, corrected, decision)
  const { chainFirstLedgerIndex } = row
  const approved = countingRecord(row, [row.calibrationId, ...chainIds])
  // Carried out in this order. The instrument comes last, as it refers to the record.
  insertCalibration(tx, { draft, place, chainFirstLedgerIndex, decided })
  emitRecordEvents(tx, row, instrument, place.at, entryEvents(row, corrected))
  if (decided) {
    await takeEffect(tx, clock, caller.workspace, instrument, decided.place, {
      remaining,
      approved,
      ended: row.correctsId,
    })
    const points = async () => checked.measured?.points ?? null
    await followRecords?.(tx, clock, caller, [
      { instrument, approved: { row, points }, endedId: row.correctsId },
    ])
  }
  return row
}

/**
 * The approval that comes with the record: where the policy is automatic, unless the instrument asks for an
 * electronic signature (decisions, section 7).
 */
export function decisionAtOnce(
  caller: Caller,
  instrument: InstrumentRow,
  corrected: CalibrationRow | null,
): Decision | null {
  const { workspace } = caller
  if (workspace.approvalPolicy !== 'automatic' || requiresSignature(workspace, instrument)) return null
  const supersedesId = corrected?.calibrationId ?? null
  return decisionOf(caller, { decision: 'approved', isAutomatic: true, supersedesId })
}

/** A record at its place, as it is read from there on. */
export function placedRow(
  { snapshot: _snapshot, measurements, ...draft }: CalibrationDraft,
  place: Place,
  corrected: CalibrationRow | null,
  decision: Decision | null,
): CalibrationRow {
  const undecided: CalibrationRow = {
    ...draft,
    pointsOutAsFound: measurements && outAsFound(measurements),
    recordType: 'calibration',
    ledgerIndex: place.index,
    createdAt: place.at,
    chainFirstLedgerIndex: corrected?.chainFirstLedgerIndex ?? place.index,
    decision: null,
    decidedAt: null,
    decidedBy: null,
    approvedAutomatically: false,
    signatureMeaning: null,
    rejectionReason: null,
    supersededById: null,
    voidedById: null,
  }
  return decision ? decidedRow(undecided, decision, place.at) : undecided
}

/** The events of entering a record. */
export function entryEvents(row: CalibrationRow, corrected: CalibrationRow | null): RecordEvent[] {
  const created: RecordEvent = { type: 'calibration.created' }
  return row.decision === 'approved' ? [created, ...approvalEvents(row, corrected)] : [created]
}

/** What a calibration is made from. */
interface DraftParts {
  /** Who enters it. */
  readonly actor: Actor
  readonly performer: Performer
  readonly workspace: WorkspaceSettings
  readonly instrument: SnapshotParts['instrument']
  readonly stated: StatedFields
  /** Null for a record with a single reading. */
  readonly measured: Measured | null
  /** Null where the record names none. */
  readonly standard: FrozenStandard | null
  /** What it had to state. */
  readonly requirements: FrozenRequirements
  readonly isStartingRecord?: boolean
  /** The record that this one corrects, and why. */
  readonly correction?: {
    readonly of: Pick<CalibrationRow, 'calibrationId'>
    readonly reason: string
  }
}

/** What is frozen of the surroundings beside what the parts bring. */
type Surroundings = Pick<SnapshotParts, 'laboratory' | 'site'>

/** A calibration with a new id and the state of its surroundings frozen; reads, and writes nothing. */
export async function draftCalibration(tx: Transaction, parts: DraftParts): Promise<CalibrationDraft> {
  const { instrument, workspace } = parts
  const [laboratory, site] = await Promise.all([recordedLaboratoryOf(tx, workspace), placeOf(tx, instrument)])
  return draftOf(parts, { laboratory, site })
}

/** The same where all of it was read before. */
export function draftOf(parts: DraftParts, surroundings: Surroundings): CalibrationDraft {
  const { actor, workspace, instrument, stated, measured, standard, requirements, correction } = parts
  return {
    ...stated,
    measurements: measured && freezeMeasurements(measured.points, measured.standards),
    measurementCount: measured && measured.summary.measurementCount,
    pointsOut: measured && measured.summary.pointsOut,
    pointsWithoutFinal: measured && measured.summary.pointsWithoutFinal,
    procedureId: measured?.procedure?.procedureId ?? null,
    procedureCode: measured?.procedure?.code ?? null,
    procedureRevision: measured?.procedure?.revision ?? null,
    calibrationId: newId(),
    instrumentId: instrument.instrumentId,
    performedBy: parts.performer.performedBy,
    performedByPersonId: parts.performer.performedByPersonId,
    enteredBy: actor.name,
    enteredByPersonId: actor.userId,
    referenceStandardOverdue: standard && standard.overdue,
    referenceStandardCondition: standard?.condition ?? null,
    isStartingRecord: parts.isStartingRecord ?? false,
    correctsId: correction?.of.calibrationId ?? null,
    correctionReason: correction?.reason ?? null,
    snapshot: freeze({ instrument, workspace, standard, requirements, ...surroundings }),
  }
}

async function placeOf(tx: Transaction, instrument: DraftParts['instrument']): Promise<FrozenPlace> {
  const [site, location] = await Promise.all([
    findSite(tx, instrument.siteId),
    instrument.locationId === null ? undefined : findLocation(tx, instrument.locationId),
  ])
  if (!site) throw new Error(`site ${instrument.siteId} vanished`)
  return { siteName: site.name, siteLaboratory: site.laboratory, locationName: location?.name ?? null }
}
