import type { Actor } from '../../../platform/actor.ts'
import type { Caller } from '../../access/index.ts'
import type { BasisAtPosition, InstrumentRow } from '../../instruments/index.ts'
import type { CanonicalValue, EntryDraft } from '../../ledger/index.ts'
import type { WorkspaceSettings } from '../../workspaces/index.ts'
import type { EffectChange } from '../deps.ts'
import { approvalEvents, type RecordEvent } from '../events.ts'
import { decisionEntry, recordEntry, voidEntry } from '../ledger-payload.ts'
import type { CalibrationDraft, CalibrationRow, Decision, MarkerRow, StatedFields } from '../record.ts'
import { freezeMeasurements, outAsFound } from '../recorded-measurements.ts'
import { freeze, type FrozenRequirements, type FrozenStandard, type SnapshotParts } from '../snapshot.ts'
import type { Accreditation } from './accreditation.ts'
import type { CheckedRecord, Performer } from './check.ts'
import { decidedRow, decisionAtOnce } from './decision.ts'
import { basisChange, countingRecord, type CountingChange, type CountingRecord } from './effect.ts'
import type { HeadInputs } from './inputs-store.ts'
import type { Measured } from './measured-points.ts'
import { noAccreditation, type FrozenAccreditation } from './provider-of-record.ts'
import type { MarkerDraft, NewCalibration, NewDecision, NewMarker, Position } from './write-store.ts'

/** The inputs of planning a change. */
export interface PlanningInputs {
  /** Who makes the change, with the settings in force at its position. */
  readonly caller: Caller
  /** Number of entries in the ledger. */
  readonly size: number
  /** The instant of the next entries. */
  readonly at: string
  /** What was read of instruments while holding the head, by ID. */
  readonly instruments: ReadonlyMap<string, HeadInputs>
}

/** A change of an instrument's records, with everything to be written for it. */
export interface PlannedChange {
  readonly instrument: InstrumentRow
  /** In the order of their positions. */
  readonly entries: readonly EntryDraft[]
  readonly record?: NewCalibration
  readonly decision?: NewDecision
  readonly marker?: NewMarker
  /** The record afterwards. */
  readonly row: CalibrationRow
  /** Null if the counting records do not change. */
  readonly effect: BasisAtPosition | null
  /** The basis for changes of findings and certificates; null if the records in effect do not change. */
  readonly followed: EffectChange | null
  readonly events: readonly RecordEvent[]
}

/** A record to be planned. */
export interface RecordToPlan {
  readonly checked: CheckedRecord
  readonly calibrationId: string
  /** As frozen by records; see `laboratoryOfRecord`. */
  readonly laboratory: CanonicalValue
  /** The record that counts so far, excluding a corrected one; undefined if there is none. */
  readonly remaining: CountingRecord | undefined
}

/** Plans new records, one entry after another, with their approvals if the policy approves on entry. */
export function planRecords(inputs: PlanningInputs, records: readonly RecordToPlan[]): PlannedChange[] {
  const planned: PlannedChange[] = []
  let size = inputs.size
  for (const record of records) {
    const change = planRecord({ ...inputs, size }, record)
    planned.push(change)
    size += change.entries.length
  }
  return planned
}

function planRecord(inputs: PlanningInputs, record: RecordToPlan): PlannedChange {
  const { caller, size, at } = inputs
  const { calibrationId, laboratory, remaining } = record
  const { instrument, corrected, measured } = record.checked
  const { workspace } = caller
  const surroundings = { actor: caller, workspace, laboratory, site: instrument }
  const draft = draftRecord({ ...record.checked, calibrationId, ...surroundings })
  const decision = decisionAtOnce(caller, instrument, corrected?.row ?? null)
  const position = { index: size, at }
  const decided = decision && { decision, position: { index: size + 1, at } }
  const row = rowOf(draft, position, corrected?.row ?? null, decision)
  const { chainFirstLedgerIndex, correctsId: endedId } = row
  const chainIds = [row.calibrationId, ...(corrected?.chainIds ?? [])]
  const approved = countingRecord(row, chainIds)
  const points = async () => measured?.points ?? null
  return {
    instrument,
    entries: entriesOf(draft, decision),
    record: { draft, position, chainFirstLedgerIndex, decided },
    row,
    effect:
      decided && effectAt(inputs, instrument, decided.position, { remaining, approved, ended: endedId }),
    followed: decided && { instrument, approved: { row, points }, endedId },
    events: [
      { type: 'calibration.created' },
      ...(decided ? approvalEvents(row, corrected?.row ?? null) : []),
    ],
  }
}

/** A pending record whose instrument the transaction has locked. */
interface Waiting {
  readonly row: CalibrationRow
  readonly instrument: InstrumentRow
  readonly decision: Decision
}

/** An approval and what it changes. */
export interface ApprovalToPlan extends Waiting {
  /** The record that it replaces; null if it is not a correction. */
  readonly corrected: CalibrationRow | null
  /** The record that counts so far, excluding the corrected one; undefined if there is none. */
  readonly remaining: CountingRecord | undefined
  /** IDs of the record and of those that it corrects. */
  readonly chainIds: readonly string[]
  readonly points: NonNullable<EffectChange['approved']>['points']
}

/** Plans the approval of a record. */
export function planApproval(inputs: PlanningInputs, approval: ApprovalToPlan): PlannedChange {
  const { instrument, corrected, remaining, chainIds, points } = approval
  const decided = planDecision(inputs, approval)
  const { row, decision } = decided
  const endedId = row.correctsId
  const change = { remaining, approved: countingRecord(row, chainIds), ended: endedId }
  return {
    ...decided,
    effect: effectAt(inputs, instrument, decision.position, change),
    followed: { instrument, approved: { row, points }, endedId },
    events: approvalEvents(row, corrected),
  }
}

/** Plans the rejection of a record, which leaves everything else unchanged. */
export function planRejection(
  inputs: PlanningInputs,
  rejection: Waiting & { readonly reason: string },
): PlannedChange {
  const events: RecordEvent[] = [{ type: 'calibration.rejected', reason: rejection.reason }]
  return { ...planDecision(inputs, rejection), effect: null, followed: null, events }
}

function planDecision({ size, at }: PlanningInputs, { row, instrument, decision }: Waiting) {
  const { calibrationId } = row
  return {
    instrument,
    entries: [decisionEntry(row, decision)],
    decision: { calibrationId, decision, position: { index: size, at } },
    row: decidedRow(row, decision, at),
  }
}

/** A void of a record. */
export interface VoidToPlan {
  readonly row: CalibrationRow
  readonly instrument: InstrumentRow
  readonly marker: MarkerDraft
  /** The record that counts without the voided one; undefined if there is none. */
  readonly remaining: CountingRecord | undefined
}

/** Plans the void of a record; `marked` is the marker as read afterwards. */
export function planVoid(
  inputs: PlanningInputs,
  { row, instrument, marker, remaining }: VoidToPlan,
): PlannedChange & { readonly marked: MarkerRow } {
  const position = { index: inputs.size, at: inputs.at }
  const { calibrationId: endedId } = row
  const marked = markerRow(marker, position)
  return {
    instrument,
    entries: [voidEntry(marker)],
    marker: { marker, position },
    row: { ...row, voidedById: marker.voidId },
    effect: effectAt(inputs, instrument, position, { remaining, ended: endedId }),
    followed: { instrument, approved: null, endedId },
    events: [{ type: 'calibration.voided', marker: marked }],
    marked,
  }
}

function effectAt(
  { caller, instruments }: PlanningInputs,
  instrument: InstrumentRow,
  position: Position,
  happened: CountingChange,
): BasisAtPosition {
  const zones = instruments.get(instrument.instrumentId)
  if (!zones) throw new Error(`nothing was read of instrument ${instrument.instrumentId} under the head`)
  const change = basisChange(instrument, caller.workspace.timeZone, happened)
  return { instrument, change, position, zones }
}

/** Returns a record at its position, as read afterwards. */
function rowOf(
  { snapshot, measurements, ...draft }: CalibrationDraft,
  position: Position,
  corrected: CalibrationRow | null,
  decision: Decision | null,
): CalibrationRow {
  const undecided: CalibrationRow = {
    ...draft,
    unitOfMeasure: snapshot.instrument.unit_of_measure,
    pointsOutAsFound: measurements && outAsFound(measurements),
    recordType: 'calibration',
    ledgerIndex: position.index,
    createdAt: position.at,
    chainFirstLedgerIndex: corrected?.chainFirstLedgerIndex ?? position.index,
    decision: null,
    decidedAt: null,
    decidedBy: null,
    approvedAutomatically: false,
    signatureMeaning: null,
    rejectionReason: null,
    supersededById: null,
    voidedById: null,
  }
  return decision ? decidedRow(undecided, decision, position.at) : undecided
}

/** Returns the entries of a record, with its decision if it is made on entry. */
export function entriesOf(draft: CalibrationDraft, decision: Decision | null): EntryDraft[] {
  return [recordEntry(draft), ...(decision ? [decisionEntry(draft, decision)] : [])]
}

/** The parts of a calibration. */
interface DraftParts {
  readonly calibrationId: string
  /** Who enters it. */
  readonly actor: Actor
  readonly performer: Performer
  readonly workspace: WorkspaceSettings
  readonly laboratory: SnapshotParts['laboratory']
  readonly site: SnapshotParts['site']
  readonly instrument: SnapshotParts['instrument']
  readonly stated: StatedFields
  /** Null for a record with a single reading. */
  readonly measured: Measured | null
  /** Null if the record names none. */
  readonly standard: FrozenStandard | null
  /** The requirements that it had to meet. */
  readonly requirements: FrozenRequirements
  readonly accreditation: Accreditation
  /** What is frozen of its provider's accreditation; omitted if it names no provider. */
  readonly ofProvider?: FrozenAccreditation
  readonly isStartingRecord?: boolean
  /** The corrected record and the reason; null if this is not a correction. */
  readonly corrected: {
    readonly row: Pick<CalibrationRow, 'calibrationId'>
    readonly reason: string
  } | null
}

/** Returns a calibration with a frozen snapshot of its context. */
export function draftRecord(parts: DraftParts): CalibrationDraft {
  const { actor, instrument, stated, measured, standard, corrected } = parts
  return {
    ...stated,
    ...(parts.ofProvider ?? noAccreditation),
    measurements: measured && freezeMeasurements(measured.points, measured.standards),
    measurementCount: measured && measured.summary.measurementCount,
    pointsOut: measured && measured.summary.pointsOut,
    pointsWithoutFinal: measured && measured.summary.pointsWithoutFinal,
    procedureId: measured?.procedure?.procedureId ?? null,
    procedureCode: measured?.procedure?.code ?? null,
    procedureRevision: measured?.procedure?.revision ?? null,
    calibrationId: parts.calibrationId,
    instrumentId: instrument.instrumentId,
    performedBy: parts.performer.performedBy,
    performedByPersonId: parts.performer.performedByPersonId,
    enteredBy: actor.name,
    enteredByPersonId: actor.userId,
    referenceStandardOverdue: standard && standard.overdue,
    referenceStandardCondition: standard?.condition ?? null,
    accredited: parts.accreditation.accredited,
    isStartingRecord: parts.isStartingRecord ?? false,
    correctsId: corrected?.row.calibrationId ?? null,
    correctionReason: corrected?.reason ?? null,
    snapshot: freeze({ ...parts, scope: parts.accreditation.scope }),
  }
}

/** Returns a marker at its position, as read afterwards. */
function markerRow(draft: MarkerDraft, { index, at }: Position): MarkerRow {
  return {
    recordType: 'void',
    calibrationId: draft.voidId,
    instrumentId: draft.instrumentId,
    ledgerIndex: index,
    createdAt: at,
    performedAt: at,
    performedBy: draft.voidedBy,
    voidsId: draft.voidsId,
    notes: draft.reason,
  }
}
