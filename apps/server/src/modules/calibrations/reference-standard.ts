import { because } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/db/index.ts'
import { unusableValue } from '../../platform/errors.ts'
import type { Caller } from '../access/index.ts'
import { isFailing, localDate } from '../compliance/index.ts'
import { findInstrument, presentSummary } from '../instruments/index.ts'
import { findCertificateNumber } from './read-store.ts'
import { standardOverdue } from './rules/standard-overdue.ts'
import type { ReferenceStandard } from './snapshot.ts'

/**
 * The reference standard that a record names, null when it names none.
 * @throws 422 INVALID_REQUEST for anything but an instrument within the caller's sites
 */
export async function referenceStandardOf(
  tx: Transaction,
  clock: Clock,
  caller: Caller,
  instrumentId: string | null | undefined,
  performedAt: string,
): Promise<ReferenceStandard | null> {
  if (instrumentId == null) return null
  const row = await findInstrument(tx, instrumentId, caller.siteIds)
  if (!row) {
    const field = 'reference_standard_asset_id'
    throw unusableValue(field, because('calibration.standard_unreachable', { field }))
  }
  const { timeZone } = caller.workspace
  const { next_due_at: dueAt } = presentSummary(row, caller.workspace, clock.now())
  const dueDate = dueAt === null ? null : localDate(dueAt, timeZone)
  const state = {
    inPlan: row.status !== 'REFERENCE_ONLY' && row.retiredAt === null,
    lastCalibrationAt: row.basisPerformedAt,
    isUnfit: row.basisResult !== null && isFailing(row.basisResult),
    dueDate,
  }
  return {
    row,
    dueDate,
    certificateNumber: await findCertificateNumber(tx, row.basisCalibrationId),
    overdue: standardOverdue(state, performedAt, localDate(performedAt, timeZone)),
  }
}
