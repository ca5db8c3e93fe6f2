import type { certificateOperations } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { attachmentHeader } from '../../platform/storage/index.ts'
import { certificateKey, certificateOf, type CertificateParts } from './issue-certificate.ts'

/** Handlers of the public API's certificates. */
export function certificateRoutes(parts: CertificateParts): Handlers<typeof certificateOperations, Actor> {
  return {
    getCalibrationCertificate: async ({ caller, params }) => {
      const issued = await certificateOf(parts, caller, params.calibration_id)
      return {
        body: await parts.storage.read(certificateKey(caller.workspaceId, issued.calibrationId)),
        headers: {
          'content-type': 'application/pdf',
          'content-length': String(issued.sizeBytes),
          'content-disposition': attachmentHeader(issued.fileName),
          'x-content-type-options': 'nosniff',
          digest: `sha-256=${issued.sha256.toString('base64')}`,
        },
      }
    },
  }
}
