import { Type } from 'typebox'
import { certificateOperations } from '../public/certificate-operations.ts'
import { defineOperations } from '../shared/operation.ts'
import { QrCode } from '../shared/qr-code.ts'
import { Closed, Nullable, Timestamp } from '../shared/values.ts'

/** The public page that shows the status of a certificate to anyone who has its address. */
export const CertificateVerification = Closed(
  {
    page: Nullable(
      Closed(
        {
          url: Type.String(),
          qr: QrCode('The QR code of the address.'),
          certificate_number: Type.String(),
          issued_at: Timestamp(),
        },
        {
          description: 'Null until the certificate is issued, which happens the first time it is downloaded.',
        },
      ),
    ),
  },
  { $id: 'CertificateVerification' },
)
export type CertificateVerification = Type.Static<typeof CertificateVerification>

/** Operations on certificates that only the app API has. */
export const appCertificateOperations = defineOperations({
  getCertificateVerification: {
    method: 'GET',
    path: '/calibrations/{calibration_id}/certificate/verification',
    tag: 'Calibrations',
    summary: 'Read the public verification page of a certificate',
    description:
      'The address stays the same if the record is later voided or corrected; the page then shows this. Does not issue a certificate.',
    scope: 'read',
    params: certificateOperations.getCalibrationCertificate.params,
    reply: {
      status: 200,
      schema: CertificateVerification,
      description: 'The verification page, or null if there is none.',
      example: {
        page: {
          url: 'https://plumbline.example.com/verify/5f0c2f6a1b9e4c7d8a3b2c1d0e9f8a7b',
          qr: { size: 33, path: 'M0 0h7v1h-7z' },
          certificate_number: '20261102-117',
          issued_at: '2026-11-02T09:30:00.000Z',
        },
      },
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
