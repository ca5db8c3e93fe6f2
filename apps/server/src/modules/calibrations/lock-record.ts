import { because, type RefusalReason } from '@plumbline/contract'
import type { Transaction } from '../../platform/db/index.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import { withCurrentSettings, type Caller } from '../access/index.ts'
import { lockInstrument, type InstrumentRow } from '../instruments/index.ts'
import { findRecord } from './read-store.ts'
import type { CalibrationRow } from './record.ts'

/** A calibration and its instrument, both locked by the transaction. */
export interface LockedRecord {
  readonly row: CalibrationRow
  readonly instrument: InstrumentRow
  /** The caller, with the workspace's settings as read by the transaction. */
  readonly caller: Caller
}

/**
 * Locks the instrument of a calibration. Decisions about records of one instrument are made one after another, so
 * whatever is read here stays true until the transaction ends.
 * @throws 404 NOT_FOUND outside the caller's sites; 409 CONFLICT for a void marker, which cannot be acted on
 */
export async function lockRecord(
  tx: Transaction,
  caller: Caller,
  calibrationId: string,
): Promise<LockedRecord> {
  const found = await findRecord(tx, calibrationId, caller.siteIds)
  const instrument = found && (await lockInstrument(tx, found.instrumentId, caller.siteIds))
  if (!instrument) throw notFound()
  // Read again: the previous holder of the lock may have changed the status of the record.
  const [row, present] = await Promise.all([
    findRecord(tx, calibrationId, caller.siteIds),
    withCurrentSettings(tx, caller),
  ])
  if (row?.recordType !== 'calibration') throw refused(because('calibration.is_marker'))
  return { row, instrument, caller: present }
}

/** Whether the role may decide on, correct and void records. */
export function isDecider({ role }: Pick<Caller, 'role'>): boolean {
  return role === 'admin' || role === 'manager'
}

/** @throws 403 FORBIDDEN unless the caller is an admin or a manager; only they decide, correct and void */
export function requireDecider(caller: Pick<Caller, 'role'>): void {
  if (isDecider(caller)) return
  throw new ApiError('FORBIDDEN', {
    reason: because('calibration.needs_decider'),
  })
}

/** @throws 409 CONFLICT for a record that is decided or voided */
export function requireUndecided(row: CalibrationRow): void {
  if (row.voidedById !== null) throw refused(because('calibration.voided_not_decidable'))
  if (row.decision === null) return
  throw refused(because(`calibration.${row.decision}_already`, { by: row.decidedBy ?? '' }))
}

/** Returns the refusal for the status a record is in. */
export function refused(reason: RefusalReason): ApiError {
  return new ApiError('CONFLICT', { reason })
}
