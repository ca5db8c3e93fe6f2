import { fileURLToPath } from 'node:url'
import { qrMatrix } from '../../../platform/qr-code.ts'
import type { PageSource } from '../../../platform/typesetting/index.ts'
import type { CertificateData } from './certificate-data.ts'
import { composeCertificate } from './compose-certificate.ts'
import { checkLogo } from './logo.ts'

const TEMPLATES = fileURLToPath(new URL('./templates', import.meta.url))

/** Maximum space of a logo. */
const LOGO_BOX_MM = { width: 58, height: 20 }

/** Returns the source of a certificate's PDF/A-3a file; the same data give the same source. */
export function certificatePages(data: CertificateData): PageSource {
  const logo = layOutLogo(data)
  const qrCode = data.verificationUrl ? qrMatrix(data.verificationUrl) : null
  const texts = { 'data/page.json': composeCertificate(data) }
  const record = { 'calibration-record.json': Buffer.from(data.record) }
  const plainer = { texts: { ...texts, 'data/assets.json': { logo: null, qrCode } }, files: record }
  return {
    name: `certificate ${data.number}`,
    templates: TEMPLATES,
    main: 'certificate.typ',
    ...plainer,
    ...(logo && {
      texts: { ...texts, 'data/assets.json': { logo: logo.box, qrCode } },
      files: { ...record, [`data/${logo.box.file}`]: logo.bytes },
      plainer,
    }),
    pdfStandard: 'a-3a',
    madeAt: data.issuedAt,
  }
}

function layOutLogo({ laboratory }: CertificateData) {
  const checked = laboratory.logo && checkLogo(laboratory.logo.bytes)
  if (!checked || 'fault' in checked) return undefined
  const scale = Math.min(LOGO_BOX_MM.width / checked.widthPx, LOGO_BOX_MM.height / checked.heightPx)
  const [width, height] = [checked.widthPx * scale, checked.heightPx * scale]
  return { box: { file: `logo.${checked.logo.type}`, width, height }, bytes: checked.logo.bytes }
}
