import { defineOperations } from '../shared/operation.ts'
import { calibrationParams } from './calibration-operations.ts'

export const certificateOperations = defineOperations({
  getCalibrationCertificate: {
    method: 'GET',
    path: '/calibrations/{calibration_id}/certificate',
    tag: 'Calibrations',
    summary: 'Fetch the certificate of a calibration',
    description:
      'Returns the PDF as an attachment. It is generated once; every later call returns the same bytes. Only an approved, current record has a certificate.',
    scope: 'read',
    params: calibrationParams,
    reply: {
      status: 200,
      contentType: 'application/pdf',
      description:
        'The certificate as a file (PDF/A-3a, with the record attached as JSON), which begins with `%PDF-`. The guide Getting started creates a record and fetches its certificate, in the sample data too.',
      headers: {
        'Content-Disposition': 'Attachment, named after the certificate number and asset tag.',
        Digest: 'SHA-256 of the file, in base64 (RFC 3230).',
      },
    },
    errors: ['NOT_FOUND', 'CERTIFICATE_UNAVAILABLE', 'VALIDATION_ERROR'],
  },
})
