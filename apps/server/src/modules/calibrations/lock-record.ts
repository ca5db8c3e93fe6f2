import { because, type RefusalReason } from '@plumbline/contract'
import type { Transaction } from '../../platform/db/index.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import { withPresentSettings, type Caller } from '../access/index.ts'
import { lockInstrument, type InstrumentRow } from '../instruments/index.ts'
import { findRecord } from './read-store.ts'
import type { CalibrationRow } from './record.ts'

/** A calibration and its instrument, which the transaction holds locked. */
export interface LockedRecord {
  readonly row: CalibrationRow
  readonly instrument: InstrumentRow
  /** The caller with the workspace's settings as the transaction reads them. */
  readonly caller: Caller
}

/**
 * Locks the instrument of a calibration: whatever is decided about records of one instrument is decided one
 * after another, so that what is read here stays true until the transaction ends.
 * @throws 404 NOT_FOUND outside the caller's sites; 409 CONFLICT for a void marker, which nothing happens to
 */
export async function lockRecord(
  tx: Transaction,
  caller: Caller,
  calibrationId: string,
): Promise<LockedRecord> {
  const found = await findRecord(tx, calibrationId, caller.siteIds)
  const instrument = found && (await lockInstrument(tx, found.instrumentId, caller.siteIds))
  if (!instrument) throw notFound()
  // Read again: who held the lock before may have changed how the record stands.
  const [row, present] = await Promise.all([
    findRecord(tx, calibrationId, caller.siteIds),
    withPresentSettings(tx, caller),
  ])
  if (row?.recordType !== 'calibration') throw refused(because('calibration.is_marker'))
  return { row, instrument, caller: present }
}

/** Whether the role decides on records, corrects and voids them. */
export function isDecider({ role }: Pick<Caller, 'role'>): boolean {
  return role === 'admin' || role === 'manager'
}

/** @throws 403 FORBIDDEN for anyone but admins and managers, who decide, correct and void */
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

/** A refusal because of how a record stands. */
export function refused(reason: RefusalReason): ApiError {
  return new ApiError('CONFLICT', { reason })
}
