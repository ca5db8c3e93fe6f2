import type { InstrumentPoints } from '@plumbline/contract'
import { instrumentPoints } from '@plumbline/contract/procedure'
import type { Database } from '../../platform/db/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Caller } from '../access/index.ts'
import { findReleased, serializeFollowed } from '../procedures/index.ts'
import { findInstrument } from './store.ts'

/**
 * Returns what a calibration of an instrument would currently require: the points of the released revision of its
 * procedure, with the instrument's overrides.
 * @throws 404 NOT_FOUND outside the caller's sites
 */
export async function readPoints(
  { db }: { readonly db: Database },
  caller: Caller,
  instrumentId: string,
): Promise<InstrumentPoints> {
  const queries = db.in(caller.workspaceId)
  const row = await findInstrument(queries, instrumentId, caller.siteIds)
  if (!row) throw notFound()
  const [released] = row.procedureId === null ? [] : await findReleased(queries, [row.procedureId])
  if (!released) return { procedure: null, points: [] }
  return {
    procedure: serializeFollowed(released),
    points: instrumentPoints(released.points, row.pointOverrides),
  }
}
