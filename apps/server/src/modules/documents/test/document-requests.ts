import assert from 'node:assert/strict'
import type { TestApp, TestWorkspace } from '../../../../test/app.ts'

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Requests that tests of documents send to an application's public API. */
export type DocumentRequests = ReturnType<typeof documentRequests>

export function documentRequests(app: TestApp) {
  let tags = 0
  async function instrument(workspace: TestWorkspace): Promise<string> {
    tags += 1
    const body = { asset_tag: `DOC-${tags}`, name: 'Gauge', calibration_interval_value: 12 }
    return (await app.call('POST', '/instruments', { key: workspace.key, body })).body.id
  }

  const askUpload = (workspace: { key: string }, instrumentId: string, body: object = {}) =>
    app.call('POST', `/instruments/${instrumentId}/documents/upload-url`, {
      key: workspace.key,
      body: { file_name: 'report.pdf', content_type: 'application/pdf', ...body },
    })

  const register = (workspace: { key: string }, instrumentId: string, key: string, body: object = {}) =>
    app.call('POST', `/instruments/${instrumentId}/documents`, {
      key: workspace.key,
      body: { key, file_name: 'report.pdf', ...body },
    })

  async function uploaded(
    workspace: TestWorkspace,
    instrumentId: string,
    bytes = PDF,
    request: object = {},
  ): Promise<string> {
    const ticket = await askUpload(workspace, instrumentId, request)
    assert.equal(ticket.status, 201, JSON.stringify(ticket.body))
    assert.equal(await send(ticket.body, bytes), 204)
    return ticket.body.key
  }

  return { app, instrument, askUpload, send, register, uploaded }
}

interface Ticket {
  upload_url: string
  fields: Record<string, string>
}

/** Uploads a file to the URL of a ticket; returns the status. */
async function send(ticket: Ticket, bytes: Buffer): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries(ticket.fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(bytes)]), 'whatever')
  const response = await fetch(ticket.upload_url, { method: 'POST', body: form })
  await response.arrayBuffer()
  return response.status
}
