import {
  because,
  isFailing,
  standardCondition,
  standardOverdue,
  type StandardInUse,
} from '@plumbline/contract'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { unusableValue } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import { localDate } from '../../compliance/index.ts'
import {
  findInstruments,
  instrumentAtKey,
  recordedStates,
  scheduleOf,
  type InstrumentAt,
  type InstrumentRow,
  type RecordedState,
} from '../../instruments/index.ts'
import type { FrozenStandard } from '../snapshot.ts'
import { findRecordsAtUse, type RecordsAtUse } from './ground-store.ts'

/** An instrument that serves as a standard, with what held for it at the moment of its use. */
export interface StandardAtUse {
  readonly row: InstrumentRow
  readonly usedAt: string
  readonly state: RecordedState
  readonly records: Omit<RecordsAtUse, 'instrumentId' | 'at'>
}

/**
 * Reads standards as they were at the moments of their use, in the order in which they are named; undefined for what the
 * caller does not reach. The register's present row says nothing of then: a record that is entered late is judged by the
 * calibration, the extensions, the status and the quarantine of its time (decisions, section 7).
 */
export async function standardsAtUse(
  tx: WorkspaceQueries,
  caller: Caller,
  uses: readonly InstrumentAt[],
): Promise<(StandardAtUse | undefined)[]> {
  if (uses.length === 0) return []
  const ids = [...new Set(uses.map(({ instrumentId }) => instrumentId))]
  const [rows, records, states] = await Promise.all([
    findInstruments(tx, ids, caller.siteIds),
    findRecordsAtUse(tx, uses),
    recordedStates(tx, uses),
  ])
  const rowOf = new Map(rows.map((row) => [row.instrumentId, row]))
  const recordsOf = new Map(records.map((own) => [instrumentAtKey(own), own]))
  return uses.map((use, index) => {
    const { instrumentId, at } = use
    const row = rowOf.get(instrumentId)
    const own = recordsOf.get(instrumentAtKey(use))
    const state = states[index]
    return row && own && state && { row, usedAt: at, state, records: own }
  })
}

/**
 * Nothing is traceable to itself.
 * @param named the ids that a record of the instrument names as standards, with the field that names each
 * @throws 422 INVALID_REQUEST where one is the instrument's own
 */
export function requireOtherStandards(
  instrumentId: string,
  named: Iterable<readonly [id: string | null | undefined, field: string]>,
): void {
  for (const [id, field] of named) {
    if (id?.toLowerCase() === instrumentId) throw unusableValue(field, because('calibration.own_standard'))
  }
}

/**
 * What a record freezes of a standard.
 * @param field the member of the body that names it
 * @throws 422 INVALID_REQUEST for anything but an instrument within the caller's sites
 */
export function frozenStandard(
  caller: Caller,
  standard: StandardAtUse | undefined,
  field = 'reference_standard_asset_id',
): FrozenStandard {
  if (!standard) {
    throw unusableValue(field, because('calibration.standard_unreachable'))
  }
  const { row, records, usedAt } = standard
  const { timeZone } = caller.workspace
  const inUse = inUseAt(standard, timeZone)
  const usedOn = localDate(usedAt, timeZone)
  return {
    id: row.instrumentId,
    asset_tag: row.assetTag,
    name: row.name,
    manufacturer: row.manufacturer,
    model: row.model,
    serial_number: row.serialNumber,
    last_calibration_at: inUse.lastCalibrationAt,
    due_date: inUse.dueDate,
    certificate_number: records.basis?.certificateNumber ?? null,
    overdue: standardOverdue(inUse, usedAt, usedOn),
    condition: standardCondition(inUse, usedAt, usedOn),
  }
}

/** The due date is the last day on which its calibration is good, in the workspace's zone. */
function inUseAt(standard: StandardAtUse, timeZone: string): StandardInUse {
  const { row, state, records } = standard
  const { basis } = records
  const status = statusAt(standard, timeZone)
  const { dueDate0 } = scheduleOf(
    {
      ...state,
      status,
      basisPerformedAt: basis?.performedAt ?? null,
      basisResult: basis?.result ?? null,
      extensionHolds: state.extensionBasisId !== null && !!basis?.chainIds.includes(state.extensionBasisId),
    },
    { timeZone, dueSlot: 0, pendingTimeZone: null, siteTimeZone: null },
  )
  return {
    inPlan: status !== 'REFERENCE_ONLY' && status !== 'retired',
    lastCalibrationAt: basis?.performedAt ?? null,
    isUnfit: basis !== null && isFailing(basis.result),
    dueDate: dueDate0,
    isQuarantined: isQuarantinedAt(standard),
    isOutOfService: status === 'out_of_service',
    retiredAt: row.retiredAt,
  }
}

/** A calibration on or after the day of sending out has brought it back to the status from before (decisions, section 5). */
function statusAt({ state, records }: StandardAtUse, timeZone: string): InstrumentRow['status'] {
  const { status, sentOutOn, statusBeforeSendingOut } = state
  if (status !== 'OUT_FOR_CALIBRATION' || sentOutOn === null || records.basis === null) return status
  const isBack = localDate(records.basis.performedAt, timeZone) >= sentOutOn
  return isBack ? (statusBeforeSendingOut ?? status) : status
}

/**
 * Set by a person and not lifted since; or by a failing calibration, unless a person lifted it since, until one that passes
 * (decisions, section 5).
 */
function isQuarantinedAt({ state: { quarantine }, records: { conclusive } }: StandardAtUse): boolean {
  if (quarantine?.isQuarantined) return true
  if (conclusive === null || !isFailing(conclusive.result)) return false
  return quarantine === null || conclusive.performedAt > quarantine.at
}
