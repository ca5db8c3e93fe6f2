import type { CalibrationRecordWithMeasurements } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import { ApiError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Caller } from '../../access/index.ts'
import { laboratoryOfRecord } from '../../workspaces/index.ts'
import type { RecordingDeps } from '../deps.ts'
import { checkRecord } from '../write/check.ts'
import { lockInputs, type LockedItem, type RecordItem } from '../write/inputs-store.ts'
import { requirePerformed } from '../write/stated-fields.ts'
import { writeRecords } from '../write/write.ts'
import { fitting } from './append-calibration.ts'

/**
 * Appends calibrations within a transaction, in order. An instrument may occur more than once. Either all commit or
 * none does. The transaction has locked the instruments: the items may be written in several groups, each of which
 * takes the head of the ledger, and that is the last lock that is waited for.
 * @returns the record of each, or its refusal, as for `appendCalibration`
 */
export async function appendMany(
  tx: Transaction,
  deps: RecordingDeps,
  caller: Caller,
  items: readonly RecordItem[],
): Promise<(CalibrationRecordWithMeasurements | ApiError)[]> {
  const all = items.map(withLock)
  const results: (CalibrationRecordWithMeasurements | ApiError)[] = []
  while (results.length < all.length) {
    const left = all.slice(results.length)
    const group = left.slice(0, fitting(left))
    const inputs = await lockInputs(tx, deps.clock, caller, group)
    const written = (await writeRecords(tx, deps, caller, timely(deps.clock, group), inputs)).values()
    results.push(...group.map((item) => untimely(deps.clock, item) ?? written.next().value!))
  }
  return results
}

/**
 * Checks calibrations as `appendMany` would, without writing anything.
 * @returns the reason each would be refused; undefined if it would be appended
 */
export async function checkMany(
  tx: Transaction,
  { clock }: RecordingDeps,
  caller: Caller,
  items: readonly RecordItem[],
): Promise<(ApiError | undefined)[]> {
  if (items.length === 0) return []
  const inputs = await lockInputs(tx, clock, caller, items.map(withLock))
  const { settings } = await laboratoryOfRecord(tx, caller.workspace)
  return items.map((item) => {
    const checked = untimely(clock, item) ?? checkRecord(caller, inputs, item, settings)
    return checked instanceof ApiError ? checked : undefined
  })
}

/** A lock that no other transaction requests, so the only wait is for the instrument itself. */
function withLock(item: RecordItem): LockedItem {
  return { ...item, advisoryLock: `append ${newId()}` }
}

function timely(clock: Clock, items: readonly LockedItem[]): LockedItem[] {
  return items.filter((item) => untimely(clock, item) === undefined)
}

/** Returns the refusal of an impossible time of performance. */
function untimely(clock: Clock, { body }: RecordItem): ApiError | undefined {
  try {
    requirePerformed(clock, body)
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
