import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentKey } from '../rules/upload-key.ts'
import { PDF, type DocumentRequests } from './document-requests.ts'

/** Tests of documents whose stored file differs from the one that was registered. */
export function alteredDocuments({ app, instrument, register, uploaded }: DocumentRequests): void {
  async function registered() {
    const workspace = await app.workspace()
    const id = await instrument(workspace)
    const { body } = await register(workspace, id, await uploaded(workspace, id))
    const ask = () =>
      app.call('GET', `/instruments/${id}/documents/${body.id}/download`, { key: workspace.key })
    return { key: documentKey(workspace.id, body.id), ask }
  }

  test('an altered file is not delivered, and is again when it was restored', async () => {
    const { key, ask } = await registered()
    await app.storage.put(key, Buffer.concat([PDF, Buffer.from(' ')]), 'application/pdf')
    const { status, body } = await ask()
    // The server's own route compares the file while sending it; an object in S3 is compared before.
    const refusal = status === 404 ? body : await (await fetch(body.download_url)).json()
    assert.equal(refusal.code, 'NOT_FOUND')
    assert.match(refusal.message, /no longer matches the one that was recorded/)
    await app.storage.put(key, PDF, 'application/pdf')
    const file = await fetch((await ask()).body.download_url)
    assert.ok(Buffer.from(await file.arrayBuffer()).equals(PDF))
  })

  test('a missing file is said to be missing before an address is given', async () => {
    const { key, ask } = await registered()
    await app.storage.delete(key)
    const { status, body } = await ask()
    assert.deepEqual([status, body.code], [404, 'NOT_FOUND'])
    assert.match(body.message, /is missing/)
  })
}
