import type { CalibrationResult } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import { hasConsumers, type OutboxEvent } from '../../../platform/outbox/index.ts'
import type { WorkspaceSettings } from '../../workspaces/index.ts'
import { changedMembers, instrumentEvent, shipmentEvents, type ChangeEvent } from '../events.ts'
import type { InstrumentRow } from '../instrument.ts'
import { dueDateOf, presentDetail, type Reader } from '../present.ts'
import { updateMoving } from './basis-store.ts'
import { scheduleOf, type Zones } from './schedule.ts'
import { zonesOf } from './store-scheduled.ts'

/** The calibration that counts from now on. */
export interface Basis {
  readonly calibrationId: string
  readonly performedAt: string
  readonly result: CalibrationResult
  /** The due date that it states itself; null where it states none. */
  readonly nextDueDate: string | null
  /** The basis and every record that it corrects, however far back. */
  readonly chainIds: readonly string[]
}

/** What a decided, corrected or voided calibration means for its instrument. */
export interface BasisChange {
  /** Null: no record counts any more. */
  readonly basis: Basis | null
  /**
   * `causedBy` sets the quarantine on account of that failed record, `lift` ends it, `keep` leaves
   * it as it is.
   */
  readonly quarantine: { readonly causedBy: string } | 'lift' | 'keep'
  /**
   * Whether an instrument that is out for calibration comes back: the record became the basis and its
   * local date is not before `sentOutOn`. Without effect in every other status.
   */
  readonly returnsFromSending: boolean
}

/** The position of the entry that a change follows from. */
export interface EntryPosition {
  readonly at: string
  readonly index: number
}

/** A change of the basis at its position, with what was read under the ledger's head. */
export interface BasisAtPosition {
  /** As the transaction holds it locked. */
  readonly instrument: InstrumentRow
  readonly change: BasisChange
  readonly position: EntryPosition
  /** As they hold under the ledger's head. */
  readonly zones: Zones
}

/**
 * Lets calibrations take effect on their instruments, each once, in one statement: basis, due dates, group, quarantine, the
 * return from sending out, and whether an extension still belongs to the basis (it is kept where it does not, and holds
 * again when its basis counts again). All of it follows by rule from the entry of the calibration, so there
 * is no entry of its own. A retired instrument stays as it is, and so does one that nothing changes of.
 * @returns the events of each by its id, for the caller to write; none where nobody listens
 */
export function applyBases(
  tx: Transaction,
  { clock }: { clock: Clock },
  workspace: Reader,
  changes: readonly BasisAtPosition[],
): Map<string, OutboxEvent[]> {
  const rows: InstrumentRow[] = []
  const events = new Map<string, OutboxEvent[]>()
  for (const { instrument, change, position, zones } of changes) {
    const changed = afterBasis(instrument, change)
    if (!changed) continue
    const stamped = { ...changed, updatedAt: position.at, ledgerIndex: position.index }
    const row = { ...stamped, ...scheduleOf(stamped, zones) }
    rows.push(row)
    if (!hasConsumers(tx)) continue
    const reader = { ...workspace, ...zones }
    events.set(row.instrumentId, eventsOfChange({ instrument, row, reader, position, now: clock.now() }))
  }
  updateMoving(tx, rows)
  return events
}

interface ChangedInstrument {
  readonly instrument: InstrumentRow
  readonly row: InstrumentRow
  readonly reader: Reader
  readonly position: EntryPosition
  readonly now: Date
}

function eventsOfChange({ instrument, row, reader, position, now }: ChangedInstrument): OutboxEvent[] {
  const detail = presentDetail(row, reader, now)
  const changedFields = changedMembers(presentDetail(instrument, reader, now), detail)
  const events = [...eventsOf(instrument, row, changedFields), ...shipmentEvents(instrument, row, null)]
  return events.map((event) => instrumentEvent(event, detail, position.at))
}

/** What a change of the calibrations that count would mean for the instrument now; nothing is written. */
export function previewBasis(
  instrument: InstrumentRow,
  workspace: WorkspaceSettings,
  change: BasisChange,
): { dueDate: string | null; isQuarantined: boolean } {
  const after = afterBasis(instrument, change) ?? instrument
  const scheduled = { ...after, ...scheduleOf(after, zonesOf(workspace, instrument)) }
  return { dueDate: dueDateOf(scheduled, workspace), isQuarantined: after.isQuarantined }
}

/** The instrument once the calibration took effect, due dates aside; undefined where it stays as it is. */
export function afterBasis(instrument: InstrumentRow, change: BasisChange): InstrumentRow | undefined {
  if (instrument.retiredAt !== null) return undefined
  const effect = effectOf(instrument, change)
  const names = Object.keys(effect) as (keyof BasisEffect)[]
  return names.some((name) => effect[name] !== instrument[name]) ? { ...instrument, ...effect } : undefined
}

type BasisEffect = Pick<
  InstrumentRow,
  | 'basisCalibrationId'
  | 'basisPerformedAt'
  | 'basisResult'
  | 'basisNextDueDate'
  | 'extensionHolds'
  | 'isQuarantined'
  | 'quarantineCalibrationId'
  | 'status'
  | 'statusBeforeSendingOut'
  | 'sentOutOn'
  | 'shipment'
>

function effectOf(instrument: InstrumentRow, change: BasisChange): BasisEffect {
  const { basis } = change
  return {
    basisCalibrationId: basis?.calibrationId ?? null,
    basisPerformedAt: basis?.performedAt ?? null,
    basisResult: basis?.result ?? null,
    basisNextDueDate: basis?.nextDueDate ?? null,
    extensionHolds:
      instrument.extensionBasisId !== null &&
      (basis?.chainIds.includes(instrument.extensionBasisId) ?? false),
    ...quarantineAfter(instrument, change.quarantine),
    ...statusAfter(instrument, change.returnsFromSending),
  }
}

function quarantineAfter(
  { isQuarantined, quarantineCalibrationId }: InstrumentRow,
  quarantine: BasisChange['quarantine'],
): Pick<BasisEffect, 'isQuarantined' | 'quarantineCalibrationId'> {
  if (quarantine === 'keep') return { isQuarantined, quarantineCalibrationId }
  if (quarantine === 'lift') return { isQuarantined: false, quarantineCalibrationId: null }
  return { isQuarantined: true, quarantineCalibrationId: quarantine.causedBy }
}

function statusAfter(
  { status, statusBeforeSendingOut, sentOutOn, shipment }: InstrumentRow,
  returns: boolean,
): Pick<BasisEffect, 'status' | 'statusBeforeSendingOut' | 'sentOutOn' | 'shipment'> {
  if (!returns || status !== 'OUT_FOR_CALIBRATION') {
    return { status, statusBeforeSendingOut, sentOutOn, shipment }
  }
  if (statusBeforeSendingOut === null) throw new Error('an instrument was sent out from nowhere')
  return { status: statusBeforeSendingOut, statusBeforeSendingOut: null, sentOutOn: null, shipment: null }
}

function eventsOf(before: InstrumentRow, after: InstrumentRow, changedFields: string[]): ChangeEvent[] {
  const updated: ChangeEvent = { type: 'instrument.updated', changedFields }
  if (after.status === before.status) return [updated]
  return [updated, { type: 'instrument.status_changed', previousStatus: before.status, reason: null }]
}
