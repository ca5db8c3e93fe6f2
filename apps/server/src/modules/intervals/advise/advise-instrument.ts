import type { IntervalAdvice } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import { findInstrument } from '../../instruments/index.ts'
import { readEvents } from '../advice-store.ts'
import { judgeAll } from './judge-events.ts'
import { serializeAdvice, readInterval } from './serialize-advice.ts'

/**
 * Returns the interval advice that follows from the records of an instrument.
 * @throws 404 NOT_FOUND outside the caller's sites
 */
export async function adviceForInstrument(
  queries: WorkspaceQueries,
  caller: Caller,
  instrumentId: string,
): Promise<IntervalAdvice> {
  const row = await findInstrument(queries, instrumentId, caller.siteIds)
  if (!row) throw notFound()
  const subject = { siteIds: null, of: { instrumentId: row.instrumentId } }
  const judged = await judgeAll(await readEvents(queries, subject, ['compare', 'excluded']))
  return serializeAdvice(
    judged,
    readInterval({ intervalValue: row.calibrationIntervalValue, intervalUnit: row.calibrationIntervalUnit }),
    caller.workspace,
  )
}
