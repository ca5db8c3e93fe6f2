import { because } from '@plumbline/contract'
import { ApiError } from '../../platform/errors.ts'
import type { InstrumentRow } from '../instruments/index.ts'

/** An instrument that only serves as a reference is never due, and never calibrated. @throws 409 CONFLICT */
export function requireCalibratable({ status }: InstrumentRow): void {
  if (status !== 'REFERENCE_ONLY') return
  throw new ApiError('CONFLICT', {
    reason: because('calibration.instrument_is_reference'),
  })
}
