import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { systemActor } from '../../../platform/actor.ts'
import { archiveDocument } from '../index.ts'
import { documentKey } from '../rules/upload-key.ts'
import { PDF, type DocumentRequests } from './document-requests.ts'

/** Tests of a document from the ticket to the download. */
export function wayOfDocuments(documents: DocumentRequests): void {
  uploading(documents)
  naming(documents)
  belonging(documents)
  archiving(documents)
}

/** From the ticket to the file. */
function uploading({ app, instrument, askUpload, register, send }: DocumentRequests): void {
  test('ask, upload, register, list, download', async () => {
    const workspace = await app.workspace()
    const id = await instrument(workspace)
    const ticket = await askUpload(workspace, id, { size_bytes: PDF.length })
    assert.deepEqual(
      [ticket.status, ticket.body.method, ticket.body.expires_in, ticket.body.max_size_bytes],
      [201, 'POST', 900, 26_214_400],
    )
    assert.equal(await send(ticket.body, PDF), 204)
    const registered = await register(workspace, id, ticket.body.key, {
      file_name: 'a/b\\..\\Bericht Prüfung.pdf',
      document_type: 'report',
    })
    assert.equal(registered.status, 201)
    assert.deepEqual(
      { ...registered.body, id: '', uploaded_at: '', uploaded_by: '' },
      {
        id: '',
        instrument_id: id,
        file_name: 'Bericht Prüfung.pdf',
        document_type: 'report',
        calibration_id: null,
        uploaded_at: '',
        uploaded_by: '',
        is_archived: false,
      },
    )
    const list = await app.call('GET', `/instruments/${id}/documents`, { key: workspace.key })
    assert.deepEqual(list.body.data, [registered.body])
    const address = await app.call('GET', `/instruments/${id}/documents/${registered.body.id}/download`, {
      key: workspace.key,
    })
    assert.deepEqual([address.status, address.body.expires_in], [200, 300])
    await checkDownload(app, address.body.download_url)
  })
}

/** The file has the content that was sent and its own name, and no browser renders it as a page of this server. */
async function checkDownload({ storage }: DocumentRequests['app'], address: string): Promise<void> {
  const file = await fetch(address)
  assert.ok(Buffer.from(await file.arrayBuffer()).equals(PDF))
  assert.match(
    file.headers.get('content-disposition')!,
    /^attachment; .*filename\*=UTF-8''Bericht%20Pr%C3%BCfung\.pdf$/,
  )
  if (storage.kind !== 'local') return
  // S3 does not send custom headers; there the file comes from a separate origin.
  assert.equal(file.headers.get('x-content-type-options'), 'nosniff')
  assert.match(file.headers.get('content-security-policy')!, /sandbox/)
}

/** Tests of file names. */
function naming({ app, instrument, askUpload, register, uploaded }: DocumentRequests): void {
  test('characters that disguise a name are dropped, as directories are, in both requests', async () => {
    const workspace = await app.workspace()
    const id = await instrument(workspace)
    const disguised = { file_name: 'x/report\u202efdp\r\n\u2066.exe' }
    const key = await uploaded(workspace, id, PDF, disguised)
    const registered = await register(workspace, id, key, disguised)
    assert.deepEqual([registered.status, registered.body.file_name], [201, 'reportfdp.exe'])
    const again = await register(workspace, id, key, { file_name: 'reportfdp.exe' })
    assert.deepEqual(again.body, registered.body)
    const nameless = { file_name: '\u202e\u0007' }
    for (const reply of [
      await askUpload(workspace, id, nameless),
      await register(workspace, id, key, nameless),
    ]) {
      assert.deepEqual(
        [reply.status, reply.body.code, reply.body.details.field],
        [422, 'INVALID_REQUEST', 'file_name'],
      )
    }
  })
}

/** Tests of documents of calibrations. */
function belonging({ app, instrument, register, uploaded }: DocumentRequests): void {
  test('a document of a calibration is listed with it, and only calibrations of the instrument are taken', async () => {
    const workspace = await app.workspace()
    const [id, other] = [await instrument(workspace), await instrument(workspace)]
    const calibrate = (instrumentId: string) =>
      app.call('POST', `/instruments/${instrumentId}/calibrations`, {
        key: workspace.key,
        headers: { 'idempotency-key': randomUUID() },
        body: { result: 'PASS' },
      })
    const [own, foreign] = [await calibrate(id), await calibrate(other)]
    const refused = await register(workspace, id, await uploaded(workspace, id), {
      calibration_id: foreign.body.id,
    })
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.details.field],
      [422, 'INVALID_REQUEST', 'calibration_id'],
    )
    const taken = await register(workspace, id, await uploaded(workspace, id), {
      calibration_id: own.body.id,
    })
    assert.equal(taken.body.calibration_id, own.body.id)
    const list = await app.call('GET', `/calibrations/${own.body.id}/documents`, { key: workspace.key })
    assert.deepEqual(
      list.body.data.map((row: { id: string }) => row.id),
      [taken.body.id],
    )
    const none = await app.call('GET', `/instruments/${id}/documents?document_type=photo`, {
      key: workspace.key,
    })
    assert.equal(none.body.pagination.total, 0)
    const unknown = await app.call('GET', `/instruments/${id}/documents?document_type=poem`, {
      key: workspace.key,
    })
    assert.deepEqual([unknown.status, unknown.body.code], [422, 'INVALID_REQUEST'])
  })
}

/** Tests of the effects of archiving. */
function archiving({ app, instrument, register, uploaded }: DocumentRequests): void {
  const parts = { db: app.db, clock: app.clock, storage: app.storage }
  test('an archived document leaves the lists and can still be fetched', async () => {
    const workspace = await app.workspace()
    const id = await instrument(workspace)
    const document = (await register(workspace, id, await uploaded(workspace, id))).body
    const archived = await archiveDocument(parts, systemActor(workspace.id), document.id)
    assert.equal(archived.is_archived, true)
    const listed = async (query: string) =>
      (await app.call('GET', `/instruments/${id}/documents${query}`, { key: workspace.key })).body.pagination
        .total
    assert.deepEqual([await listed(''), await listed('?include=archived')], [0, 1])
    const address = await app.call('GET', `/instruments/${id}/documents/${document.id}/download`, {
      key: workspace.key,
    })
    assert.equal(address.status, 200)
  })
}

/** Tests of a second registration of the same upload. */
export function registeringAgain(documents: DocumentRequests): void {
  const { app, instrument, askUpload, register, send, uploaded } = documents
  test('with the same values returns the same document, with others 409', async () => {
    const workspace = await app.workspace()
    const id = await instrument(workspace)
    const key = await uploaded(workspace, id)
    const [one, other] = await Promise.all([register(workspace, id, key), register(workspace, id, key)])
    assert.deepEqual([one.status, other.status], [201, 201])
    assert.deepEqual(one.body, other.body)
    const differing = await register(workspace, id, key, { document_type: 'photo' })
    assert.deepEqual([differing.status, differing.body.code], [409, 'CONFLICT'])
  })

  test('a file sent anew to a used address changes nothing', async () => {
    const workspace = await app.workspace()
    const id = await instrument(workspace)
    const ticket = await askUpload(workspace, id)
    await send(ticket.body, PDF)
    const document = (await register(workspace, id, ticket.body.key)).body
    await send(ticket.body, Buffer.concat([PDF, PDF]))
    const address = await app.call('GET', `/instruments/${id}/documents/${document.id}/download`, {
      key: workspace.key,
    })
    assert.ok(Buffer.from(await (await fetch(address.body.download_url)).arrayBuffer()).equals(PDF))
  })

  test('a crash between file and row is fixed by registering once more', async () => {
    const workspace = await app.workspace()
    const id = await instrument(workspace)
    const key = await uploaded(workspace, id)
    const documentId = key.split('/').at(-1)!.split('.')[0]!
    await app.storage.move(key, documentKey(workspace.id, documentId))
    assert.equal((await register(workspace, id, key)).status, 201)
  })
}
