import { crc32, deflateSync } from 'node:zlib'
import type { CertificateData } from './certificate-data.ts'

const SAMPLE_MEASUREMENT = {
  measurement: {
    nominal: '10.000 mm',
    tolerance: '±0.004 mm',
    asFound: { value: '10.0012 mm', deviation: '+0.0012 mm', verdict: 'within' },
    asLeft: { value: '10.0012 mm', deviation: '+0.0012 mm', verdict: 'within' },
    uncertainty: '0.0008 mm',
    coverageFactor: '2',
    confidenceLevel: 'approx. 95 %',
  },
  conformity: {
    decisionRule: 'Simple acceptance, ILAC-G8:09/2019, 4.2.1',
    statement: 'The reading lies within the tolerance stated by the manufacturer.',
  },
  traceability: {
    standard: 'Gauge block set, grade 0, 47 pieces',
    identity: 'STD-0007',
    certificateNumber: 'D-K-15008-2026-0193',
    validUntil: '2027-04-30',
    statement: 'The SI through the national metrology institute',
  },
} satisfies Partial<CertificateData>

/** Returns a plain certificate with all usual parts; tests and the benchmark override what they need. */
export function sampleCertificate(changes: Partial<CertificateData> = {}): CertificateData {
  return {
    language: 'en',
    paper: 'a4',
    number: 'NM-2026-004711',
    issuedAt: '2026-11-21T10:41:07.000Z',
    timeZone: 'Europe/Berlin',
    laboratory: {
      name: 'Northmoor Metrology Laboratory',
      address: 'Calibration Services\nHafenstrasse 12\n24103 Kiel, Germany',
      accreditation: 'Accredited to ISO/IEC 17025, registration NM-K-20417-01',
    },
    customer: 'Halvorsen Precision Parts AS\nVerkstedveien 8, 3516 Hønefoss, Norway',
    item: {
      name: 'Digital outside micrometer, 0 to 25 mm',
      manufacturer: 'Aldergate Instruments',
      model: 'MX-25 Digital',
      serialNumber: '7734-20881',
      assetTag: 'MIC-0042',
      condition: 'Clean, no visible damage; battery at 80 %',
    },
    result: 'PASS',
    receivedOn: '2026-11-17',
    performedOn: '2026-11-20',
    issuedOn: '2026-11-21',
    placeOfWork: 'Permanent laboratory, room 2.14',
    method: 'WI-DIM-014, rev. 6, comparison with gauge blocks',
    temperature: '20.1 °C ± 0.3 K',
    humidity: '46 % RH',
    ...SAMPLE_MEASUREMENT,
    performedBy: 'Ingrid Solberg',
    authorisation: {
      name: 'Dr. Tomás Herrera',
      at: '2026-11-21T10:41:05.250Z',
      meaning: 'I have reviewed this calibration and release its results.',
      signedElectronically: true,
    },
    ledger: {
      index: 18204,
      treeSize: 18211,
      root: '7ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8',
    },
    verificationUrl: 'https://cal.northmoor.example/verify/5f0a9c1e3b7d4286a1c0ffee98d27b64',
    record: '{"result":"PASS","nominal_value":"10.000 mm","as_left_reading":"10.0012 mm"}',
    ...changes,
  }
}

/** Returns a certificate without any optional parts. */
export function bareCertificate(): CertificateData {
  return {
    language: 'en',
    paper: 'a4',
    number: 'C-1',
    issuedAt: '2026-11-21T10:41:07.000Z',
    timeZone: 'UTC',
    laboratory: { name: 'Northmoor' },
    item: { assetTag: 'MIC-0042' },
    result: 'PASS',
    performedOn: '2026-11-20',
    issuedOn: '2026-11-21',
    authorisation: { name: 'Tomás Herrera', at: '2026-11-21T10:41:05.250Z' },
    record: '{}',
  }
}

/** Returns a gray PNG image with a lighter frame. */
export function samplePng(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const inner = y > height / 8 && y < (height * 7) / 8
    return Buffer.concat([Buffer.alloc(1), Buffer.alloc(width, inner ? 90 : 200)])
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8-bit gray, no palette, no alpha, not interlaced.
  header[8] = 8
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND')]
  return Buffer.concat([signature, ...chunks])
}

function chunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
