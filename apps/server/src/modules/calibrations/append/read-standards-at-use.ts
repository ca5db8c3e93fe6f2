import type { StandardAtUse } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import type { Caller } from '../../access/index.ts'
import { standardsAtUse } from '../write/standards-store.ts'
import { frozenStandard } from '../write/standard-at-use.ts'
import { findStandardDoubts } from './standard-doubts-store.ts'

/** Which standards are used, when (now if omitted), and for which instrument. */
interface UseOfStandards {
  /** Comma-separated. */
  readonly instrument_ids: string
  readonly at?: string
  readonly calibrates?: string
}

/**
 * Returns what a record would freeze of standards used at a given instant, and further warnings to show the user, in
 * the order of the IDs. Instruments outside the caller's sites are omitted.
 */
export async function readStandardsAtUse(
  { db, clock }: { db: Database; clock: Clock },
  caller: Caller,
  { instrument_ids: asked, at = clock.now().toISOString(), calibrates }: UseOfStandards,
): Promise<StandardAtUse[]> {
  const ids = [...new Set(asked.toLowerCase().split(','))]
  return db.snapshot(caller.workspaceId, async (queries) => {
    const uses = ids.map((instrumentId) => ({ instrumentId, at }))
    const standards = await standardsAtUse(queries, caller, uses)
    const doubts = await findStandardDoubts(queries, {
      ids,
      at,
      calibrates: calibrates?.toLowerCase() ?? null,
    })
    return standards.flatMap((standard, index) => {
      if (!standard) return []
      const { failurePending, calibratedWithInstrument } = doubts.get(ids[index]!)!
      const { uncertainties = [] } = standard.records.basis ?? {}
      const { id, condition, due_date, certificate_number } = frozenStandard(caller, standard)
      return {
        instrument_id: id,
        // Absent only in records of earlier releases.
        condition: condition!,
        due_date,
        certificate_number,
        failure_pending: failurePending,
        calibrated_with_instrument: calibratedWithInstrument,
        uncertainties: uncertainties.map(({ nominal, expanded, coverage_factor, unit }) => ({
          nominal,
          expanded,
          coverage_factor,
          unit,
        })),
      }
    })
  })
}
