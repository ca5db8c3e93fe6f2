import type { InstrumentDetail } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox/index.ts'
import type { Workspace } from '../workspaces/index.ts'
import type { CalibrationResult } from './calibration-result.ts'
import { changedMembers, instrumentEvent, type ChangeEvent } from './events.ts'
import type { InstrumentRow } from './instrument.ts'
import { dueDateOf, presentDetail } from './present.ts'
import { scheduleOf } from './schedule.ts'
import { updateInstrumentRow } from './store.ts'
import { storeScheduled, zonesOf } from './store-scheduled.ts'

/** The calibration that counts from now on. */
export interface Basis {
  readonly calibrationId: string
  readonly performedAt: string
  readonly result: CalibrationResult
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

/** Where the entry stands that a change follows from. */
export interface ChangePlace {
  readonly at: string
  readonly index: number
}

/**
 * Lets a calibration take effect on its instrument: basis, due dates, group, quarantine, the return from
 * sending out, and whether an extension still belongs to the basis (it is kept where it does not, and holds
 * again when its basis counts again). All of it follows by rule from the entry of the calibration, so there
 * is no entry of its own. A retired instrument stays as it is, and so does one that nothing changes of.
 * @param instrument as `lockInstrument` answered it in this transaction
 * @param place of the entry, whose append holds the ledger's head
 * @returns the instrument afterwards, as events show it
 */
export async function applyBasis(
  tx: Transaction,
  { clock }: { clock: Clock },
  workspace: Workspace,
  instrument: InstrumentRow,
  change: BasisChange,
  place: ChangePlace,
): Promise<InstrumentDetail> {
  const changed = afterBasis(instrument, change)
  if (!changed) return presentDetail(instrument, workspace, clock.now())
  const { row, zones } = await storeScheduled(
    tx,
    { ...changed, updatedAt: place.at, ledgerIndex: place.index },
    zonesOf(workspace, instrument),
    (scheduled, held) => updateInstrumentRow(tx, scheduled, held, 'moving'),
  )
  const reader = { ...workspace, ...zones }
  const now = clock.now()
  const detail = presentDetail(row, reader, now)
  const changedFields = changedMembers(presentDetail(instrument, reader, now), detail)
  const events = eventsOf(instrument, row, changedFields)
  writeEvents(
    tx,
    events.map((event) => instrumentEvent(event, detail, place.at)),
  )
  return detail
}

/** What a change of the calibrations that count would mean for the instrument now; nothing is written. */
export function foreseeBasis(
  instrument: InstrumentRow,
  workspace: Workspace,
  change: BasisChange,
): { dueDate: string | null; isQuarantined: boolean } {
  const after = afterBasis(instrument, change) ?? instrument
  const scheduled = { ...after, ...scheduleOf(after, zonesOf(workspace, instrument)) }
  return { dueDate: dueDateOf(scheduled, workspace), isQuarantined: after.isQuarantined }
}

/** The instrument once the calibration took effect, due dates aside; undefined where it stays as it is. */
export function afterBasis(instrument: InstrumentRow, change: BasisChange): InstrumentRow | undefined {
  if (instrument.retiredAt !== null) return undefined
  const standing = standingAfter(instrument, change)
  const names = Object.keys(standing) as (keyof Standing)[]
  return names.some((name) => standing[name] !== instrument[name])
    ? { ...instrument, ...standing }
    : undefined
}

type Standing = Pick<
  InstrumentRow,
  | 'basisCalibrationId'
  | 'basisPerformedAt'
  | 'basisResult'
  | 'extensionHolds'
  | 'isQuarantined'
  | 'quarantineCalibrationId'
  | 'status'
  | 'statusBeforeSendingOut'
  | 'sentOutOn'
>

function standingAfter(instrument: InstrumentRow, change: BasisChange): Standing {
  const { basis } = change
  return {
    basisCalibrationId: basis?.calibrationId ?? null,
    basisPerformedAt: basis?.performedAt ?? null,
    basisResult: basis?.result ?? null,
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
): Pick<Standing, 'isQuarantined' | 'quarantineCalibrationId'> {
  if (quarantine === 'keep') return { isQuarantined, quarantineCalibrationId }
  if (quarantine === 'lift') return { isQuarantined: false, quarantineCalibrationId: null }
  return { isQuarantined: true, quarantineCalibrationId: quarantine.causedBy }
}

function statusAfter(
  { status, statusBeforeSendingOut, sentOutOn }: InstrumentRow,
  returns: boolean,
): Pick<Standing, 'status' | 'statusBeforeSendingOut' | 'sentOutOn'> {
  if (!returns || status !== 'OUT_FOR_CALIBRATION') return { status, statusBeforeSendingOut, sentOutOn }
  if (statusBeforeSendingOut === null) throw new Error('an instrument was sent out from nowhere')
  return { status: statusBeforeSendingOut, statusBeforeSendingOut: null, sentOutOn: null }
}

function eventsOf(before: InstrumentRow, after: InstrumentRow, changedFields: string[]): ChangeEvent[] {
  const updated: ChangeEvent = { type: 'instrument.updated', changedFields }
  if (after.status === before.status) return [updated]
  return [updated, { type: 'instrument.status_changed', previousStatus: before.status, reason: null }]
}
