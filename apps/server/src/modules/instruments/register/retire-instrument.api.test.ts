import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { calibrate, callerOf, enter, entriesOf, eventsOf, read } from '../../../../test/register.ts'
import { changeStatus, retireInstrument } from '../index.ts'

const app = await sharedTestApp({ keepsEvents: true })
const retire = (key: string, id: string, body?: unknown) =>
  app.call('POST', `/instruments/${id}/retire`, { key, body })

test('a retired instrument is marked as removed, keeps its values, and is no longer listed', async () => {
  const workspace = await app.workspace()
  const { key } = workspace
  const { id } = await enter(app, key)
  const before = await calibrate(app, workspace, id, { performedAt: '2026-11-01T00:00:00Z' })
  app.clock.advance(1000)
  const { status, body, headers } = await retire(key, id)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    ...before,
    status: 'retired',
    retired_at: app.clock.now().toISOString(),
    updated_at: app.clock.now().toISOString(),
    deleted: true,
    compliance_status: null,
    next_due_at: null,
  })
  assert.deepEqual(await read(app, key, id), body)
  assert.match(headers.get('etag')!, /^"\d+\.[\w-]{22}"$/)
  assert.equal((await app.call('GET', '/instruments', { key })).body.pagination.total, 0)
  const listed = await app.call('GET', '/instruments?include=retired', { key })
  assert.equal(listed.body.data[0].deleted, true)
})

test('retiring emits only instrument.retired and is one entry', async () => {
  const { id: workspaceId, key } = await app.workspace()
  const { id } = await enter(app, key)
  const { body } = await retire(key, id, {})
  const [, event, ...more] = await eventsOf(app, workspaceId)
  assert.equal(more.length, 0)
  assert.deepEqual(
    { type: event?.type, data: event?.data },
    {
      type: 'instrument.retired',
      data: { instrument: body },
    },
  )
  const entry = (await entriesOf(app, workspaceId, id)).at(-1)
  assert.equal(entry?.kind, 'instrument.retired')
  assert.equal(entry.at, body.retired_at)
  assert.deepEqual(entry.payload.changes, { status: { before: 'active', after: 'retired' } })
})

test('retiring again returns the same and changes nothing', async () => {
  const { id: workspaceId, key } = await app.workspace()
  const { id } = await enter(app, key)
  const first = await retire(key, id)
  app.clock.advance(60_000)
  const again = await Promise.all([retire(key, id), retire(key, id)])
  for (const response of again) {
    assert.equal(response.status, 200)
    assert.deepEqual(response.body, first.body)
    assert.equal(response.headers.get('etag'), first.headers.get('etag'))
  }
  assert.equal((await entriesOf(app, workspaceId, id)).length, 2)
  assert.equal((await eventsOf(app, workspaceId)).length, 2)
})

test('admins and managers retire; technicians, auditors and read scope do not', async () => {
  const workspace = await app.workspace()
  const { id } = await enter(app, workspace.key)
  const refused = [
    [{ role: 'technician' }, 'FORBIDDEN'],
    [{ role: 'auditor' }, 'FORBIDDEN'],
    [{ role: 'manager', scope: 'read' }, 'INSUFFICIENT_SCOPE'],
  ] as const
  for (const [person, code] of refused) {
    const response = await retire((await workspace.person(person)).key, id)
    assert.equal(response.status, 403)
    assert.equal(response.body.code, code)
  }
  const manager = await workspace.person({ role: 'manager' })
  assert.equal((await retire(manager.key, id)).status, 200)
})

test('a body with fields is refused', async () => {
  const { key } = await app.workspace()
  const { id } = await enter(app, key)
  const { status, body } = await retire(key, id, { reason: 'old' })
  assert.equal(status, 422)
  assert.equal(body.code, 'VALIDATION_ERROR')
})

test('the app sends a reason, and an instrument that is out loses the status to return to', async () => {
  const workspace = await app.workspace()
  const { id } = await enter(app, workspace.key)
  const caller = await callerOf(app, workspace.id)
  await changeStatus(app, caller, id, { status: 'OUT_FOR_CALIBRATION', reason: 'due' })
  const { detail } = await retireInstrument(app, caller, id, { reason: 'lost in transit' })
  assert.equal(detail.status, 'retired')
  const entry = (await entriesOf(app, workspace.id, id)).at(-1)
  assert.equal(entry?.payload.reason, 'lost in transit')
  assert.deepEqual(entry.payload.changes, {
    status: { before: 'OUT_FOR_CALIBRATION', after: 'retired' },
    status_before_sending_out: { before: 'active', after: null },
    sent_out_on: { before: '2026-11-21', after: null },
  })
})
