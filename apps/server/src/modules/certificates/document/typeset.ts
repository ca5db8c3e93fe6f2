import { fileURLToPath } from 'node:url'
import { NodeCompiler, type NodeError } from '@myriaddreamin/typst-ts-node-compiler'
import { qrMatrix } from '../../../platform/qr-code.ts'
import type { CertificateData } from './certificate-data.ts'
import { composeCertificate } from './compose-certificate.ts'
import { readFontCoverage } from './font-coverage.ts'
import { legibleWith, legibleWithoutShaping, type Legible } from './legible-text.ts'
import { checkLogo } from './logo.ts'
import type { PageModel } from './page-model.ts'

const FONTS = fileURLToPath(new URL('./fonts', import.meta.url))
const TEMPLATES = fileURLToPath(new URL('./templates', import.meta.url))

/** Set in fixed width for codes and addresses alone; no text of a record depends on it. */
const FONTS_NOT_FOR_TEXT = /^PlumblineMono/

/** Two documents' worth: keeping none costs speed, keeping ten costs 200 MB. */
const CACHED_GENERATIONS = 2

/** Space that a logo may take. */
const LOGO_BOX_MM = { width: 58, height: 20 }

/** Turns a certificate's data into the bytes of its file, one at a time. */
export type Typeset = (data: CertificateData) => Buffer

/** Loads templates and fonts once. The returned function blocks while it sets: keep it off the main thread. */
export function createTypesetter(): Typeset {
  const compiler = NodeCompiler.create({ workspace: TEMPLATES, fontArgs: [{ fontPaths: [FONTS] }] })
  const legible = legibleWith(readFontCoverage(FONTS, FONTS_NOT_FOR_TEXT))
  return (data) => {
    // A certificate must not fail for a picture or a letter: leave out the one, then spell out the other.
    const plainer = [
      () => set(compiler, data, legible),
      () => set(compiler, withoutLogo(data), legible),
      () => set(compiler, withoutLogo(data), legibleWithoutShaping),
    ]
    return firstThatWorks(plainer)
  }
}

function firstThatWorks(attempts: Array<() => Buffer>): Buffer {
  const faults: unknown[] = []
  for (const attempt of attempts) {
    try {
      return attempt()
    } catch (error) {
      faults.push(error)
    }
  }
  throw faults.at(-1)
}

function set(compiler: NodeCompiler, data: CertificateData, legible: Legible): Buffer {
  try {
    mapInputs(compiler, data, legible)
    const compiled = compiler.compile({ mainFilePath: `${TEMPLATES}/certificate.typ` })
    if (!compiled.result) throw new Error(describe(compiled.takeDiagnostics()))
    const creationTimestamp = Math.floor(Date.parse(data.issuedAt) / 1000)
    return compiler.pdf(compiled.result, { pdfStandard: 'a-3a', creationTimestamp })
  } finally {
    compiler.resetShadow()
    compiler.evictCache(CACHED_GENERATIONS)
  }
}

function describe(diagnostics: NodeError | null): string {
  return `Typst: ${JSON.stringify(diagnostics?.shortDiagnostics)}`
}

/** Everything of the record reaches the templates as data files; none of it is ever source. */
function mapInputs(compiler: NodeCompiler, data: CertificateData, legible: Legible): void {
  const map = (name: string, bytes: Buffer) => compiler.mapShadow(`${TEMPLATES}/${name}`, bytes)
  const logo = placeLogo(data)
  const qrCode = data.verificationUrl ? qrMatrix(data.verificationUrl) : null
  const page = legiblePage(composeCertificate(data), legible)
  map('data/page.json', Buffer.from(JSON.stringify(page)))
  map('data/assets.json', Buffer.from(JSON.stringify({ logo: logo?.place ?? null, qrCode })))
  map('calibration-record.json', Buffer.from(data.record))
  if (logo) map(`data/${logo.place.file}`, Buffer.from(logo.bytes))
}

function legiblePage(page: PageModel, legible: Legible): unknown {
  return JSON.parse(JSON.stringify(page), (_, value: unknown) =>
    typeof value === 'string' ? legible(value) : value,
  )
}

function placeLogo({ laboratory }: CertificateData) {
  const checked = laboratory.logo && checkLogo(laboratory.logo.bytes)
  if (!checked || 'fault' in checked) return undefined
  const scale = Math.min(LOGO_BOX_MM.width / checked.widthPx, LOGO_BOX_MM.height / checked.heightPx)
  const [width, height] = [checked.widthPx * scale, checked.heightPx * scale]
  return { place: { file: `logo.${checked.logo.type}`, width, height }, bytes: checked.logo.bytes }
}

function withoutLogo(data: CertificateData): CertificateData {
  const { logo: _, ...laboratory } = data.laboratory
  return { ...data, laboratory }
}
