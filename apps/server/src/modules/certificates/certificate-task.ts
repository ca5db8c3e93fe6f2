import { systemActor } from '../../platform/actor.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Task } from '../../platform/job-queue/index.ts'
import { makeCertificate } from './issue-certificate.ts'
import type { CertificateParts } from './parts.ts'
import type { CertificatePayload } from './prepare-certificates.ts'

/**
 * Makes large certificates in the background. A record that has none any more, as one that was voided meanwhile, is
 * passed over; whatever fails otherwise is tried again.
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
