import type { StandardAtUse } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import { standardsAtUse } from '../write/standards-store.ts'
import { frozenStandard } from '../write/standard-at-use.ts'
import { findStandardDoubts } from './standard-doubts-store.ts'

/**
 * Returns what a record would freeze of a standard used at a given instant (now if omitted), and further warnings to
 * show the user.
 * @throws 404 NOT_FOUND
 */
export async function readStandardAtUse(
  { db, clock }: { db: Database; clock: Clock },
  caller: Caller,
  instrumentId: string,
  { at = clock.now().toISOString(), calibrates }: { readonly at?: string; readonly calibrates?: string },
): Promise<StandardAtUse> {
  const uses = [{ instrumentId: instrumentId.toLowerCase(), at }]
  return db.snapshot(caller.workspaceId, async (queries) => {
    const [standard] = await standardsAtUse(queries, caller, uses)
    if (!standard) throw notFound()
    const doubts = await findStandardDoubts(queries, uses[0]!, calibrates?.toLowerCase() ?? null)
    const { uncertainties = [] } = standard.records.basis ?? {}
    const { id, condition, due_date, certificate_number } = frozenStandard(caller, standard)
    return {
      instrument_id: id,
      // Absent only in records of earlier releases.
      condition: condition!,
      due_date,
      certificate_number,
      failure_pending: doubts.failurePending,
      calibrated_with_instrument: doubts.calibratedWithInstrument,
      uncertainties: uncertainties.map(({ nominal, expanded, coverage_factor, unit }) => ({
        nominal,
        expanded,
        coverage_factor,
        unit,
      })),
    }
  })
}
