import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { calibrate, enter, entriesOf, eventsOf, read } from '../../../../test/register.ts'

const app = await sharedTestApp({ keepsEvents: true })
const patch = (key: string, id: string, body: unknown, headers: Record<string, string> = {}) =>
  app.call('PATCH', `/instruments/${id}`, { key, body, headers })

const describing = {
  manufacturer: 'Mitutoyo',
  model: 'M1',
  serial_number: 'S-1',
  category: 'Dimensional',
  department: 'QA',
  location: 'Cabinet',
  tolerance_spec: '±1',
  notes: 'note',
  unit_of_measure: 'mm',
}

test('only sent fields change; the response, a read, the ledger and the event agree', async () => {
  const { id: workspaceId, key } = await app.workspace()
  const before = await enter(app, key, describing)
  app.clock.advance(1500)
  const { status, body, headers } = await patch(key, before.id, {
    name: ' New ',
    manufacturer: null,
    model: 'M2',
  })
  assert.equal(status, 200)
  assert.deepEqual(body, {
    ...before,
    name: 'New',
    manufacturer: null,
    model: 'M2',
    updated_at: app.clock.now().toISOString(),
  })
  assert.deepEqual(await read(app, key, before.id), body)
  const [, entry, ...more] = await entriesOf(app, workspaceId, before.id)
  assert.equal(more.length, 0)
  assert.equal(entry?.kind, 'instrument.updated')
  assert.ok(headers.get('etag')!.startsWith(`"${entry.index}.`))
  assert.deepEqual(entry.payload.changes, {
    name: { before: 'Caliper', after: 'New' },
    manufacturer: { before: 'Mitutoyo', after: null },
    model: { before: 'M1', after: 'M2' },
  })
  assert.equal('reason' in entry.payload, false)
  const [, event] = await eventsOf(app, workspaceId)
  assert.equal(event?.type, 'instrument.updated')
  assert.deepEqual(event.data, { instrument: body, changed_fields: ['name', 'manufacturer', 'model'] })
})

test('null clears each nullable field', async () => {
  const { key } = await app.workspace()
  const before = await enter(app, key, describing)
  const cleared = Object.fromEntries(Object.keys(describing).map((name) => [name, null]))
  const { body } = await patch(key, before.id, cleared)
  assert.deepEqual(body, { ...before, ...cleared, updated_at: body.updated_at })
})

test('what changes nothing logs, fires and moves nothing', async () => {
  const { id: workspaceId, key } = await app.workspace()
  const before = await enter(app, key, { ...describing, customFields: { a: '1' } })
  const first = await app.call('GET', `/instruments/${before.id}`, { key })
  app.clock.advance(1000)
  const bodies: Record<string, unknown>[] = [
    {},
    {
      name: null,
      is_reference_standard: null,
      calibration_interval_value: null,
      calibration_interval_unit: null,
    },
    { calibration_interval_change_reason: 'a reason without a change' },
    { customFields: null },
    { customFields: {} },
    { customFields: { absent: '' } },
    { customFields: { a: '1' } },
    { ...describing, name: 'Caliper', serial_number: ' S-1 ' },
    { calibration_interval_value: 12, calibration_interval_unit: 'months', is_reference_standard: false },
  ]
  for (const body of bodies) {
    const response = await patch(key, before.id, body)
    assert.equal(response.status, 200, JSON.stringify(body))
    assert.deepEqual(response.body, before)
    assert.equal(response.headers.get('etag'), first.headers.get('etag'))
  }
  assert.equal((await entriesOf(app, workspaceId, before.id)).length, 1)
  assert.equal((await eventsOf(app, workspaceId)).length, 1)
})

test('a serial number is trimmed, and an empty one clears it', async () => {
  const { key } = await app.workspace()
  const { id } = await enter(app, key)
  assert.equal((await patch(key, id, { serial_number: ' S-2 ' })).body.serial_number, 'S-2')
  assert.equal((await patch(key, id, { serial_number: '' })).body.serial_number, null)
})

const refused: [body: Record<string, unknown>, field: string][] = [
  [{ name: '  ' }, 'name'],
  [{ name: 'x'.repeat(256) }, 'name'],
  [{ asset_tag: 'other' }, 'asset_tag'],
  [{ status: 'retired' }, 'status'],
  [{ last_calibration_date: '2026-01-01T00:00:00Z' }, 'last_calibration_date'],
  [{ grace_days: 3 }, 'grace_days'],
  [{ calibration_interval_value: 0 }, 'calibration_interval_value'],
  [{ calibration_interval_unit: 'week' }, 'calibration_interval_unit'],
  [{ calibration_interval_change_reason: 'x'.repeat(1001) }, 'calibration_interval_change_reason'],
  [{ notes: 'x'.repeat(10_001) }, 'notes'],
  [{ unit_of_measure: 'x'.repeat(65) }, 'unit_of_measure'],
  [{ is_reference_standard: 'yes' }, 'is_reference_standard'],
  [{ customFields: { a: null } }, 'customFields'],
]
test('an invalid change is refused with the field', async () => {
  const { key } = await app.workspace()
  const { id } = await enter(app, key)
  for (const [body, field] of refused) {
    const response = await patch(key, id, body)
    assert.equal(response.status, 422, JSON.stringify(body))
    assert.equal(response.body.code, 'VALIDATION_ERROR')
    assert.deepEqual(response.body.details.errors[0].loc.slice(0, 2), ['body', field])
  }
})

test('labels are merged: unsent ones stay, empty ones go, and a hundred is the most', async () => {
  const { id: workspaceId, key } = await app.workspace()
  const { id } = await enter(app, key, { customFields: { keep: '1', change: '2', drop: '3' } })
  const merged = await patch(key, id, { customFields: { change: 'two', drop: '', add: '4' } })
  assert.deepEqual(merged.body.customFields, { keep: '1', change: 'two', add: '4' })
  const event = (await eventsOf(app, workspaceId)).find(({ type }) => type === 'instrument.updated')
  assert.deepEqual(event?.data.changed_fields, ['customFields'])
  const entry = (await entriesOf(app, workspaceId, id)).at(-1)
  assert.deepEqual(entry?.payload.changes.custom_fields, {
    before: { keep: '1', change: '2', drop: '3' },
    after: { keep: '1', change: 'two', add: '4' },
  })
  const labels = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`l${n}`, 'v']))
  assert.equal((await patch(key, id, { customFields: labels(97) })).status, 200)
  const full = await patch(key, id, { customFields: { more: 'x' } })
  assert.equal(full.status, 422)
  assert.deepEqual(full.body.details.errors[0].loc, ['body', 'customFields'])
  assert.equal((await patch(key, id, { customFields: { more: 'x', keep: '' } })).status, 200)
})

test('If-Match accepts the current version, a list with it, and the asterisk', async () => {
  const { key } = await app.workspace()
  const { id } = await enter(app, key)
  const etag = async () => (await app.call('GET', `/instruments/${id}`, { key })).headers.get('etag')!
  const old = await etag()
  assert.equal((await patch(key, id, { notes: '1' }, { 'if-match': old })).status, 200)
  assert.equal((await patch(key, id, { notes: '2' }, { 'if-match': `"x", ${await etag()}` })).status, 200)
  assert.equal((await patch(key, id, { notes: '3' }, { 'if-match': '*' })).status, 200)
  for (const stale of [old, `W/${await etag()}`, 'nonsense']) {
    const refusal = await patch(key, id, { notes: 'lost' }, { 'if-match': stale })
    assert.equal(refusal.status, 412, stale)
    assert.equal(refusal.body.code, 'PRECONDITION_FAILED')
  }
  assert.equal((await read(app, key, id)).notes, '3')
})

test('of ten concurrent changes of one version, one is made', async () => {
  const { key } = await app.workspace()
  const { id } = await enter(app, key)
  const etag = (await app.call('GET', `/instruments/${id}`, { key })).headers.get('etag')!
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, n) => patch(key, id, { notes: `${n}` }, { 'if-match': etag })),
  )
  assert.equal(responses.filter(({ status }) => status === 200).length, 1)
  assert.equal(responses.filter(({ status }) => status === 412).length, 9)
})

test('ten concurrent changes of different fields are all kept', async () => {
  const { key } = await app.workspace()
  const { id } = await enter(app, key)
  await Promise.all(
    Array.from({ length: 10 }, (_, n) => patch(key, id, { customFields: { [`l${n}`]: 'v' } })),
  )
  assert.equal(Object.keys((await read(app, key, id)).customFields).length, 10)
})

test('a serial number that another instrument has is refused, also in a race', async () => {
  const { key } = await app.workspace()
  const taken = await enter(app, key, { serial_number: 'S' })
  const instruments = await Promise.all([enter(app, key), enter(app, key), enter(app, key)])
  const conflict = await patch(key, instruments[0].id, { serial_number: taken.serial_number })
  assert.equal(conflict.status, 409)
  assert.deepEqual(conflict.body.details, { field: 'serial_number' })
  const race = await Promise.all(instruments.map(({ id }) => patch(key, id, { serial_number: 'R' })))
  assert.deepEqual(
    race.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  )
})

test('a retired instrument cannot be changed, whatever version is named', async () => {
  const { key } = await app.workspace()
  const { id } = await enter(app, key)
  await app.call('POST', `/instruments/${id}/retire`, { key })
  for (const body of [{}, { name: 'x' }, { calibration_interval_value: 3 }]) {
    for (const headers of [{}, { 'if-match': '"0"' }]) {
      const response = await patch(key, id, body, headers)
      assert.equal(response.status, 409)
      assert.equal(response.body.code, 'ASSET_RETIRED')
    }
  }
})

test('instruments of others and unknown ones are indistinguishable', async () => {
  const workspace = await app.workspace()
  const other = await app.workspace()
  const foreign = await enter(app, other.key)
  const outOfReach = await enter(app, workspace.key)
  const { key } = await workspace.person({ keySiteIds: [await workspace.site('Other')] })
  const nothing = '01935cbb-2f00-7c00-8000-000000000000'
  for (const [method, suffix] of [
    ['GET', ''],
    ['PATCH', ''],
    ['POST', '/retire'],
  ] as const) {
    for (const id of [foreign.id, outOfReach.id, nothing]) {
      const body = method === 'PATCH' ? { name: 'x' } : undefined
      const response = await app.call(method, `/instruments/${id}${suffix}`, { key, body })
      assert.equal(response.status, 404)
      assert.deepEqual(response.body, { code: 'NOT_FOUND', message: response.body.message })
    }
    const malformed = await app.call(method, `/instruments/nonsense${suffix}`, {
      key,
      body: method === 'PATCH' ? {} : undefined,
    })
    assert.equal(malformed.status, 422)
    assert.deepEqual(malformed.body.details.errors[0].loc, ['path', 'instrument_id'])
  }
})

test('a changed interval moves the due date and is logged with its reason', async () => {
  const workspace = await app.workspace()
  const { id } = await enter(app, workspace.key)
  await calibrate(app, workspace, id, { performedAt: '2026-01-31T12:00:00Z' })
  const { body } = await patch(workspace.key, id, {
    calibration_interval_value: 1,
    calibration_interval_change_reason: ' drifts ',
    name: 'Also renamed',
  })
  assert.equal(body.next_due_at, '2026-02-28T00:00:00.000Z')
  const entry = (await entriesOf(app, workspace.id, id)).at(-1)
  assert.equal(entry?.payload.reason, 'drifts')
  assert.deepEqual(Object.keys(entry.payload.changes), ['calibration_interval_value', 'name'])
  const event = (await eventsOf(app, workspace.id)).at(-1)
  assert.deepEqual(event?.data.changed_fields.toSorted(), [
    'calibration_interval_value',
    'compliance_status',
    'name',
    'next_due_at',
  ])
})
