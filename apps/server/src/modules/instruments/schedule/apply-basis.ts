import type { CalibrationResult } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import { hasConsumers, type OutboxEvent } from '../../../platform/outbox/index.ts'
import type { WorkspaceSettings } from '../../workspaces/index.ts'
import { changedMembers, instrumentEvent, shipmentEvents, type ChangeEvent } from '../events.ts'
import type { InstrumentRow } from '../instrument.ts'
import { dueDateOf, serializeDetail, type Reader } from '../serialize.ts'
import { updateMoving } from './basis-store.ts'
import { scheduleOf, type Zones } from './schedule.ts'
import { zonesOf } from './store-scheduled.ts'

/** The calibration that counts from now on. */
export interface Basis {
  readonly calibrationId: string
  readonly performedAt: string
  readonly result: CalibrationResult
  /** The due date that it states; null if it states none. */
  readonly nextDueDate: string | null
  /** The basis and all records that it corrects, directly or indirectly. */
  readonly chainIds: readonly string[]
}

/** The effect of a decided, corrected or voided calibration on its instrument. */
export interface BasisChange {
  /** Null if no record counts any more. */
  readonly basis: Basis | null
  /** `causedBy` sets the quarantine because of that failed record, `lift` ends it, `keep` leaves it unchanged. */
  readonly quarantine: { readonly causedBy: string } | 'lift' | 'keep'
  /**
   * Whether an instrument that is out for calibration comes back: the record became the basis and its local date is
   * not before `sentOutOn`. Ignored in every other status.
   */
  readonly returnsFromSending: boolean
}

/** The position of the entry that causes a change. */
export interface EntryPosition {
  readonly at: string
  readonly index: number
}

/** A change of the basis at its position, with what was read while holding the ledger's head. */
export interface BasisAtPosition {
  /** As locked by the transaction. */
  readonly instrument: InstrumentRow
  readonly change: BasisChange
  readonly position: EntryPosition
  /** As in force while the ledger's head is locked. */
  readonly zones: Zones
}

/**
 * Applies calibrations to their instruments, each once, in one statement: basis, due dates, group, quarantine, the
 * return from sending out, and whether an extension still belongs to the basis. An extension that does not is
 * retained, and applies again if its basis counts again. All of this follows by rule from the entry of the
 * calibration, so it has no entry of its own. Retired instruments and those for which nothing changes are left
 * unchanged.
 * @returns the events of each by ID, for the caller to write; none if there are no listeners
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
  const detail = serializeDetail(row, reader, now)
  const changedFields = changedMembers(serializeDetail(instrument, reader, now), detail)
  const events = [...eventsOf(instrument, row, changedFields), ...shipmentEvents(instrument, row, null)]
  return events.map((event) => instrumentEvent(event, detail, position.at))
}

/** Returns what a change of the calibrations that count would mean for the instrument now. Writes nothing. */
export function previewBasis(
  instrument: InstrumentRow,
  workspace: WorkspaceSettings,
  change: BasisChange,
): { dueDate: string | null; isQuarantined: boolean } {
  const after = afterBasis(instrument, change) ?? instrument
  const scheduled = { ...after, ...scheduleOf(after, zonesOf(workspace, instrument)) }
  return { dueDate: dueDateOf(scheduled, workspace), isQuarantined: after.isQuarantined }
}

/** Returns the instrument after the calibration took effect, except for due dates; undefined if it does not change. */
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
