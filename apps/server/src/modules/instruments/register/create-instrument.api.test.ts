import assert from 'node:assert/strict'
import { test } from 'node:test'
import { optionalTexts, textsShownIn } from '@plumbline/contract'
import { sharedTestApp } from '../../../../test/app.ts'
import { enter, entriesOf, eventsOf, read } from '../../../../test/register.ts'
import { createLocation } from '../../workspaces/index.ts'
import { systemActor } from '../../../platform/actor.ts'

const app = await sharedTestApp({ keepsEvents: true })
const minimal = { asset_tag: 'CAL-1', name: 'Caliper', calibration_interval_value: 12 }
const create = (key: string, body: unknown, headers: Record<string, string> = {}) =>
  app.call('POST', '/instruments', { key, body, headers })

test('an instrument entered with the least has every other field at its default', async () => {
  const workspace = await app.workspace()
  const { status, body, headers } = await create(workspace.key, minimal)
  assert.equal(status, 201)
  assert.match(headers.get('etag')!, /^"\d+\.[\w-]{22}"$/)
  const { id, ...rest } = body
  assert.equal(headers.get('location'), `/api/public/v1/instruments/${id}`)
  const held = await app.call('GET', `/instruments/${id}`, {
    key: workspace.key,
    headers: { 'if-none-match': headers.get('etag')! },
  })
  assert.equal(held.status, 304)
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  assert.deepEqual(rest, {
    ...Object.fromEntries(textsShownIn('list', 'detail').map((name) => [name, null])),
    asset_tag: 'CAL-1',
    name: 'Caliper',
    manufacturer: null,
    model: null,
    serial_number: null,
    status: 'active',
    is_quarantined: false,
    site_id: workspace.workspace.defaultSiteId,
    location_id: null,
    compliance_status: 'NOT_CALIBRATED',
    last_calibration_at: null,
    next_due_at: null,
    retired_at: null,
    deleted: false,
    due_extension: null,
    category: null,
    department: null,
    location: null,
    tolerance_spec: null,
    notes: null,
    unit_of_measure: null,
    is_reference_standard: false,
    requires_electronic_signature: false,
    requires_electronic_signature_override: null,
    calibration_interval_value: 12,
    calibration_interval_unit: 'months',
    grace_days: null,
    procedure_id: null,
    shipment: null,
    customFields: {},
    created_at: '2026-11-21T08:00:00.000Z',
    updated_at: '2026-11-21T08:00:00.000Z',
  })
})

test('every text is returned as it was entered, and null clears it', async () => {
  const { key } = await app.workspace()
  const names = textsShownIn('list', 'detail')
  const texts = Object.fromEntries(names.map((name) => [name, `the ${name}`]))
  const { body } = await create(key, { ...minimal, ...texts })
  assert.deepEqual({ ...body, ...texts }, body)
  const cleared = Object.fromEntries(names.map((name) => [name, null]))
  const response = await app.call('PATCH', `/instruments/${body.id}`, { key, body: cleared })
  assert.deepEqual({ ...response.body, ...cleared }, response.body)
})

test('a new instrument is returned as it was entered, and its event has the same content', async () => {
  const { id: workspaceId, key } = await app.workspace()
  const sent = {
    ...minimal,
    asset_tag: '  Kaliber 😀 ',
    name: '\tCaliper\n',
    serial_number: ' SN 1 ',
    manufacturer: ' Mitutoyo ',
    model: '',
    category: 'Dimensional',
    department: 'QA',
    location: 'Cabinet 4',
    tolerance_spec: '±0.002"',
    notes: 'line 1\nline 2',
    unit_of_measure: 'mm',
    is_reference_standard: true,
    calibration_interval_unit: 'years',
    customFields: { 'Cost centre': '4711', ' spaced ': ' kept ', blank: '' },
  }
  const { status, body } = await create(key, sent)
  assert.equal(status, 201)
  const trimmed = { asset_tag: 'Kaliber 😀', name: 'Caliper', serial_number: 'SN 1' }
  const { id, ...shown } = body
  const kept = { ...sent, ...trimmed, customFields: { 'Cost centre': '4711', ' spaced ': ' kept ' } }
  assert.deepEqual({ ...shown, ...kept }, shown)
  assert.deepEqual(await read(app, key, id), body)
  const events = await eventsOf(app, workspaceId)
  assert.deepEqual(
    events.map(({ type, siteId, data }) => ({ type, siteId, data })),
    [{ type: 'instrument.created', siteId: body.site_id, data: { instrument: body } }],
  )
})

test('the ledger has every recorded field of a new instrument, and who entered it', async () => {
  const workspace = await app.workspace()
  const { keyId, key } = await workspace.person({ name: 'Tim Technician', role: 'technician' })
  const instrument = await enter(app, key, { serial_number: 'S-1', customFields: { a: 'b' } })
  const [entry, ...more] = await entriesOf(app, workspace.id, instrument.id)
  assert.equal(more.length, 0)
  assert.equal(entry?.kind, 'instrument.created')
  assert.equal(entry.at, instrument.created_at)
  assert.equal(entry.actorId, keyId)
  assert.equal(entry.payload.actor_name, 'Tim Technician')
  assert.deepEqual(entry.payload.instrument, {
    ...Object.fromEntries(optionalTexts.map((name) => [name, null])),
    asset_tag: instrument.asset_tag,
    name: 'Caliper',
    manufacturer: null,
    model: null,
    serial_number: 'S-1',
    category: null,
    department: null,
    location: null,
    tolerance_spec: null,
    notes: null,
    unit_of_measure: null,
    method: null,
    is_reference_standard: false,
    requires_electronic_signature_override: null,
    calibration_interval_value: 12,
    calibration_interval_unit: 'months',
    grace_days: null,
    warning_days: null,
    procedure_id: null,
    point_overrides: null,
    responsible_id: null,
    custom_fields: { a: 'b' },
    site_id: instrument.site_id,
    location_id: null,
    status: 'active',
    status_before_sending_out: null,
    sent_out_on: null,
    shipment: null,
    is_quarantined: false,
    quarantine_calibration_id: null,
    extension_until: null,
    extension_reason: null,
    extension_granted_by: null,
    extension_basis_id: null,
  })
})

/** Both sides of each limit, counted in code points: an emoji is two code units and one character. */
const lengths: [field: string, most: number][] = [
  ['asset_tag', 255],
  ['name', 255],
  ['manufacturer', 255],
  ['model', 255],
  ['serial_number', 255],
  ['category', 255],
  ['department', 255],
  ['location', 255],
  ['tolerance_spec', 255],
  ['notes', 10_000],
  ['unit_of_measure', 64],
]
for (const [field, most] of lengths) {
  test(`${field} is limited to ${most} characters`, async () => {
    const { key } = await app.workspace()
    const longest = '😀'.repeat(most)
    const taken = await create(key, { ...minimal, [field]: longest })
    assert.equal(taken.status, 201)
    assert.equal(taken.body[field], longest)
    const refused = await create(key, { ...minimal, [field]: `${longest}x` })
    assert.equal(refused.status, 422)
    assert.equal(refused.body.code, 'VALIDATION_ERROR')
    assert.deepEqual(refused.body.details.errors[0].loc, ['body', field])
  })
}

const refusedBodies: [title: string, change: Record<string, unknown>, field: string][] = [
  ['a missing tag', { asset_tag: undefined }, 'asset_tag'],
  ['a blank tag', { asset_tag: ' \t ' }, 'asset_tag'],
  ['a tag of null', { asset_tag: null }, 'asset_tag'],
  ['a missing name', { name: undefined }, 'name'],
  ['a blank name', { name: '' }, 'name'],
  ['a missing interval', { calibration_interval_value: undefined }, 'calibration_interval_value'],
  ['an interval of 0', { calibration_interval_value: 0 }, 'calibration_interval_value'],
  ['an interval of 100001', { calibration_interval_value: 100_001 }, 'calibration_interval_value'],
  ['half an interval', { calibration_interval_value: 1.5 }, 'calibration_interval_value'],
  ['an interval as text', { calibration_interval_value: '12' }, 'calibration_interval_value'],
  ['an unknown unit', { calibration_interval_unit: 'weeks' }, 'calibration_interval_unit'],
  ['a number as name', { name: 5 }, 'name'],
  ['an unknown field', { colour: 'red' }, 'colour'],
  ['a field of the app', { site_id: '019345b2-6a1c-7d3e-8f00-2b7c5d1e9a10' }, 'site_id'],
  ['a NUL character', { notes: 'a\0b' }, 'notes'],
  ['a custom field of null', { customFields: { a: null } }, 'customFields'],
  ['custom fields of null', { customFields: null }, 'customFields'],
  ['a blank label', { customFields: { '': 'a' } }, 'customFields'],
  ['a label of 256 characters', { customFields: { ['x'.repeat(256)]: 'a' } }, 'customFields'],
  ['a value of 2001 characters', { customFields: { a: 'x'.repeat(2001) } }, 'customFields'],
  ['a time without zone', { last_calibration_date: '2026-01-01T00:00:00' }, 'last_calibration_date'],
  ['a time with an offset', { last_calibration_date: '2026-01-01T00:00:00+01:00' }, 'last_calibration_date'],
  [
    'a calibration more than 24 hours ahead',
    { last_calibration_date: '2026-11-22T08:00:00.001Z' },
    'last_calibration_date',
  ],
]
test('an invalid body is refused with the field', async () => {
  const { key } = await app.workspace()
  for (const [title, change, field] of refusedBodies) {
    const { status, body } = await create(key, { ...minimal, ...change })
    assert.equal(status, 422, title)
    assert.equal(body.code, 'VALIDATION_ERROR', title)
    assert.deepEqual(body.details.errors[0].loc.slice(0, 2), ['body', field], title)
  }
  assert.equal((await app.call('GET', '/instruments', { key })).body.pagination.total, 0)
})

test('intervals of 1 and 100000 in every unit are accepted', async () => {
  const { key } = await app.workspace()
  for (const unit of ['days', 'months', 'years']) {
    for (const value of [1, 100_000]) {
      const body = { calibration_interval_value: value, calibration_interval_unit: unit }
      const instrument = await enter(app, key, body)
      assert.equal(instrument.calibration_interval_value, value)
      assert.equal(instrument.calibration_interval_unit, unit)
    }
  }
})

test('a hundred labels are accepted, not counting empty ones, and one more is refused', async () => {
  const { key } = await app.workspace()
  const labels = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`l${n}`, 'v']))
  const { customFields } = await enter(app, key, { customFields: { ...labels(100), empty: '' } })
  assert.deepEqual(customFields, labels(100))
  const { status, body } = await create(key, { ...minimal, customFields: labels(101) })
  assert.equal(status, 422)
  assert.deepEqual(body.details.errors[0].loc, ['body', 'customFields'])
})

test('labels that mean something to programs are labels like any other', async () => {
  const { key } = await app.workspace()
  const labels = '{"__proto__":"a","constructor":"b","toString":"c","hasOwnProperty":"d"}'
  const { status, body } = await create(
    key,
    `{"asset_tag":"P","name":"P","calibration_interval_value":1,"customFields":${labels}}`,
  )
  assert.equal(status, 201)
  const byLabel = (fields: object) => new Map(Object.entries(fields))
  assert.deepEqual(byLabel(body.customFields), byLabel(JSON.parse(labels)))
  assert.deepEqual(byLabel((await read(app, key, body.id)).customFields), byLabel(JSON.parse(labels)))
})

test('a blank serial number means none, and many instruments may have none', async () => {
  const { key } = await app.workspace()
  for (const serial of ['', '  ', null]) {
    assert.equal((await enter(app, key, { serial_number: serial })).serial_number, null)
  }
})

test('a tag or serial number in use is refused with its field only, even if its instrument is retired', async () => {
  const { key } = await app.workspace()
  const first = await enter(app, key, { asset_tag: 'A', serial_number: 'S' })
  const conflicts = async () => {
    for (const [field, body] of [
      ['asset_tag', { ...minimal, asset_tag: 'A' }],
      ['serial_number', { ...minimal, serial_number: 'S' }],
    ] as const) {
      const { status, body: refusal } = await create(key, body)
      assert.equal(status, 409)
      assert.equal(refusal.code, 'CONFLICT')
      assert.deepEqual(refusal.details, { field })
    }
  }
  await conflicts()
  await app.call('POST', `/instruments/${first.id}/retire`, { key })
  await conflicts()
  assert.equal((await create(key, { ...minimal, asset_tag: 'a', serial_number: 's' })).status, 201)
})

test('a tag in use in one workspace is free in another', async () => {
  const [one, other] = [await app.workspace(), await app.workspace()]
  await enter(app, one.key, { asset_tag: 'A' })
  await enter(app, other.key, { asset_tag: 'A' })
})

test('of twenty concurrent instruments with the same tag, one is entered', async () => {
  const { id, key } = await app.workspace()
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => create(key, { ...minimal, serial_number: `S-${n}` })),
  )
  assert.equal(responses.filter(({ status }) => status === 201).length, 1)
  for (const { status, body } of responses.filter((response) => response.status !== 201)) {
    assert.equal(status, 409)
    assert.deepEqual(body.details, { field: 'asset_tag' })
  }
  assert.equal((await eventsOf(app, id)).length, 1)
})

test('a key limited to sites enters at the default site in reach, else at the first in reach by name', async () => {
  const workspace = await app.workspace()
  const [beta, alpha] = [await workspace.site('Beta'), await workspace.site('Alpha')]
  const { defaultSiteId } = workspace.workspace
  const cases: [siteIds: string[], expected: string][] = [
    [[beta, defaultSiteId], defaultSiteId],
    [[beta, alpha], alpha],
  ]
  for (const [keySiteIds, expected] of cases) {
    const { key } = await workspace.person({ keySiteIds })
    assert.equal((await enter(app, key)).site_id, expected)
  }
})

test('a key without a site that its owner has access to enters nothing', async () => {
  const workspace = await app.workspace()
  const [one, other] = [await workspace.site('One'), await workspace.site('Other')]
  const { key } = await workspace.person({ siteIds: [one], keySiteIds: [other] })
  const { status, body } = await create(key, minimal)
  assert.equal(status, 403)
  assert.equal(body.code, 'FORBIDDEN')
})

test('read scope and auditors enter nothing', async () => {
  const workspace = await app.workspace()
  const reader = await workspace.person({ scope: 'read' })
  const auditor = await workspace.person({ role: 'auditor' })
  assert.equal((await create(reader.key, minimal)).body.code, 'INSUFFICIENT_SCOPE')
  assert.equal((await create(auditor.key, minimal)).body.code, 'FORBIDDEN')
})

test('locations of the workspace are not reached through the public body', async () => {
  const workspace = await app.workspace()
  const location = await createLocation(app, systemActor(workspace.id), {
    siteId: workspace.workspace.defaultSiteId,
    name: 'Cabinet',
  })
  const { status } = await create(workspace.key, { ...minimal, location_id: location.locationId })
  assert.equal(status, 422)
})
