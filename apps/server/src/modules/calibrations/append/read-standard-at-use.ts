import type { StandardAtUse } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import { findUncertaintiesAtUse, standardsAtUse } from '../write/standards-store.ts'
import { frozenStandard } from '../write/standard-at-use.ts'

/**
 * What a record would freeze of a standard that is used at an instant, now without one.
 * @throws 404 NOT_FOUND
 */
export async function readStandardAtUse(
  { db, clock }: { db: Database; clock: Clock },
  caller: Caller,
  instrumentId: string,
  at: string = clock.now().toISOString(),
): Promise<StandardAtUse> {
  const uses = [{ instrumentId: instrumentId.toLowerCase(), at }]
  return db.snapshot(caller.workspaceId, async (queries) => {
    const [standard] = await standardsAtUse(queries, caller, uses)
    if (!standard) throw notFound()
    const [uncertainties = []] = await findUncertaintiesAtUse(queries, uses, caller.siteIds)
    const { id, condition, due_date, certificate_number } = frozenStandard(caller, standard)
    return {
      instrument_id: id,
      // It is absent in records of earlier releases alone.
      condition: condition!,
      due_date,
      certificate_number,
      uncertainties: uncertainties.map(({ nominal, expanded, coverage_factor, unit }) => ({
        nominal,
        expanded,
        coverage_factor,
        unit,
      })),
    }
  })
}
