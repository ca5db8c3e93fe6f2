import { systemActor } from '../../platform/actor.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Task } from '../../platform/job-queue/index.ts'
import { makeCertificate } from './issue-certificate.ts'
import type { CertificateParts } from './parts.ts'
import type { CertificatePayload } from './prepare-certificates.ts'

/**
 * Creates large certificates in the background. A record that can no longer have one, for example because it was
 * voided in the meantime, is skipped; any other failure is retried.
 */
export function certificateTask(parts: CertificateParts): Task {
  return {
    work: async ({ payload }) => {
      const { workspaceId, calibrationId } = payload as CertificatePayload
      try {
        await makeCertificate(parts, systemActor(workspaceId, 'certificates'), calibrationId)
      } catch (error) {
        const isRefusal = error instanceof ApiError && error.status < 500
        if (!isRefusal) throw error
      }
    },
  }
}
