import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { PROVIDERS_MAX, type Provider } from '@plumbline/contract'
import { sharedTestApp, type TestResponse } from '../../../test/app.ts'
import { enter } from '../../../test/register.ts'
import { signInAs, type TestSession } from '../../../test/session.ts'
import { tag } from '../../../test/workspaces/unique-things.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/db/index.ts'

const app = await sharedTestApp()
const workspace = await app.workspace()
const admin = await signInAs(app, workspace, 'admin')
const manager = await signInAs(app, workspace, 'manager')
const technician = await signInAs(app, workspace, 'technician')
const auditor = await signInAs(app, workspace, 'auditor')
const unknownId = '019345b3-5d07-7e19-b8c4-91a06f2d7e58'

const add = (members: object = {}, by: TestSession = admin) =>
  by.call('POST', '/providers', { body: { name: tag(), ...members } })
const patch = (id: string, body: object, headers = {}) =>
  admin.call('PATCH', `/providers/${id}`, { body, headers })
const publicly = (path: string, key = workspace.key) => app.call('GET', path, { key })

async function added(members: object = {}): Promise<Provider> {
  const { status, body } = await add(members)
  assert.equal(status, 201, JSON.stringify(body))
  return body
}

function refusedAs(response: TestResponse, status: number, code: string, field?: string): void {
  const { status: got, body } = response
  assert.deepEqual([got, body.code, body.details?.field], [status, code, field], JSON.stringify(body))
}

const whole = {
  accreditation_body: 'Swedac',
  accreditation_number: '1765',
  accreditation_valid_until: '2028-04-30',
  scope: [{ quantity: 'Length: gauge blocks', range: '0.5 mm to 100 mm', best_uncertainty: '0.05 µm' }],
  contact_name: 'Maja Lindqvist',
  contact_email: 'lab@norrland.example',
  contact_phone: '+46 90 123 45',
  lead_time_days: 15,
  notes: 'Collects on Mondays',
}

describe('a provider', () => {
  test('is maintained by admins and managers with all its details, and read by everyone and by keys', async () => {
    const { status, body } = await add(whole, manager)
    assert.equal(status, 201)
    assert.deepEqual({ ...body, ...whole }, body)
    assert.deepEqual([body.is_archived, body.accreditation_document], [false, null])
    for (const person of [admin, manager, technician, auditor]) {
      assert.deepEqual((await person.call('GET', `/providers/${body.id}`)).body, body)
    }
    assert.deepEqual((await publicly(`/providers/${body.id}`)).body, body)
    for (const person of [technician, auditor]) {
      refusedAs(await add({}, person), 403, 'FORBIDDEN')
      refusedAs(
        await person.call('PATCH', `/providers/${body.id}`, { body: { notes: 'x' } }),
        403,
        'FORBIDDEN',
      )
    }
  })

  test('is not managed by those who are limited to sites', async () => {
    const limited = await signInAs(app, workspace, 'manager', { siteIds: [await workspace.site(tag())] })
    const { id } = await added()
    refusedAs(await add({}, limited), 403, 'FORBIDDEN')
    refusedAs(await limited.call('PATCH', `/providers/${id}`, { body: { notes: 'x' } }), 403, 'FORBIDDEN')
    assert.equal((await limited.call('GET', `/providers/${id}`)).status, 200)
  })

  test('is not found in another workspace', async () => {
    const other = await app.workspace()
    const { id, name } = await added()
    refusedAs(await publicly(`/providers/${id}`, other.key), 404, 'NOT_FOUND')
    refusedAs(await publicly(`/providers/${unknownId}`), 404, 'NOT_FOUND')
    refusedAs(await publicly('/providers/17'), 422, 'VALIDATION_ERROR')
    refusedAs(await patch(unknownId, { notes: 'x' }), 404, 'NOT_FOUND')
    const stranger = await signInAs(app, other, 'admin')
    refusedAs(await stranger.call('PATCH', `/providers/${id}`, { body: { notes: 'x' } }), 404, 'NOT_FOUND')
    assert.equal((await add({ name }, stranger)).status, 201)
  })

  test('is listed and found by name, and once archived only on request', async () => {
    const own = await app.workspace()
    const by = await signInAs(app, own, 'admin')
    const made = await Promise.all(['beta', 'Alpha', 'Gamma'].map((name) => add({ name }, by)))
    await by.call('PATCH', `/providers/${made[2]!.body.id}`, { body: { is_archived: true } })
    const names = async (query: string) => {
      const { body } = await publicly(`/providers?${query}`, own.key)
      return [body.data.map(({ name }: Provider) => name), body.pagination.total]
    }
    assert.deepEqual(await names(''), [['Alpha', 'beta'], 2])
    assert.deepEqual(await names('include=archived'), [['Alpha', 'beta', 'Gamma'], 3])
    assert.deepEqual(await names('limit=1&offset=1'), [['beta'], 2])
    assert.deepEqual(await names('name=BETA'), [['beta'], 1])
    refusedAs(await publicly('/providers?include=retired', own.key), 422, 'INVALID_REQUEST', 'include')
  })

  test('is changed by the members that are sent, with the former values in the ledger', async () => {
    const { id } = await added(whole)
    const { status, body } = await patch(id, { accreditation_valid_until: '2033-04-30', notes: null })
    assert.equal(status, 200)
    assert.deepEqual(
      [body.accreditation_valid_until, body.notes, body.scope],
      ['2033-04-30', null, whole.scope],
    )
    await patch(id, { accreditation_valid_until: '2033-04-30' })
    const { body: log } = await admin.call('GET', '/activity?limit=10')
    const own = log.data.filter(({ kind, subject }: any) => kind === 'provider.updated' && subject.id === id)
    assert.deepEqual(
      own.map(({ changes, subject }: any) => [subject.label, changes]),
      [
        [
          body.name,
          {
            accreditation_valid_until: { before: '2028-04-30', after: '2033-04-30' },
            notes: { before: 'Collects on Mondays', after: null },
          },
        ],
      ],
    )
  })

  test('is not changed by somebody who has not seen its last change', async () => {
    const { id } = await added()
    const { headers } = await admin.call('GET', `/providers/${id}`)
    const ifMatch = { 'if-match': headers.get('etag')! }
    app.clock.advance(1000)
    assert.equal((await patch(id, { notes: 'one' }, ifMatch)).status, 200)
    app.clock.advance(1000)
    refusedAs(await patch(id, { notes: 'two' }, ifMatch), 412, 'PRECONDITION_FAILED')
  })

  test('has a unique name, ignoring case', async () => {
    const { name } = await added({ name: `Lab ${tag()}` })
    refusedAs(await add({ name: name.toUpperCase() }), 409, 'CONFLICT', 'name')
    const { id } = await added()
    refusedAs(await patch(id, { name }), 409, 'CONFLICT', 'name')
    assert.equal((await patch(id, { name: `${name} 2` })).status, 200)
  })

  test('shows its accreditation by a document of the workspace, to those who reach its instrument', async () => {
    const instrument = await enter(app, workspace.key)
    const document = newId()
    await app.db.in(workspace.id).rows(sql`
      insert into documents (workspace_id, document_id, instrument_id, file_name, document_type, content_type,
        size_bytes, sha256, uploaded_at)
      values (${workspace.id}, ${document}, ${instrument.id}, 'swedac.pdf', 'other', 'application/pdf', 1,
        ${Buffer.alloc(32)}, now())`)
    const { id, accreditation_document: shown } = await added({ accreditation_document_id: document })
    assert.deepEqual(shown, { id: document, instrument_id: instrument.id, file_name: 'swedac.pdf' })
    const { key } = await workspace.person({ keySiteIds: [await workspace.site(tag())] })
    assert.equal((await publicly(`/providers/${id}`, key)).body.accreditation_document, null)
    const field = 'accreditation_document_id'
    refusedAs(await add({ [field]: unknownId }), 422, 'INVALID_REQUEST', field)
    refusedAs(await patch(id, { [field]: unknownId }), 422, 'INVALID_REQUEST', field)
  })

  test('states a date and a scope that can be read', async () => {
    refusedAs(await add({ accreditation_valid_until: '30.04.2028' }), 422, 'VALIDATION_ERROR')
    refusedAs(
      await add({ scope: [{ quantity: ' ', range: null, best_uncertainty: null }] }),
      422,
      'VALIDATION_ERROR',
    )
    refusedAs(await add({ rating: 5 }), 422, 'VALIDATION_ERROR')
    refusedAs(await add({ notes: 'x'.repeat(2_000_000) }), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('is one of at most as many as the workspace may have, archived ones left out', async () => {
    const full = await app.workspace()
    const by = await signInAs(app, full, 'admin')
    const { body: archived } = await add({}, by)
    await by.call('PATCH', `/providers/${archived.id}`, { body: { is_archived: true } })
    await app.db.in(full.id).rows(sql`
      insert into providers (workspace_id, provider_id, name, scope, is_archived, created_at, updated_at)
      select p.workspace_id, new.id, 'P-' || new.id, '[]', false, now(), now()
      from providers p
      cross join unnest(${Array.from({ length: PROVIDERS_MAX }, () => randomUUID())}::uuid[]) as new (id)
      where p.workspace_id = ${full.id}`)
    refusedAs(await add({}, by), 409, 'CONFLICT')
    const back = { body: { is_archived: false } }
    refusedAs(await by.call('PATCH', `/providers/${archived.id}`, back), 409, 'CONFLICT')
  })
})
