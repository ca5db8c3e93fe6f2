import assert from 'node:assert/strict'
import type { DocumentType, DocumentUploadUrlResponse, ProcedureRevision } from '@plumbline/contract'
import type { TestSession } from './session.ts'

/** A picture of one pixel, the default document of tests. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Returns a PDF with one line of text on each page. */
export function pdfOf(lines: readonly string[]): Buffer {
  const pages = lines.map((_, at) => `${at * 2 + 4} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages}] /Count ${lines.length} /MediaBox [0 0 595 842] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, at) => {
      const drawing = `BT /F1 28 Tf 60 740 Td (${line}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents ${at * 2 + 5} 0 R >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ]
    }),
  ]
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`)
}

/** A file for tests: a picture by default. */
interface TestFile {
  readonly bytes: Buffer
  readonly contentType: string
}

/** Uploads a file and registers it as a document of an instrument, or of one of its calibrations. */
export async function attachDocument(
  session: TestSession,
  instrumentId: string,
  fileName: string,
  type: DocumentType = 'certificate',
  calibrationId?: string,
  file: TestFile = { bytes: PNG, contentType: 'image/png' },
): Promise<void> {
  const path = `/instruments/${instrumentId}/documents`
  const key = await uploadedFile(session, path, fileName, file)
  const registered = await session.call('POST', path, {
    body: {
      key,
      file_name: fileName,
      document_type: type,
      ...(calibrationId && { calibration_id: calibrationId }),
    },
  })
  assert.equal(registered.status, 201, JSON.stringify(registered.body))
}

/** Uploads a file in the way of documents below a path, and returns the key of the upload. */
export async function uploadedFile(
  session: TestSession,
  path: string,
  fileName: string,
  file: TestFile = { bytes: PNG, contentType: 'image/png' },
): Promise<string> {
  const asked = await session.call('POST', `${path}/upload-url`, {
    body: { file_name: fileName, content_type: file.contentType },
  })
  assert.equal(asked.status, 201, JSON.stringify(asked.body))
  const { upload_url: url, fields, key } = asked.body as DocumentUploadUrlResponse
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(file.bytes)]), fileName)
  const sent = await fetch(url, { method: 'POST', body: form })
  assert.equal(sent.status, 204, await sent.text())
  return key
}

/** Uploads a file, adds it to the draft of a procedure, and returns the draft. */
export async function addProcedureDocument(
  session: TestSession,
  procedureId: string,
  fileName: string,
  file?: TestFile,
): Promise<ProcedureRevision> {
  const path = `/procedures/${procedureId}/draft/documents`
  const key = await uploadedFile(session, path, fileName, file)
  const added = await session.call('POST', path, { body: { key, file_name: fileName } })
  assert.equal(added.status, 200, JSON.stringify(added.body))
  return added.body
}
