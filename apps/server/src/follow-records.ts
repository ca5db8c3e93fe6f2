import type { CalibrationDeps } from './modules/calibrations/index.ts'
import { prepareCertificates } from './modules/certificates/index.ts'
import { followRecords as followFindings } from './modules/findings/index.ts'

/** What follows from records that took effect or ended: findings, and certificates that take long to make. */
export const followRecords: NonNullable<CalibrationDeps['followRecords']> = async (
  tx,
  clock,
  caller,
  changes,
) => {
  await followFindings(tx, clock, caller, changes)
  prepareCertificates(tx, changes)
}
