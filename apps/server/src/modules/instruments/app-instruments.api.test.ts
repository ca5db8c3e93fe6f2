import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp, type TestWorkspace } from '../../../test/app.ts'
import { enter } from '../../../test/register.ts'
import { signInAs, type TestSession } from '../../../test/session.ts'

const app = await startTestApp({ CHANGE_REASON_RULES_ENFORCED: 'true' })

async function people() {
  const workspace = await app.workspace()
  const technician = await signInAs(app, workspace, 'technician', { name: 'Tess' })
  const manager = await signInAs(app, workspace, 'manager')
  return { workspace, technician, manager }
}

/** An instrument that was calibrated a month ago and is due in eleven. */
const calibrated = (workspace: TestWorkspace) =>
  enter(app, workspace.key, { last_calibration_date: '2026-10-21T08:00:00Z' })

const post = (session: TestSession, path: string, body: object) => session.call('POST', path, { body })

describe('entering and changing instruments in the app', () => {
  test('accepts the settings in addition to the public fields and shows them', async () => {
    const { workspace, manager } = await people()
    const site = await workspace.site('Harbour')
    const location = (await post(manager, '/locations', { site_id: site, name: 'Cabinet' })).body.id
    const settings = {
      site_id: site,
      location_id: location,
      grace_days: 5,
      warning_days: 10,
      requires_electronic_signature_override: true,
      is_quarantined: true,
      method: 'WI-7',
    }
    const response = await post(manager, '/instruments', {
      asset_tag: 'A-1',
      name: 'Gauge',
      calibration_interval_value: 6,
      last_calibration_date: '2026-10-21T08:00:00Z',
      ...settings,
    })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    for (const [name, value] of Object.entries(settings)) assert.deepEqual(response.body[name], value, name)
    assert.equal(response.body.due_date, '2027-04-21')
    const path = `/instruments/${response.body.id}`
    const read = await manager.call('GET', path)
    assert.deepEqual(read.body, response.body)
    assert.equal(read.headers.get('etag'), response.headers.get('etag'))
    assert.deepEqual((await manager.call('GET', '/instruments')).body.data, [response.body])
    const changed = await manager.call('PATCH', path, {
      body: { grace_days: null, method: null, is_quarantined: false, location_id: null },
    })
    assert.deepEqual(
      [changed.body.grace_days, changed.body.method, changed.body.is_quarantined, changed.body.location_id],
      [null, null, false, null],
    )
    assert.notEqual(changed.headers.get('etag'), read.headers.get('etag'))
  })

  test('what only serves as a reference may have no interval, and gets one before it serves as anything else', async () => {
    const { workspace, manager } = await people()
    const body = { asset_tag: 'R-1', name: 'Master', calibration_interval_value: null }
    const refused = await post(manager, '/instruments', { ...body, status: 'in_service' })
    assert.deepEqual(
      [refused.status, refused.body.details.errors[0].loc],
      [422, ['body', 'calibration_interval_value']],
    )
    const dated = { ...body, last_calibration_date: '2026-10-21T08:00:00Z' }
    const { id, ...entered } = (await post(manager, '/instruments', { ...dated, status: 'REFERENCE_ONLY' }))
      .body
    assert.deepEqual(
      [entered.status, entered.calibration_interval_value, entered.due_date, entered.compliance_status],
      ['REFERENCE_ONLY', null, null, null],
    )
    const read = await app.call('GET', `/instruments/${id}`, { key: workspace.key })
    assert.equal(read.body.calibration_interval_value, null)
    const move = (status: string) => post(manager, `/instruments/${id}/status`, { status, reason: 'r' })
    for (const status of ['active', 'OUT_FOR_CALIBRATION']) {
      const { body: error } = await move(status)
      assert.deepEqual(
        [error.code, error.details.errors[0].reason.key],
        ['VALIDATION_ERROR', 'field.interval_first'],
      )
    }
    const interval = { calibration_interval_value: 6, calibration_interval_change_reason: 'in use' }
    assert.equal((await manager.call('PATCH', `/instruments/${id}`, { body: interval })).status, 200)
    assert.deepEqual([(await move('active')).body.due_date], ['2027-04-21'])
  })

  test('once for each Idempotency-Key, also for the app', async () => {
    const { technician } = await people()
    const body = { asset_tag: 'A-2', name: 'Gauge', calibration_interval_value: 6, method: 'WI-7' }
    const request = { body, headers: { 'idempotency-key': 'k' } }
    const first = await technician.call('POST', '/instruments', request)
    const again = await technician.call('POST', '/instruments', request)
    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
  })

  test('applies the public rules: conflicts, versions, reasons for a changed interval, unknown fields', async () => {
    const { workspace, technician } = await people()
    const { id, asset_tag } = await calibrated(workspace)
    const patch = (body: object, headers = {}) =>
      technician.call('PATCH', `/instruments/${id}`, { body, headers })
    const taken = { asset_tag, name: 'X', calibration_interval_value: 1 }
    assert.equal((await post(technician, '/instruments', taken)).body.code, 'CONFLICT')
    assert.equal((await patch({ name: 'Y' }, { 'if-match': '"0"' })).status, 412)
    assert.equal(
      (await patch({ calibration_interval_value: 6 })).body.code,
      'interval_change_reason_required',
    )
    assert.equal((await patch({ asset_tag: 'Z' })).body.code, 'VALIDATION_ERROR')
    assert.equal((await patch({ grace_days: 3651 })).status, 422)
    const foreign = await (await app.workspace()).site('Theirs')
    assert.equal((await patch({ site_id: foreign })).body.details.field, 'site_id')
  })

  test('lets only managers set quarantine and the required signature', async () => {
    const { workspace, technician, manager } = await people()
    const { id } = await calibrated(workspace)
    for (const body of [{ is_quarantined: true }, { requires_electronic_signature_override: false }]) {
      const create = { asset_tag: 'A-3', name: 'X', calibration_interval_value: 1, ...body }
      assert.equal((await technician.call('PATCH', `/instruments/${id}`, { body })).status, 403)
      assert.equal((await post(technician, '/instruments', create)).status, 403)
    }
    const set = { is_quarantined: true, reason: 'Dropped' }
    assert.equal((await post(manager, `/instruments/${id}/quarantine`, set)).body.is_quarantined, true)
    const [entry] = (await manager.call('GET', `/activity?subject_id=${id}`)).body.data
    assert.deepEqual([entry.kind, entry.reason], ['instrument.quarantined', 'Dropped'])
  })
})

describe('moving an instrument', () => {
  test('needs a status that there is and a reason, and emits both', async () => {
    const { workspace, technician, manager } = await people()
    const { id, asset_tag } = await calibrated(workspace)
    const move = (body: object) => post(technician, `/instruments/${id}/status`, body)
    const response = await move({ status: 'OUT_FOR_CALIBRATION', reason: ' Yearly ' })
    assert.deepEqual(
      [response.status, response.body.status, response.body.compliance_status, response.body.sent_out_on],
      [200, 'OUT_FOR_CALIBRATION', 'OUT_FOR_CALIBRATION', '2026-11-21'],
    )
    const [entry] = (await manager.call('GET', '/activity?action=instrument.status_changed')).body.data
    assert.equal(entry.reason, 'Yearly')
    assert.deepEqual(entry.changes.status, { before: 'active', after: 'OUT_FOR_CALIBRATION' })
    assert.deepEqual(entry.actor, { type: 'user', id: technician.personId, name: 'Tess' })
    assert.equal(entry.subject.label, asset_tag)
    for (const body of [
      { status: 'in_service' },
      { status: 'in_service', reason: ' ' },
      { status: 'retired', reason: 'x' },
      { status: 'lost', reason: 'x' },
    ]) {
      assert.equal((await move(body)).body.code, 'VALIDATION_ERROR')
    }
  })

  test('retiring needs a reason in the app, is final and can be repeated', async () => {
    const { workspace, manager } = await people()
    const { id } = await calibrated(workspace)
    const retire = (body: object) => post(manager, `/instruments/${id}/retire`, body)
    assert.equal((await retire({})).status, 422)
    const response = await retire({ reason: 'Worn out' })
    assert.deepEqual(
      [response.body.status, response.body.deleted, response.body.due_date],
      ['retired', true, null],
    )
    app.clock.advance(1000)
    assert.equal((await retire({ reason: 'Again' })).body.retired_at, response.body.retired_at)
    const status = await post(manager, `/instruments/${id}/status`, { status: 'active', reason: 'x' })
    assert.equal(status.body.code, 'ASSET_RETIRED')
  })
})

describe('extending a due date', () => {
  test('lasts until it is removed', async () => {
    const { workspace, technician } = await people()
    const { id } = await calibrated(workspace)
    const path = `/instruments/${id}/due-extension`
    const response = await post(technician, path, { until: '2027-12-31', reason: 'Provider is late' })
    assert.equal(response.status, 200)
    assert.equal(response.body.due_date, '2027-12-31')
    assert.equal(response.body.due_extension.extended_by_user_id, technician.personId)
    const removed = await technician.call('DELETE', path)
    assert.deepEqual(
      [removed.status, removed.body.due_date, removed.body.due_extension],
      [200, '2027-10-21', null],
    )
    assert.equal((await technician.call('DELETE', path)).status, 200)
  })

  test('is refused where nothing can be extended', async () => {
    const { workspace, technician } = await people()
    const [due, never] = [await calibrated(workspace), await enter(app, workspace.key)]
    const extend = (id: string, body: object) => post(technician, `/instruments/${id}/due-extension`, body)
    assert.equal((await extend(never.id, { until: '2027-12-31', reason: 'x' })).body.code, 'CONFLICT')
    for (const body of [
      { until: '2027-10-21', reason: 'x' },
      { until: '2027-12-31' },
      { until: '31.12.2027', reason: 'x' },
    ]) {
      assert.equal((await extend(due.id, body)).body.code, 'VALIDATION_ERROR')
    }
  })
})

test('the list finds what is in quarantine among other filters, and refuses other values', async () => {
  const { workspace, manager } = await people()
  const [first, second, third] = [
    await enter(app, workspace.key),
    await calibrated(workspace),
    await enter(app, workspace.key),
  ]
  for (const { id } of [first, second]) {
    await post(manager, `/instruments/${id}/quarantine`, { is_quarantined: true, reason: 'Dropped.' })
  }
  const idsOf = async (query: string) => {
    const { body } = await manager.call('GET', `/instruments?is_quarantined=true${query}`)
    assert.equal(body.pagination.total, body.data.length)
    return body.data.map(({ id }: { id: string }) => id)
  }
  assert.deepEqual(await idsOf(''), [first.id, second.id])
  assert.deepEqual(await idsOf('&compliance_status=COMPLIANT'), [second.id])
  await post(manager, `/instruments/${first.id}/retire`, { reason: 'Broken.' })
  assert.deepEqual(await idsOf(''), [second.id])
  assert.deepEqual(await idsOf('&include=retired'), [first.id, second.id])
  assert.deepEqual(await idsOf(`&q=${third.asset_tag}`), [])
  const refused = await manager.call('GET', '/instruments?is_quarantined=maybe')
  assert.deepEqual([refused.status, refused.body.code], [422, 'VALIDATION_ERROR'])
})

test('what instruments state is suggested, the most common first, within the sites of the person', async () => {
  const { workspace, manager } = await people()
  const stated = [
    { manufacturer: 'Aldergate', model: 'AC-1', category: 'Length' },
    { manufacturer: 'Hafner', model: 'H-1', category: 'Mass', department: 'Lab' },
    { manufacturer: 'Hafner', model: 'H-2', category: 'Mass' },
  ]
  for (const body of stated) await enter(app, workspace.key, body)
  const { body } = await manager.call('GET', '/instruments/suggestions')
  assert.deepEqual(body, {
    manufacturer: ['Hafner', 'Aldergate'],
    model: [
      { manufacturer: 'Aldergate', model: 'AC-1' },
      { manufacturer: 'Hafner', model: 'H-1' },
      { manufacturer: 'Hafner', model: 'H-2' },
    ],
    category: ['Mass', 'Length'],
    department: ['Lab'],
    custom_fields: [],
  })
  const site = await workspace.site('Elsewhere')
  const elsewhere = await signInAs(app, workspace, 'technician', { siteIds: [site] })
  const none = { manufacturer: [], model: [], category: [], department: [], custom_fields: [] }
  assert.deepEqual((await elsewhere.call('GET', '/instruments/suggestions')).body, none)
})

test('the list narrows by what instruments state, custom fields among it, and counts what it narrows to', async () => {
  const workspace = await app.workspace()
  const manager = await signInAs(app, workspace, 'manager')
  const enterOne = async (asset_tag: string, stated: object) =>
    manager.call('POST', '/instruments', { body: { ...minimalOf(asset_tag), ...stated } })
  await enterOne('F-1', { category: 'Mass', manufacturer: 'Hafner', customFields: { Owner: 'Line 1' } })
  await enterOne('F-2', { category: 'Mass', department: 'Lab', customFields: { Owner: 'Line 2' } })
  await enterOne('F-3', { department: 'Lab', manufacturer: 'hafner' })
  const found = async (query: string) => {
    const { status, body } = await manager.call('GET', `/instruments?sort=asset_tag&${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.pagination.total, body.data.length)
    return body.data.map((row: { asset_tag: string }) => row.asset_tag)
  }
  for (const [query, tags] of [
    ['category=Mass', ['F-1', 'F-2']],
    ['category=Mass&department=Lab', ['F-2']],
    ['manufacturer=Hafner', ['F-1']],
    ['custom_field=Owner', ['F-1', 'F-2']],
    ['custom_field=Owner&custom_value=Line%202', ['F-2']],
    ['custom_field=owner', []],
    ['custom_value=Line%202', ['F-1', 'F-2', 'F-3']],
  ] as const) {
    assert.deepEqual(await found(query), tags, query)
  }
  const { body } = await manager.call('GET', '/instruments/suggestions')
  assert.deepEqual(body.custom_fields, [{ name: 'Owner', values: ['Line 1', 'Line 2'] }])
})

const minimalOf = (asset_tag: string) => ({ asset_tag, name: 'Gauge', calibration_interval_value: 12 })
