import type { Import, ImportRequest } from '@plumbline/contract'
import { until } from '@plumbline/testing'
import type { TestApp } from '../app.ts'

/** Uploads a file for imports; returns its key. */
export async function uploadForImport(app: TestApp, key: string, bytes: Buffer): Promise<string> {
  const { body: upload, status } = await app.call('POST', '/imports/upload-url', {
    key,
    body: { file_name: 'register' },
  })
  if (status !== 201) throw new Error(JSON.stringify(upload))
  const form = new FormData()
  for (const [name, value] of Object.entries(upload.fields as Record<string, string>))
    form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)]), 'register')
  const sent = await fetch(upload.upload_url, { method: upload.method, body: form })
  if (!sent.ok) throw new Error(`not uploaded: ${sent.status} ${await sent.text()}`)
  return upload.key as string
}

/** Imports an uploaded file and waits until the import has ended. */
export async function importFile(
  app: TestApp,
  key: string,
  documentKey: string,
  request: Partial<ImportRequest> = {},
): Promise<Import> {
  const started = await app.call('POST', '/imports', {
    key,
    body: { kind: 'instruments', document_key: documentKey, ...request },
  })
  if (started.status !== 201) throw new Error(JSON.stringify(started.body))
  let read = started.body as Import
  await until(async () => {
    read = (await app.call('GET', `/imports/${read.id}`, { key })).body
    return read.finished_at !== null
  })
  return read
}
