import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PDF, PNG, type DocumentRequests } from './document-requests.ts'

/** Tests of refused requests and refused callers. */
export function refusedDocuments(documents: DocumentRequests): void {
  refusedKeys(documents)
  refusedBytes(documents)
  refusedTickets(documents)
  refusedOfRetired(documents)
  refusedPeople(documents)
}

/** Keys that do not belong to the upload. */
function refusedKeys({ app, instrument, askUpload, register, uploaded }: DocumentRequests): void {
  test('a key that was not issued for this instrument', async () => {
    const workspace = await app.workspace()
    const [id, other] = [await instrument(workspace), await instrument(workspace)]
    const key = await uploaded(workspace, id)
    const forged = key.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    for (const [instrumentId, sent] of [
      [other, key],
      [id, forged],
      [id, '../../etc/passwd'],
      [id, 'x'],
      [id, ''],
      [id, 'x'.repeat(513)],
    ] as const) {
      const reply = await register(workspace, instrumentId, sent)
      assert.deepEqual(
        [reply.status, reply.body.code, reply.body.details.field],
        [422, 'INVALID_REQUEST', 'key'],
      )
    }
  })

  test('a key whose file was never uploaded: 409', async () => {
    const workspace = await app.workspace()
    const id = await instrument(workspace)
    const { key } = (await askUpload(workspace, id)).body
    const reply = await register(workspace, id, key)
    assert.deepEqual([reply.status, reply.body.code], [409, 'OBJECT_NOT_UPLOADED'])
  })
}

/** Files that are not what they declare. */
function refusedBytes({ app, instrument, register, send, uploaded }: DocumentRequests): void {
  const bytes: [string, string, Uint8Array][] = [
    ['html that says it is a PNG', 'image/png', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['svg that says it is a PNG', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['html before a PDF', 'application/pdf', Buffer.concat([Buffer.from('<html>'), PDF])],
    ['a PNG that says it is a PDF', 'application/pdf', PNG],
    ['a zip', 'application/octet-stream', Buffer.from('504b0304140000000800', 'hex')],
  ]
  for (const [title, type, content] of bytes) {
    test(`${title} is refused and removed`, async () => {
      const workspace = await app.workspace()
      const id = await instrument(workspace)
      const key = await uploaded(workspace, id, Buffer.from(content), { content_type: type })
      const refused = await register(workspace, id, key)
      assert.deepEqual([refused.status, refused.body.code], [422, 'INVALID_REQUEST'])
      assert.equal((await register(workspace, id, key)).body.code, 'OBJECT_NOT_UPLOADED')
    })
  }

  test('bytes of an allowed type are taken under the general type', async () => {
    const workspace = await app.workspace()
    const id = await instrument(workspace)
    const { content_type: _left, ...request } = { content_type: undefined, file_name: 'photo' }
    const ticket = await app.call('POST', `/instruments/${id}/documents/upload-url`, {
      key: workspace.key,
      body: request,
    })
    assert.equal(await send(ticket.body, PNG), 204)
    assert.equal((await register(workspace, id, ticket.body.key)).status, 201)
  })
}

/** Uploads that are not allowed. */
function refusedTickets({ app, instrument, askUpload }: DocumentRequests): void {
  const requests: [string, object, string, string][] = [
    ['active content', { content_type: 'text/html' }, 'INVALID_REQUEST', 'content_type'],
    ['svg', { content_type: 'image/svg+xml' }, 'INVALID_REQUEST', 'content_type'],
    ['26,214,401 bytes', { size_bytes: 26_214_401 }, 'INVALID_REQUEST', 'size_bytes'],
    ['no bytes', { size_bytes: 0 }, 'INVALID_REQUEST', 'size_bytes'],
    ['a name of 256 characters', { file_name: '🔧'.repeat(256) }, 'INVALID_REQUEST', 'file_name'],
    ['an empty name', { file_name: '' }, 'INVALID_REQUEST', 'file_name'],
    ['a folder for a name', { file_name: 'folder/' }, 'INVALID_REQUEST', 'file_name'],
  ]
  for (const [title, request, code, field] of requests) {
    test(`an upload of ${title}`, async () => {
      const workspace = await app.workspace()
      const reply = await askUpload(workspace, await instrument(workspace), request)
      assert.deepEqual([reply.status, reply.body.code, reply.body.details.field], [422, code, field])
    })
  }

  test('a wrong type and an unknown field are a validation error; the largest sizes and names pass', async () => {
    const workspace = await app.workspace()
    const id = await instrument(workspace)
    assert.equal((await askUpload(workspace, id, { size_bytes: '5' })).body.code, 'VALIDATION_ERROR')
    assert.equal((await askUpload(workspace, id, { more: 1 })).body.code, 'VALIDATION_ERROR')
    assert.equal(
      (await askUpload(workspace, id, { size_bytes: 26_214_400, file_name: '🔧'.repeat(255) })).status,
      201,
    )
    assert.equal((await askUpload(workspace, id, { size_bytes: null })).status, 201)
  })
}

/** Instruments that accept no more documents. */
function refusedOfRetired({ app, instrument, askUpload, register, uploaded }: DocumentRequests): void {
  test('everything about a retired instrument but reading', async () => {
    const workspace = await app.workspace()
    const id = await instrument(workspace)
    const [used, unused] = [await uploaded(workspace, id), await uploaded(workspace, id)]
    const document = (await register(workspace, id, used)).body
    await app.call('POST', `/instruments/${id}/retire`, { key: workspace.key })
    assert.equal((await askUpload(workspace, id)).body.code, 'ASSET_RETIRED')
    assert.equal((await register(workspace, id, unused)).body.code, 'ASSET_RETIRED')
    assert.deepEqual((await register(workspace, id, used)).body, document)
    assert.equal(
      (await app.call('GET', `/instruments/${id}/documents`, { key: workspace.key })).body.pagination.total,
      1,
    )
  })
}

/** People without permission. */
function refusedPeople({ app, instrument, askUpload, register, uploaded }: DocumentRequests): void {
  test('other workspaces, other sites, readers and auditors', async () => {
    const [workspace, other] = [await app.workspace(), await app.workspace()]
    const id = await instrument(workspace)
    const document = (await register(workspace, id, await uploaded(workspace, id))).body
    const site = await workspace.site('Elsewhere')
    const limited = await workspace.person({ siteIds: [site] })
    for (const { key } of [other, limited]) {
      assert.equal((await askUpload({ key }, id)).status, 404)
      assert.equal((await app.call('GET', `/instruments/${id}/documents`, { key })).status, 404)
      assert.equal(
        (await app.call('GET', `/instruments/${id}/documents/${document.id}/download`, { key })).status,
        404,
      )
    }
    const reader = await workspace.person({ scope: 'read' })
    assert.equal((await askUpload(reader, id)).body.code, 'INSUFFICIENT_SCOPE')
    const auditor = await workspace.person({ role: 'auditor' })
    assert.equal((await askUpload(auditor, id)).body.code, 'FORBIDDEN')
    assert.equal(
      (
        await app.call(
          'GET',
          `/instruments/${await instrument(workspace)}/documents/${document.id}/download`,
          { key: workspace.key },
        )
      ).status,
      404,
    )
  })
}
