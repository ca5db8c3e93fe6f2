import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { APP_API_PREFIX, type DocumentUploadUrlResponse, type ProviderCertificate } from '@plumbline/contract'
import { sharedTestApp } from '../../../../test/app.ts'
import { PNG } from '../../../../test/documents.ts'
import { enter } from '../../../../test/register.ts'
import { signInAs, type TestSession } from '../../../../test/session.ts'
import { tag } from '../../../../test/workspaces/unique-things.ts'
import { projections } from '../../../projections.ts'
import { firstDifference, verifyLedger } from '../../ledger/index.ts'
import { documentFiles } from '../index.ts'

const app = await sharedTestApp()
const workspace = await app.workspace()
const manager = await signInAs(app, workspace, 'manager', { name: 'Quinn Manager' })
const technician = await signInAs(app, workspace, 'technician')

async function addProvider(): Promise<string> {
  const { status, body } = await manager.call('POST', '/providers', { body: { name: tag() } })
  assert.equal(status, 201)
  return body.id
}

/** Uploads a file for the path of a provider or an instrument, and returns its key. */
async function upload(path: string, by: TestSession = manager, contentType = 'image/png'): Promise<string> {
  const asked = await by.call('POST', `${path}/documents/upload-url`, {
    body: { file_name: 'swedac.png', content_type: contentType },
  })
  assert.equal(asked.status, 201, JSON.stringify(asked.body))
  const { upload_url: url, fields, key } = asked.body as DocumentUploadUrlResponse
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(PNG)]), 'swedac.png')
  assert.equal((await fetch(url, { method: 'POST', body: form })).status, 204)
  return key
}

const register = (providerId: string, key: string, name = 'swedac.png', by = manager) =>
  by.call('POST', `/providers/${providerId}/documents`, { body: { key, file_name: name } })

describe('a certificate of accreditation', () => {
  test('is uploaded for its provider, shown and downloaded by everybody, and kept when another replaces it', async () => {
    const id = await addProvider()
    const key = await upload(`/providers/${id}`)
    const first = await register(id, key, 'folder/2024.png')
    assert.equal(first.status, 201, JSON.stringify(first.body))
    const [certificate] = first.body.data as ProviderCertificate[]
    assert.deepEqual(
      [certificate!.file_name, certificate!.content_type, certificate!.uploaded_by_name],
      ['2024.png', 'image/png', 'Quinn Manager'],
    )
    assert.deepEqual((await register(id, key, '2024.png')).body, first.body, 'the same key adds nothing')
    app.clock.advance(1000)
    const second = await register(id, await upload(`/providers/${id}`), '2028.png')
    const names = second.body.data.map((one: ProviderCertificate) => one.file_name)
    assert.deepEqual(names, ['2028.png', '2024.png'])
    const current = second.body.data[0].id
    const shown = { id: current, instrument_id: null, file_name: '2028.png' }
    const limited = await signInAs(app, workspace, 'technician', { siteIds: [await workspace.site(tag())] })
    for (const person of [manager, technician, limited]) {
      const { body } = await person.call('GET', `/providers/${id}`)
      assert.deepEqual([body.accreditation_document_id, body.accreditation_document], [current, shown])
      assert.deepEqual((await person.call('GET', `/providers/${id}/documents`)).body, second.body)
      for (const { id: document } of second.body.data as ProviderCertificate[]) {
        const address = await person.call('GET', `/providers/${id}/documents/${document}/download`)
        const file = await fetch(address.body.download_url)
        assert.deepEqual(Buffer.from(await file.arrayBuffer()), PNG)
      }
    }
    const { body: log } = await manager.call('GET', `/activity?subject_id=${id}&limit=10`)
    assert.deepEqual(log.data[0].changes.accreditation_document_id, {
      before: certificate!.id,
      after: current,
    })
    const back = { accreditation_document_id: certificate!.id }
    const { body: restored } = await manager.call('PATCH', `/providers/${id}`, { body: back })
    assert.equal(restored.accreditation_document.file_name, '2024.png')
  })

  test('is added by admins and managers who reach all sites, from a file uploaded for that provider', async () => {
    const [id, other] = [await addProvider(), await addProvider()]
    const limited = await signInAs(app, workspace, 'manager', { siteIds: [await workspace.site(tag())] })
    const body = { file_name: 'a.png', content_type: 'image/png' }
    for (const person of [technician, limited]) {
      assert.equal((await person.call('POST', `/providers/${id}/documents/upload-url`, { body })).status, 403)
      assert.equal((await register(id, 'uploads/x', 'a.png', person)).status, 403)
    }
    const instrument = await enter(app, workspace.key)
    const foreign = [await upload(`/providers/${other}`), await upload(`/instruments/${instrument.id}`)]
    for (const key of [...foreign, 'unknown']) {
      const refused = await register(id, key)
      assert.deepEqual([refused.status, refused.body.code], [422, 'INVALID_REQUEST'], key)
    }
    const wrong = await upload(`/providers/${id}`, manager, 'application/pdf')
    assert.equal((await register(id, wrong)).status, 422, 'not as declared')
    const asked = await manager.call('POST', `/providers/${id}/documents/upload-url`, { body })
    assert.equal((await register(id, asked.body.key)).body.code, 'OBJECT_NOT_UPLOADED')
    const { body: added } = await register(other, foreign[0]!)
    const stolen = { body: { accreditation_document_id: added.data[0].id } }
    assert.equal((await manager.call('PATCH', `/providers/${id}`, stolen)).status, 422)
    assert.equal(
      (await manager.call('GET', `/providers/${id}/documents/${added.data[0].id}/download`)).status,
      404,
    )
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    assert.equal((await stranger.call('GET', `/providers/${other}/documents`)).status, 404)
  })

  test('is in the export of documents with its provider, unless a site, words or the limits of a person ask otherwise', async () => {
    const id = await addProvider()
    const { body } = await register(id, await upload(`/providers/${id}`), 'exported.png')
    const exported = async (query = '', person = manager) => {
      const path = `/workspaces/${workspace.id}/exports/documents?format=jsonl${query}`
      const headers = { cookie: person.cookie }
      const response = await fetch(`${app.origin}${APP_API_PREFIX}${path}`, { headers })
      assert.equal(response.status, 200)
      const lines = (await response.text()).split('\n').filter((line) => line !== '')
      return lines.map((line) => JSON.parse(line)).find((row) => row.id === body.data[0].id)
    }
    const { body: provider } = await manager.call('GET', `/providers/${id}`)
    const row = await exported()
    const owner = { provider_id: id, provider_name: provider.name, instrument_id: null, asset_tag: null }
    assert.deepEqual({ ...row, ...owner, file_name: 'exported.png' }, row)
    const site = await workspace.site(tag())
    const limited = await signInAs(app, workspace, 'manager', { siteIds: [site] })
    for (const found of [
      await exported(`&site_id=${site}`),
      await exported('&q=exported'),
      await exported('', limited),
    ])
      assert.equal(found, undefined)
  })

  test('is among the files that are backed up, in no list of instruments, and as the ledger records it', async () => {
    const id = await addProvider()
    const instrument = await enter(app, workspace.key)
    const before = await manager.call('GET', '/documents')
    const { body } = await register(id, await upload(`/providers/${id}`), 'swedac.png')
    const documentId = body.data[0].id
    const path = `/instruments/${instrument.id}/documents/${documentId}/download`
    assert.equal((await manager.call('GET', path)).status, 404)
    assert.deepEqual((await manager.call('GET', '/documents')).body, before.body)
    assert.deepEqual((await manager.call('GET', '/documents?q=swedac')).body.data, [])
    const queries = app.db.in(workspace.id)
    const files = await documentFiles.after(app.parts.storage, queries, null, 100)
    assert.ok(files.some((file) => file.id === documentId && file.path.endsWith('/swedac.png')))
    const report = await verifyLedger({ ...app.parts, projections }, workspace.id)
    assert.equal(firstDifference(report), null, JSON.stringify(report.rowFaults))
  })
})
