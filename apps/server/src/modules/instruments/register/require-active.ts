import { ApiError } from '../../../platform/errors.ts'
import type { InstrumentRow } from '../instrument.ts'

/** @throws 409 ASSET_RETIRED for an instrument that is retired */
export function requireActive(row: Pick<InstrumentRow, 'retiredAt'>): void {
  if (row.retiredAt !== null) throw new ApiError('ASSET_RETIRED')
}
