import { because } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/index.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import type { Caller } from '../access/index.ts'
import { lockInstrument } from '../instruments/index.ts'
import type { FindingRow } from './finding.ts'
import { requireFinding } from './read-findings.ts'

/** Dependencies of the finding operations. */
export interface FindingParts {
  readonly db: Database
  readonly clock: Clock
}

/**
 * Locks an open finding through its instrument, as decisions about records of one instrument do: nothing is judged or
 * closed while its record is being voided or corrected.
 * @throws 404 NOT_FOUND; 409 CONFLICT for a closed finding
 */
export async function lockOpenFinding(
  tx: Transaction,
  caller: Caller,
  findingId: string,
): Promise<FindingRow> {
  const { instrumentId } = await requireFinding(tx, caller, findingId)
  if (!(await lockInstrument(tx, instrumentId, caller.siteIds))) throw notFound()
  const finding = await requireFinding(tx, caller, findingId)
  if (finding.closedAt !== null) throw new ApiError('CONFLICT', { reason: because('finding.closed_already') })
  return finding
}
