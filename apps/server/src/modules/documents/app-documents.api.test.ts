import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { roles, type AppDocument } from '@plumbline/contract'
import { sharedTestApp } from '../../../test/app.ts'
import { enter } from '../../../test/register.ts'
import { signInAs, type TestSession } from '../../../test/session.ts'
import { sql } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'

const app = await sharedTestApp()
const workspace = await app.workspace()
const mainSite = (await app.call('GET', '/sites', { key: workspace.key })).body.data[0].id as string
const otherSite = await workspace.site('Harbour')
const admin = await signInAs(app, workspace, 'admin', { name: 'Ada Admin' })

let minutes = 0

/** A document in the register of documents; its bytes are of no interest to lists. */
async function attach(instrumentId: string, fileName: string, type: string, archived = false) {
  const id = newId()
  minutes += 1
  const at = new Date(app.clock.now().getTime() + minutes * 60_000).toISOString()
  await app.db.in(workspace.id).rows(sql`
    insert into documents (workspace_id, document_id, instrument_id, file_name, document_type, content_type,
      size_bytes, sha256, uploaded_at, uploaded_by, is_archived)
    values (${workspace.id}, ${id}, ${instrumentId}, ${fileName}, ${type}, 'application/pdf', 1234,
      ${Buffer.alloc(32)}, ${at}, ${admin.personId}, ${archived})`)
  return id
}

const caliper = await enter(app, workspace.key, { asset_tag: 'CAL-7', name: 'Caliper' })
const scale = await enter(app, workspace.key, { asset_tag: 'WGT-9', name: 'Scale' })
before(async () => {
  const moved = await admin.call('PATCH', `/instruments/${scale.id}`, { body: { site_id: otherSite } })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  await attach(caliper.id, 'Certificate 100% 2026.pdf', 'certificate')
  await attach(scale.id, 'Prüfung.pdf', 'report')
  await attach(caliper.id, 'Old photo.png', 'photo', true)
  await attach(scale.id, 'Procedure.pdf', 'procedure')
})

const found = async (query: string, session: TestSession = admin) => {
  const response = await session.call('GET', `/documents${query}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return (response.body.data as AppDocument[]).map(({ file_name: name }) => name)
}

describe('documents of all instruments', () => {
  test('newest first, with instrument, size, hash and who added them', async () => {
    const { body } = await admin.call('GET', '/documents')
    assert.deepEqual(
      body.data.map((one: AppDocument) => one.file_name),
      ['Procedure.pdf', 'Prüfung.pdf', 'Certificate 100% 2026.pdf'],
    )
    const { size_bytes: size, sha256, uploaded_by_name: name, instrument } = body.data[0] as AppDocument
    assert.deepEqual(
      { size, sha256, name, instrument },
      {
        size: 1234,
        sha256: '00'.repeat(32),
        name: 'Ada Admin',
        instrument: { id: scale.id, asset_tag: 'WGT-9', name: 'Scale' },
      },
    )
  })

  for (const [query, names] of [
    ['?document_type=report', ['Prüfung.pdf']],
    ['?q=PRÜFUNG', ['Prüfung.pdf']],
    ['?q=cal-7%202026', ['Certificate 100% 2026.pdf']],
    ['?q=100%25', ['Certificate 100% 2026.pdf']],
    ['?q=2026%20pruf', []],
    ['?q=scale', ['Procedure.pdf', 'Prüfung.pdf']],
    ['?q=_', ['Procedure.pdf', 'Prüfung.pdf', 'Certificate 100% 2026.pdf']],
    ['?q=%20', ['Procedure.pdf', 'Prüfung.pdf', 'Certificate 100% 2026.pdf']],
    ['?q=photo', []],
    ['?q=photo&include=archived', ['Old photo.png']],
    [`?instrument_id=${caliper.id}&include=archived`, ['Old photo.png', 'Certificate 100% 2026.pdf']],
    [`?q=cert&instrument_id=${scale.id}`, []],
    [`?q=p&site_id=${otherSite}&document_type=report`, ['Prüfung.pdf']],
    [`?q=cert&calibration_id=${newId()}`, []],
    [`?site_id=${otherSite}`, ['Procedure.pdf', 'Prüfung.pdf']],
    [`?calibration_id=${newId()}`, []],
  ] as const) {
    test(`${query} narrows them`, async () => assert.deepEqual(await found(query), names))
  }

  test('come in pages', async () => {
    const { body } = await admin.call('GET', '/documents?limit=1&offset=1')
    assert.deepEqual(
      [body.data[0].file_name, body.pagination],
      ['Prüfung.pdf', { limit: 1, offset: 1, total: 3, has_more: true }],
    )
  })

  test('are those of the sites of the person, in every role', async () => {
    for (const role of roles) {
      const session = await signInAs(app, workspace, role, { siteIds: [otherSite] })
      assert.deepEqual(await found('', session), ['Procedure.pdf', 'Prüfung.pdf'], role)
      assert.deepEqual(await found(`?instrument_id=${caliper.id}`, session), [], role)
      assert.deepEqual(await found(`?site_id=${mainSite}`, session), [], role)
      assert.deepEqual(await found('?q=cert', session), [], role)
    }
  })

  test('are found by the current name and location of their instrument', async () => {
    const gauge = await enter(app, workspace.key, { asset_tag: 'GAU-1', name: 'Bore gauge' })
    await attach(gauge.id, 'Drawing.pdf', 'other')
    const change = { name: 'Ring gauge', site_id: otherSite }
    const changed = await admin.call('PATCH', `/instruments/${gauge.id}`, { body: change })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    assert.deepEqual(await found('?q=bore'), [])
    assert.deepEqual(await found(`?q=gau1&site_id=${otherSite}`), ['Drawing.pdf'])
    assert.deepEqual(await found('?q=ring%20draw'), ['Drawing.pdf'])
  })

  test('of another workspace are never among them', async () => {
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    assert.deepEqual(await found(`?instrument_id=${caliper.id}`, stranger), [])
    const response = await stranger.call('GET', '/documents', { workspaceId: workspace.id })
    assert.deepEqual([response.status, response.body.code], [404, 'NOT_FOUND'])
  })

  test('are asked for in known words', async () => {
    for (const [query, code] of [
      ['?document_type=letter', 'INVALID_REQUEST'],
      ['?include=all', 'INVALID_REQUEST'],
      ['?instrument_id=x', 'VALIDATION_ERROR'],
      ['?limit=0', 'VALIDATION_ERROR'],
      [`?q=${'a'.repeat(201)}`, 'VALIDATION_ERROR'],
    ] as const) {
      const response = await admin.call('GET', `/documents${query}`)
      assert.deepEqual([response.status, response.body.code], [422, code], query)
    }
  })
})
