import type { CalibrationDeps } from './modules/calibrations/index.ts'
import { prepareCertificates } from './modules/certificates/index.ts'
import { followRecords as followFindings } from './modules/findings/index.ts'

/** Does what follows in the same transaction when records take effect or are voided: findings, and certificates generated in advance. */
export const followRecords: NonNullable<CalibrationDeps['followRecords']> = async (
  tx,
  clock,
  caller,
  changes,
) => {
  await followFindings(tx, clock, caller, changes)
  prepareCertificates(tx, changes)
}
