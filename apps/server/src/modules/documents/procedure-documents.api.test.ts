import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { ProcedureDocument } from '@plumbline/contract'
import { startTestApp, type TestResponse } from '../../../test/app.ts'
import { addProcedureDocument, PNG, uploadedFile } from '../../../test/documents.ts'
import { signInAs } from '../../../test/session.ts'
import { draftProcedure, release, releasedProcedure } from '../../../test/workspaces/released-procedure.ts'
import { projections } from '../../projections.ts'
import { checkAllFiles } from '../../platform/storage/index.ts'
import { verifyLedger } from '../ledger/index.ts'
import { procedureFiles, sweepUploads } from './index.ts'
import { documentKey } from './rules/upload-key.ts'

const app = await startTestApp()
const workspace = await app.workspace()
const admin = await signInAs(app, workspace, 'admin')
const { key: readKey } = await workspace.person({ role: 'auditor', scope: 'read' })
const unknownId = '019345b3-5d07-7e19-b8c4-91a06f2d7e58'
const DAY_MS = 86_400_000

function refusedAs(response: TestResponse, status: number, code: string): void {
  assert.deepEqual([response.status, response.body.code], [status, code], JSON.stringify(response.body))
}

/** A draft with one document. */
async function draftWithDocument(fileName = 'Measuring faces.png') {
  const { procedure_id: id } = await draftProcedure(admin)
  const draft = await addProcedureDocument(admin, id, fileName)
  return { id, path: `/procedures/${id}`, draft, document: draft.documents[0]! }
}

describe('documents of a procedure', () => {
  test('are stated by its draft with type, size and hash of the file', async () => {
    const { document } = await draftWithDocument()
    const { id: _id, ...stated } = document
    assert.deepEqual(stated, {
      file_name: 'Measuring faces.png',
      content_type: 'image/png',
      size_bytes: PNG.length,
      sha256: createHash('sha256').update(PNG).digest('hex'),
    })
  })

  test('are downloaded by keys with read scope, from any revision', async () => {
    const { path, document } = await draftWithDocument('Jaws.png')
    await release(admin, path.split('/').at(-1)!)
    await admin.call('POST', `${path}/draft`)
    const removed = await admin.call('PATCH', `${path}/draft`, { body: { documents: [] } })
    assert.deepEqual(removed.body.documents, [])
    const seen = await app.call('GET', `${path}/documents/${document.id}/download`, { key: readKey })
    assert.equal(seen.status, 200)
    const file = await fetch(seen.body.download_url)
    assert.match(file.headers.get('content-disposition')!, /Jaws\.png/)
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), PNG)
    const released = await admin.call('GET', `${path}/revisions/1`)
    assert.deepEqual(released.body.documents, [document])
    refusedAs(
      await app.call('GET', `${path}/documents/${unknownId}/download`, { key: readKey }),
      404,
      'NOT_FOUND',
    )
  })

  test('are part of what an instrument is calibrated by, and of what the signature is bound to', async () => {
    const { id, document } = await draftWithDocument()
    const without = await admin.call('GET', `/procedures/${id}/revisions/1`)
    await release(admin, id)
    const body = { asset_tag: 'PD-1', name: 'Caliper', calibration_interval_value: 12, procedure_id: id }
    const { body: instrument } = await admin.call('POST', '/instruments', { body })
    const { body: followed } = await admin.call('GET', `/instruments/${instrument.id}/points`)
    assert.deepEqual(followed.procedure.documents, [document])
    refusedAs(
      await admin.call('PATCH', `/procedures/${id}/draft`, { body: { documents: [] } }),
      409,
      'CONFLICT',
    )
    assert.deepEqual(without.body.documents, [document])
  })

  test('are kept by the next revision, reordered and removed by changing the draft', async () => {
    const { id, path, document } = await draftWithDocument('1.png')
    const { documents } = await addProcedureDocument(admin, id, '2.png')
    const second = documents[1]!
    const change = (ids: string[]) => admin.call('PATCH', `${path}/draft`, { body: { documents: ids } })
    const names = ({ body }: TestResponse) => body.documents.map((each: ProcedureDocument) => each.file_name)
    assert.deepEqual(names(await change([second.id.toUpperCase(), document.id])), ['2.png', '1.png'])
    await release(admin, id)
    assert.deepEqual(names(await admin.call('POST', `${path}/draft`)), ['2.png', '1.png'])
    assert.deepEqual(names(await change([document.id])), ['1.png'])
    assert.deepEqual(names(await change([document.id, second.id])), ['1.png', '2.png'])
  })

  test('can be those of another procedure of the workspace, and no others', async () => {
    const { document } = await draftWithDocument()
    const body = { code: 'PD-COPY', title: 'Copy', documents: [document.id] }
    const copied = await admin.call('POST', '/procedures', { body })
    assert.deepEqual(copied.body.documents, [document])
    const elsewhere = await signInAs(app, await app.workspace(), 'admin')
    const foreign = await elsewhere.call('POST', '/procedures', { body })
    refusedAs(foreign, 422, 'VALIDATION_ERROR')
    assert.deepEqual(foreign.body.details.errors[0].loc, ['body', 'documents', 0])
  })

  test('are not part of an exported procedure, which another workspace can then take in', async () => {
    const { id, path } = await draftWithDocument()
    const { body } = await admin.call('GET', `${path}/revisions/1/procedure.json`)
    assert.equal('documents' in body, false)
    assert.equal((await admin.call('GET', `/procedures/${id}/revisions/1`)).body.documents.length, 1)
  })
})

describe('adding a document to a draft', () => {
  test('twice with the same key adds it once', async () => {
    const { id, path } = await draftWithDocument()
    const key = await uploadedFile(admin, `${path}/draft/documents`, 'a.png')
    const add = () =>
      admin.call('POST', `/procedures/${id}/draft/documents`, { body: { key, file_name: 'a.png' } })
    const first = await add()
    assert.equal(first.body.documents.length, 2)
    const second = await add()
    assert.deepEqual([second.status, second.body], [200, first.body])
  })

  test('refuses what was not uploaded for this procedure, or is not as declared', async () => {
    const { path } = await draftWithDocument()
    const other = await draftWithDocument()
    const add = (key: string, name = 'a.png') =>
      admin.call('POST', `${path}/draft/documents`, { body: { key, file_name: name } })
    const foreign = await uploadedFile(admin, `${other.path}/draft/documents`, 'a.png')
    refusedAs(await add(foreign), 422, 'INVALID_REQUEST')
    refusedAs(await add('uploads/unknown'), 422, 'INVALID_REQUEST')
    const text = { bytes: Buffer.from('plain text'), contentType: 'image/png' }
    refusedAs(
      await add(await uploadedFile(admin, `${path}/draft/documents`, 'a.png', text)),
      422,
      'INVALID_REQUEST',
    )
    const asked = { body: { file_name: 'a.png', content_type: 'image/png' } }
    const ticket = await admin.call('POST', `${path}/draft/documents/upload-url`, asked)
    refusedAs(await add(ticket.body.key), 409, 'OBJECT_NOT_UPLOADED')
    refusedAs(await add(ticket.body.key, '/'), 422, 'INVALID_REQUEST')
    const typed = { body: { file_name: 'a.html', content_type: 'text/html' } }
    refusedAs(await admin.call('POST', `${path}/draft/documents/upload-url`, typed), 422, 'INVALID_REQUEST')
  })

  test('needs a draft, and an admin or manager of all sites', async () => {
    const { procedure_id: id } = await releasedProcedure(admin)
    const path = `/procedures/${id}/draft/documents`
    const body = { key: 'uploads/unknown', file_name: 'a.png' }
    for (const [at, sent] of [
      [path, body],
      [`${path}/upload-url`, { file_name: 'a.png' }],
    ] as const) {
      refusedAs(await admin.call('POST', at, { body: sent }), 409, 'CONFLICT')
      refusedAs(await admin.call('POST', at.replace(id, unknownId), { body: sent }), 404, 'NOT_FOUND')
      const technician = await signInAs(app, workspace, 'technician')
      refusedAs(await technician.call('POST', at, { body: sent }), 403, 'FORBIDDEN')
    }
  })

  test('is refused beyond twenty documents', async () => {
    const { path, document } = await draftWithDocument()
    const { id } = await draftWithDocument()
    let last = document
    for (let count = 1; count < 20; count += 1)
      last = (await addProcedureDocument(admin, id, 'a.png')).documents.at(-1)!
    const key = await uploadedFile(admin, `/procedures/${id}/draft/documents`, 'a.png')
    const body = { key, file_name: 'a.png' }
    const refused = await admin.call('POST', `/procedures/${id}/draft/documents`, { body })
    refusedAs(refused, 422, 'INVALID_REQUEST')
    const taken = await admin.call('PATCH', `${path}/draft`, { body: { documents: [last.id] } })
    assert.equal(taken.status, 200)
  })
})

test('the ledger contains the documents of each revision, and their files are verified and not swept', async () => {
  const at = await app.workspace()
  const person = await signInAs(app, at, 'admin')
  const { procedure_id: id, code } = await draftProcedure(person)
  const [document] = (await addProcedureDocument(person, id, 'kept.png')).documents
  const discarded = await draftProcedure(person)
  const [orphan] = (await addProcedureDocument(person, discarded.procedure_id, 'gone.png')).documents
  await person.call('DELETE', `/procedures/${discarded.procedure_id}/draft`)
  const queries = app.db.in(at.id)
  const report = await verifyLedger({ ...app.parts, projections }, at.id)
  assert.deepEqual([report.fault, report.rowFaultCount], [null, 0])
  assert.deepEqual(await checkAllFiles(app.storage, queries, [procedureFiles]), { filesRead: 1, faults: [] })
  const [file] = await procedureFiles.after(app.storage, queries, null, 10)
  assert.equal(file!.path, `procedures/${code}/${document!.id}/kept.png`)
  assert.equal(await procedureFiles.lastId(queries), document!.id)
  app.clock.set(new Date(Date.now() + DAY_MS + 60_000).toISOString())
  await sweepUploads(app.workerParts)
  await app.storage.head(documentKey(at.id, document!.id))
  await assert.rejects(app.storage.head(documentKey(at.id, orphan!.id)))
})
