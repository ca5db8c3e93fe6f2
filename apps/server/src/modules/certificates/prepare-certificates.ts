import { because } from '@plumbline/contract'
import type { Database, Transaction } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/job-queue/index.ts'
import type { CalibrationRow, EffectChange } from '../calibrations/index.ts'
import { isLargeCertificate } from './rules/large-certificate.ts'

/** The task that creates a large certificate. */
export const CERTIFICATE_TASK = 'certificate'

/** The payload of the task. */
export interface CertificatePayload {
  readonly workspaceId: string
  readonly calibrationId: string
}

/** Several times as long as typesetting 300 points takes. A client that returns too early gets the same response. */
const RETRY_AFTER_SECONDS = 5

/** Requests the creation of large certificates of records that took effect, in the transaction of those records. */
export function prepareCertificates(tx: Transaction, changes: readonly EffectChange[]): void {
  for (const { approved } of changes) {
    if (approved && isLargeCertificate(approved.row.measurementCount))
      enqueueCertificate(tx, approved.row.calibrationId)
  }
}

/**
 * Requests the creation of a large certificate that does not exist yet, for example of a record older than this task.
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

/**
 * Requests the creation of a certificate. Those of one workspace are created one at a time, which leaves the other
 * workers to everyone else.
 */
function enqueueCertificate(tx: Transaction, calibrationId: string): void {
  const payload: CertificatePayload = { workspaceId: tx.workspaceId, calibrationId }
  enqueue(tx, CERTIFICATE_TASK, payload, {
    key: `certificate:${calibrationId}`,
    line: `certificates:${tx.workspaceId}`,
  })
}
