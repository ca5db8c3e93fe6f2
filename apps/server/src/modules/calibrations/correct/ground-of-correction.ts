import type { PointOverride } from '@plumbline/contract'
import type { Transaction } from '../../../platform/db/index.ts'
import type { Caller } from '../../access/index.ts'
import type { InstrumentRow } from '../../instruments/index.ts'
import { findFollowed, findFollowedRevision, type FollowedRevision } from '../../procedures/index.ts'
import { findUncertaintiesAtUse } from '../append/ground-store.ts'
import { budgetStandards } from '../append/measured-points.ts'
import { namesProcedure, recordGround, type RecordGround } from '../append/record-ground.ts'
import type { CalibrationBody } from '../append/stated-fields.ts'
import { findMeasurements } from '../read-store.ts'
import type { CalibrationRow } from '../record.ts'

/**
 * What points of a correction may name: the revision that the corrected record followed, with the nominal values and tolerances
 * that it froze; of a record that followed none, the procedure of the instrument now. Null where it names nothing of one. What
 * standards state is that of the time of the work.
 */
export async function groundOfCorrection(
  tx: Transaction,
  caller: Caller,
  instrument: InstrumentRow,
  row: CalibrationRow,
  body: CalibrationBody & { readonly performed_at: string },
): Promise<RecordGround | null> {
  if (!namesProcedure(body)) return null
  const procedure = await procedureOf(tx, row)
  if (!procedure) return null
  const named = [...new Set(budgetStandards(body))]
  const uses = named.map((instrumentId) => ({ instrumentId, at: body.performed_at }))
  const uncertainties = await findUncertaintiesAtUse(tx, uses, caller.siteIds)
  const standards = new Map(named.map((id, index) => [id, uncertainties[index] ?? []]))
  const frozen = row.procedureId === null ? [] : await frozenPoints(tx, row.calibrationId)
  const overridden = new Set(frozen.map(({ point_id: id }) => id))
  const own = (instrument.pointOverrides ?? []).filter(({ point_id: id }) => !overridden.has(id))
  return recordGround(procedure, [...frozen, ...own], standards)
}

async function procedureOf(tx: Transaction, row: CalibrationRow): Promise<FollowedRevision | undefined> {
  const { procedureId, procedureRevision, instrumentId } = row
  if (procedureId === null || procedureRevision === null) {
    return (await findFollowed(tx, [instrumentId])).get(instrumentId)
  }
  return findFollowedRevision(tx, procedureId, procedureRevision)
}

/** Points of the corrected record as overrides: what it was compared with then, whatever the instrument differs in now. */
async function frozenPoints(tx: Transaction, calibrationId: string): Promise<PointOverride[]> {
  const recorded = await findMeasurements(tx, calibrationId)
  return (recorded?.points ?? []).flatMap(({ point_id: id, nominal, tolerance }) =>
    id === null ? [] : [{ point_id: id, nominal, tolerance, reason: '' }],
  )
}
