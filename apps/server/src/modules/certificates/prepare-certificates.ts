import { because } from '@plumbline/contract'
import type { Database, Transaction } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/job-queue/index.ts'
import type { CalibrationRow, EffectChange } from '../calibrations/index.ts'
import { isLargeCertificate } from './rules/large-certificate.ts'

/** The task that makes a large certificate. */
export const CERTIFICATE_TASK = 'certificate'

/** What the task is about. */
export interface CertificatePayload {
  readonly workspaceId: string
  readonly calibrationId: string
}

/** Several times what setting 300 points takes. A client that comes again too early is told the same. */
const RETRY_AFTER_SECONDS = 5

/** Has the large certificates of records that took effect made, in the transaction of those records. */
export function prepareCertificates(tx: Transaction, changes: readonly EffectChange[]): void {
  for (const { approved } of changes) {
    if (approved && isLargeCertificate(approved.row.measurementCount))
      enqueueCertificate(tx, approved.row.calibrationId)
  }
}

/**
 * Has a large certificate made that is not there yet, as of a record from before there was this task.
 * @throws 503 SERVICE_UNAVAILABLE that says so
 */
export async function refuseUnprepared(
  db: Database,
  workspaceId: string,
  { calibrationId, measurementCount }: CalibrationRow,
): Promise<never> {
  await db.transaction(workspaceId, async (tx) => enqueueCertificate(tx, calibrationId))
  throw new ApiError('SERVICE_UNAVAILABLE', {
    reason: because('certificate.in_preparation', { count: measurementCount ?? 0 }),
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  })
}

/** One after another in each workspace, so that many of one leave the other places of workers to everybody else. */
function enqueueCertificate(tx: Transaction, calibrationId: string): void {
  const payload: CertificatePayload = { workspaceId: tx.workspaceId, calibrationId }
  enqueue(tx, CERTIFICATE_TASK, payload, {
    key: `certificate:${calibrationId}`,
    line: `certificates:${tx.workspaceId}`,
  })
}
