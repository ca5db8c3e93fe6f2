import {
  because,
  isFailing,
  standardCondition,
  standardOverdue,
  type StandardInUse,
} from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import { unusableValue } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import { localDate } from '../../compliance/index.ts'
import { findInstrument, presentSummary, type InstrumentRow } from '../../instruments/index.ts'
import { findCertificateNumber } from '../read-store.ts'
import type { FrozenStandard } from '../snapshot.ts'

/**
 * The reference standard that a record names, as it was when it was used; null when the record names none.
 * @throws 422 INVALID_REQUEST for anything but an instrument within the caller's sites
 */
export async function referenceStandardOf(
  tx: Transaction,
  clock: Clock,
  caller: Caller,
  instrumentId: string | null | undefined,
  performedAt: string,
  field?: string,
): Promise<FrozenStandard | null> {
  if (instrumentId == null) return null
  const row = await findInstrument(tx, instrumentId, caller.siteIds)
  const number = row ? await findCertificateNumber(tx, row.basisCalibrationId) : null
  return frozenStandard(clock, caller, row && { row, certificateNumber: number }, performedAt, field)
}

/** An instrument that serves as a standard, with the number of the certificate behind its calibration. */
export interface StandardInstrument {
  readonly row: InstrumentRow
  readonly certificateNumber: string | null
}

/** The same for a standard that was already read; undefined when the caller cannot see it. @param field that names it */
export function frozenStandard(
  clock: Clock,
  caller: Caller,
  standard: StandardInstrument | undefined,
  performedAt: string,
  field = 'reference_standard_asset_id',
): FrozenStandard {
  if (!standard) {
    throw unusableValue(field, because('calibration.standard_unreachable'))
  }
  const { row } = standard
  const state = stateOf(row, caller, clock)
  const usedOn = localDate(performedAt, caller.workspace.timeZone)
  return {
    id: row.instrumentId,
    asset_tag: row.assetTag,
    name: row.name,
    manufacturer: row.manufacturer,
    model: row.model,
    serial_number: row.serialNumber,
    last_calibration_at: row.basisPerformedAt,
    due_date: state.dueDate,
    certificate_number: standard.certificateNumber,
    overdue: standardOverdue(state, performedAt, usedOn),
    condition: standardCondition(state, performedAt, usedOn),
  }
}

/** The due date is the last day on which its calibration is good, in the workspace's zone. */
function stateOf(row: InstrumentRow, { workspace }: Caller, clock: Clock): StandardInUse {
  const { next_due_at: dueAt } = presentSummary(row, workspace, clock.now())
  return {
    inPlan: row.status !== 'REFERENCE_ONLY' && row.retiredAt === null,
    lastCalibrationAt: row.basisPerformedAt,
    isUnfit: row.basisResult !== null && isFailing(row.basisResult),
    dueDate: dueAt === null ? null : localDate(dueAt, workspace.timeZone),
    isQuarantined: row.isQuarantined,
    isOutOfService: row.status === 'out_of_service',
    retiredAt: row.retiredAt,
  }
}
