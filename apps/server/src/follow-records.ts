import type { CalibrationDeps } from './modules/calibrations/index.ts'
import { prepareCertificates } from './modules/certificates/index.ts'
import { followRecords as followFindings } from './modules/findings/index.ts'

/**
 * Applies the consequences of records that take effect or are voided, in the same transaction: findings, and
 * certificates generated in advance.
 */
export const followRecords: NonNullable<CalibrationDeps['followRecords']> = async (
  tx,
  clock,
  caller,
  changes,
) => {
  await followFindings(tx, clock, caller, changes)
  prepareCertificates(tx, changes)
}
