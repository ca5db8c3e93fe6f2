import assert from 'node:assert/strict'
import type { DocumentType, DocumentUploadUrlResponse } from '@plumbline/contract'
import type { TestSession } from './session.ts'

/** A picture of one point, which every document of tests is. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Uploads a picture and registers it as a document of an instrument, or of one of its calibrations. */
export async function attachDocument(
  session: TestSession,
  instrumentId: string,
  fileName: string,
  type: DocumentType = 'certificate',
  calibrationId?: string,
): Promise<void> {
  const path = `/instruments/${instrumentId}/documents`
  const asked = await session.call('POST', `${path}/upload-url`, {
    body: { file_name: fileName, content_type: 'image/png' },
  })
  const { upload_url: url, fields, key } = asked.body as DocumentUploadUrlResponse
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([PNG]), fileName)
  const sent = await fetch(url, { method: 'POST', body: form })
  assert.equal(sent.status, 204, await sent.text())
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
