import type { certificateOperations } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { attachmentHeader } from '../../platform/storage/index.ts'
import { readCertificate } from './files/certificate-file.ts'
import { certificateOf } from './issue-certificate.ts'
import type { CertificateParts } from './parts.ts'

/** Handlers of the public API's certificates. */
export function certificateRoutes(parts: CertificateParts): Handlers<typeof certificateOperations, Actor> {
  return {
    getCalibrationCertificate: async ({ caller, params }) => {
      const issued = await certificateOf(parts, caller, params.calibration_id)
      const { file, sha256 } = await readCertificate(parts, caller.workspaceId, issued)
      return {
        body: file,
        headers: {
          'content-type': 'application/pdf',
          'content-length': String(file.length),
          'content-disposition': attachmentHeader(issued.fileName),
          'x-content-type-options': 'nosniff',
          digest: `sha-256=${sha256.toString('base64')}`,
        },
      }
    },
  }
}
