import type { Found } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import type { Caller } from '../../access/index.ts'
import { listRecords, withInstruments } from './list-query.ts'
import { findByNumber } from './number-store.ts'
import { serializeCalibration } from '../serialize.ts'

/** Maximum number of records returned for a number. */
const NUMBERED_MAX = 5

/**
 * Returns records whose certificate number starts with the search text, followed by the latest record of each of the
 * given instruments, all within the caller's reach.
 */
export async function searchRecords(
  queries: WorkspaceQueries,
  caller: Caller,
  { q, instrumentIds, now }: { q: string; instrumentIds: readonly string[]; now: Date },
): Promise<Found['calibrations']> {
  const [numbered, ...latest] = await Promise.all([
    findByNumber(queries, q, caller.siteIds, NUMBERED_MAX),
    ...instrumentIds.map((id) =>
      listRecords(queries, caller, { instrument_id: id, limit: 1, offset: 0 }, '-performed_at'),
    ),
  ])
  const numbers = new Map(numbered.map(({ calibrationId, number }) => [calibrationId, number]))
  const others = latest.flatMap(({ data }) => data).filter(({ id }) => !numbers.has(id))
  const records = [...numbered.map(serializeCalibration), ...others]
  const shown = await withInstruments(queries, caller, records, now)
  return shown.map((calibration) => ({ number: numbers.get(calibration.id) ?? null, calibration }))
}
