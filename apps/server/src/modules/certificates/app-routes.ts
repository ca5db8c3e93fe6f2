import type { appCertificateOperations, CertificateVerification } from '@plumbline/contract'
import { notFound } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { qrPath } from '../../platform/qr-code.ts'
import type { Caller } from '../access/index.ts'
import { findRecord } from '../calibrations/index.ts'
import { verificationUrl, type CertificateParts } from './parts.ts'
import { findIssued } from './store.ts'

type VerificationParts = Pick<CertificateParts, 'db' | 'publicUrl'>

/** Handlers of the app's certificate operations that are not in the public API. */
export function appCertificateRoutes(
  parts: VerificationParts,
): Handlers<typeof appCertificateOperations, Caller> {
  return {
    getCertificateVerification: async ({ caller, params }) => ({
      body: { page: await publicPageOf(parts, caller, params.calibration_id) },
    }),
  }
}

async function publicPageOf(
  parts: VerificationParts,
  { workspaceId, siteIds }: Caller,
  calibrationId: string,
): Promise<CertificateVerification['page']> {
  const queries = parts.db.in(workspaceId)
  if (!(await findRecord(queries, calibrationId, siteIds))) throw notFound()
  const issued = await findIssued(queries, calibrationId)
  if (!issued) return null
  const url = verificationUrl(parts, issued.certificateId)
  return {
    url,
    qr: qrPath(url),
    certificate_number: issued.number,
    issued_at: issued.issuedAt,
  }
}
