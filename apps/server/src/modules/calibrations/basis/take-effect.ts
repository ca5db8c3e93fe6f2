import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import { applyBasis, type InstrumentRow } from '../../instruments/index.ts'
import type { WorkspaceSettings } from '../../workspaces/index.ts'
import { basisChange, type CountingChange } from './basis-change.ts'
import type { CountingRecord } from '../read-store.ts'
import type { CalibrationRow } from '../record.ts'
import type { Place } from '../write-store.ts'

/** Lets a change of the records that count take effect on their instrument. */
export async function takeEffect(
  tx: Transaction,
  clock: Clock,
  workspace: WorkspaceSettings,
  instrument: InstrumentRow,
  place: Place,
  change: CountingChange,
): Promise<void> {
  const effect = basisChange(instrument, workspace.timeZone, change)
  await applyBasis(tx, { clock }, workspace, instrument, effect, place)
}

/** An approved record as the choice of the basis looks at it. */
export function countingRecord(
  row: CalibrationRow,
  chainIds: readonly string[],
): Omit<CountingRecord, 'lastConclusive'> {
  return {
    id: row.calibrationId,
    result: row.result,
    performedAt: row.performedAt,
    ledgerIndex: row.ledgerIndex,
    chainFirstLedgerIndex: row.chainFirstLedgerIndex,
    approved: true,
    supersededById: null,
    voided: false,
    chainIds,
  }
}
