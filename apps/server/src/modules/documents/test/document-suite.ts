import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { TestApp, TestWorkspace } from '../../../../test/app.ts'
import { systemActor } from '../../../platform/actor.ts'
import type { Storage } from '../../../platform/storage/index.ts'
import { archiveDocument, sweepUploads } from '../index.ts'
import { documentKey, DOCUMENTS_FOLDER } from '../rules/upload-key.ts'

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const DAY_MS = 86_400_000

/** The whole way of documents over HTTP, for an application on either storage. */
export function documentSuite(app: TestApp): void {
  const parts = { db: app.db, clock: app.clock, storage: app.storage }

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

  async function send(
    ticket: { upload_url: string; fields: Record<string, string> },
    bytes: Buffer,
  ): Promise<number> {
    const form = new FormData()
    for (const [name, value] of Object.entries(ticket.fields)) form.set(name, value)
    form.set('file', new Blob([new Uint8Array(bytes)]), 'whatever')
    const response = await fetch(ticket.upload_url, { method: 'POST', body: form })
    await response.arrayBuffer()
    return response.status
  }

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

  describe('the way of a document', () => {
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
      const file = await fetch(address.body.download_url)
      assert.ok(Buffer.from(await file.arrayBuffer()).equals(PDF))
      assert.match(
        file.headers.get('content-disposition')!,
        /^attachment; .*filename\*=UTF-8''Bericht%20Pr%C3%BCfung\.pdf$/,
      )
      if (app.storage.kind === 'local') {
        // S3 sends no headers of our choice; there the file comes from an origin of its own.
        assert.equal(file.headers.get('x-content-type-options'), 'nosniff')
        assert.match(file.headers.get('content-security-policy')!, /sandbox/)
      }
    })

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

    test('an archived document leaves the lists and can still be fetched', async () => {
      const workspace = await app.workspace()
      const id = await instrument(workspace)
      const document = (await register(workspace, id, await uploaded(workspace, id))).body
      const archived = await archiveDocument(parts, systemActor(workspace.id), document.id)
      assert.equal(archived.is_archived, true)
      const listed = async (query: string) =>
        (await app.call('GET', `/instruments/${id}/documents${query}`, { key: workspace.key })).body
          .pagination.total
      assert.deepEqual([await listed(''), await listed('?include=archived')], [0, 1])
      const address = await app.call('GET', `/instruments/${id}/documents/${document.id}/download`, {
        key: workspace.key,
      })
      assert.equal(address.status, 200)
    })
  })

  describe('registering again', () => {
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
  })

  describe('what is refused', () => {
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
  })

  describe('the sweep', () => {
    test('takes what was not registered within a day and what a crash left, and nothing else', async () => {
      const workspace = await app.workspace()
      const id = await instrument(workspace)
      const kept = (await register(workspace, id, await uploaded(workspace, id))).body
      const forgotten = await uploaded(workspace, id)
      const orphan = documentKey(workspace.id, randomUUID())
      await app.storage.put(orphan, PDF, 'application/pdf')
      assert.deepEqual(await sweepUploads(parts), { uploads: 0, orphans: 0 })
      // Files carry the time of the disk, so the clock moves a day beyond it.
      app.clock.set(new Date(Date.now() + DAY_MS + 60_000).toISOString())
      const swept = await sweepUploads(parts)
      assert.ok(swept.uploads >= 1)
      assert.equal(swept.orphans, 1)
      assert.equal((await register(workspace, id, forgotten)).body.code, 'OBJECT_NOT_UPLOADED')
      assert.equal((await app.storage.head(documentKey(workspace.id, kept.id))).sizeBytes, PDF.length)
    })

    test('looks at a part of each folder, goes on from there, and begins anew after the end', async () => {
      const workspace = await app.workspace()
      const orphans = Array.from({ length: 5 }, () => documentKey(workspace.id, randomUUID()))
      for (const key of orphans) await app.storage.put(key, PDF, 'application/pdf')
      app.clock.set(new Date(Date.now() + 3 * DAY_MS).toISOString())
      let listed = 0
      const storage: Storage = {
        ...app.storage,
        list: async function* list(folder, after) {
          for await (const object of app.storage.list(folder, after)) {
            if (folder === DOCUMENTS_FOLDER) listed += 1
            yield object
          }
        },
      }
      const removed: number[] = []
      for (let left = orphans.length; left > 0; left -= removed.at(-1)!) {
        const before = listed
        removed.push((await sweepUploads({ ...parts, storage }, 2)).orphans)
        assert.ok(listed - before <= 2)
        assert.ok(removed.length < 20)
      }
      const again = documentKey(workspace.id, randomUUID())
      await app.storage.put(again, PDF, 'application/pdf')
      app.clock.set(new Date(Date.now() + 6 * DAY_MS).toISOString())
      const later = async () => (await sweepUploads({ ...parts, storage }, 1000)).orphans
      assert.equal((await later()) + (await later()), 1)
    })
  })
}
