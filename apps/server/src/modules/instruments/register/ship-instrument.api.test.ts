import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp, type TestResponse } from '../../../../test/app.ts'
import { calibrate, enter, entriesOf, eventsOf } from '../../../../test/register.ts'
import { signInAs } from '../../../../test/session.ts'

const app = await sharedTestApp({ keepsEvents: true })
const workspace = await app.workspace({ timeZone: 'Europe/Berlin' })
const admin = await signInAs(app, workspace, 'admin')
const technician = await signInAs(app, workspace, 'technician')
const unknownId = '019345b3-5d07-7e19-b8c4-91a06f2d7e58'

const provider = (await admin.call('POST', '/providers', { body: { name: 'Norrland Metrology AB' } })).body
const today = () => app.clock.now().toISOString().slice(0, 10)
const inDays = (days: number) =>
  new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

const sendOut = (id: string, body: object = {}, by = technician) =>
  by.call('POST', `/instruments/${id}/send-out`, { body })
const change = (id: string, body: object) => technician.call('PATCH', `/instruments/${id}/shipment`, { body })
const receive = (id: string, body: object = {}) =>
  technician.call('POST', `/instruments/${id}/receive`, { body })
const publicly = async (id: string) =>
  (await app.call('GET', `/instruments/${id}`, { key: workspace.key })).body
const newId = async () => (await enter(app, workspace.key)).id

async function sentOut(body: object = {}): Promise<string> {
  const id = await newId()
  assert.equal((await sendOut(id, body)).status, 200)
  return id
}

async function eventsAbout(id: string) {
  const events = await eventsOf(app, workspace.id)
  return events.filter(({ type, data }) => /sent_out|received/.test(type) && data.instrument.id === id)
}

function refusedAs({ status, body }: TestResponse, expected: number, code: string, field?: string): void {
  const named = body.details?.field ?? body.details?.errors?.[0].loc.at(-1)
  assert.deepEqual([status, body.code, named], [expected, code, field], JSON.stringify(body))
}

const order = {
  provider_id: provider.id,
  purchase_order: 'PO-2026-0417',
  expected_return: inDays(21),
  cost: '480.00',
  currency: 'EUR',
}

describe('an instrument that is sent out', () => {
  test('is out for calibration with the details of the shipment, in one entry and with its event', async () => {
    const id = await newId()
    const { status, body } = await sendOut(id, { ...order, reason: 'Due' })
    assert.equal(status, 200)
    assert.deepEqual([body.status, body.compliance_status], ['OUT_FOR_CALIBRATION', 'OUT_FOR_CALIBRATION'])
    assert.deepEqual(body.shipment, { sent_out_on: today(), ...order })
    assert.deepEqual((await publicly(id)).shipment, body.shipment)
    const [, entry, ...more] = await entriesOf(app, workspace.id, id)
    assert.deepEqual([entry?.kind, entry?.payload.reason, more], ['instrument.status_changed', 'Due', []])
    assert.deepEqual(entry?.payload.changes.shipment, { before: null, after: order })
    const [event] = await eventsAbout(id)
    assert.deepEqual(
      [event?.type, event?.data],
      ['instrument.sent_out', { instrument: await publicly(id), reason: 'Due' }],
    )
  })

  test('needs nothing to be noted, and the plain change of status is the same without', async () => {
    const [one, other] = [await sentOut(), await newId()]
    const move = { body: { status: 'OUT_FOR_CALIBRATION', reason: 'Due' } }
    await technician.call('POST', `/instruments/${other}/status`, move)
    const [first, second] = [(await publicly(one)).shipment, (await publicly(other)).shipment]
    assert.deepEqual(first, second)
    assert.deepEqual(Object.values(first), [today(), null, null, null, null, null])
    assert.deepEqual(
      (await eventsAbout(other)).map(({ type }) => type),
      ['instrument.sent_out'],
    )
  })

  test('is not sent out twice, nor once it is retired, and only by those who may', async () => {
    refusedAs(await sendOut(await sentOut()), 409, 'CONFLICT')
    const retired = await newId()
    await admin.call('POST', `/instruments/${retired}/retire`, { body: { reason: 'Broken' } })
    refusedAs(await sendOut(retired), 409, 'ASSET_RETIRED')
    refusedAs(await sendOut(unknownId), 404, 'NOT_FOUND')
    const auditor = await signInAs(app, workspace, 'auditor')
    refusedAs(await sendOut(await newId(), {}, auditor), 403, 'FORBIDDEN')
  })

  test('goes to a provider of the workspace that is not archived', async () => {
    const id = await newId()
    refusedAs(await sendOut(id, { provider_id: unknownId }), 422, 'INVALID_REQUEST', 'provider_id')
    const { body: former } = await admin.call('POST', '/providers', { body: { name: 'Former' } })
    await admin.call('PATCH', `/providers/${former.id}`, { body: { is_archived: true } })
    refusedAs(await sendOut(id, { provider_id: former.id }), 422, 'INVALID_REQUEST', 'provider_id')
    assert.equal((await publicly(id)).status, 'active')
  })

  test('is expected back no earlier than it is sent, at a cost with its currency', async () => {
    const id = await newId()
    for (const [body, field] of [
      [{ expected_return: inDays(-1) }, 'expected_return'],
      [{ cost: '480.00' }, 'currency'],
      [{ currency: 'EUR' }, 'cost'],
      [{ cost: '-1', currency: 'EUR' }, 'cost'],
      [{ cost: '1', currency: 'euro' }, 'currency'],
    ] as const) {
      refusedAs(await sendOut(id, body), 422, 'VALIDATION_ERROR', field)
    }
    assert.equal((await sendOut(id, { expected_return: today() })).status, 200)
  })
})

describe('while it is out', () => {
  test('has its details changed by the members that are sent, with an entry; a change of nothing has none', async () => {
    const id = await sentOut(order)
    const later = inDays(35)
    const { status, body } = await change(id, { expected_return: later, reason: 'Delayed' })
    assert.deepEqual(
      [status, body.shipment],
      [200, { sent_out_on: today(), ...order, expected_return: later }],
    )
    await change(id, { expected_return: later })
    const [, , entry, ...more] = await entriesOf(app, workspace.id, id)
    assert.deepEqual(
      [entry?.kind, entry?.payload.reason, more],
      ['instrument.shipment_updated', 'Delayed', []],
    )
    refusedAs(await change(id, { cost: null }), 422, 'VALIDATION_ERROR', 'cost')
    refusedAs(await change(id, { provider_id: unknownId }), 422, 'INVALID_REQUEST', 'provider_id')
    assert.equal((await change(id, { cost: null, currency: null })).body.shipment.cost, null)
  })

  test('keeps a provider that has been archived meanwhile', async () => {
    const { body: closing } = await admin.call('POST', '/providers', { body: { name: 'Closing' } })
    const id = await sentOut({ provider_id: closing.id })
    await admin.call('PATCH', `/providers/${closing.id}`, { body: { is_archived: true } })
    assert.equal((await change(id, { purchase_order: 'PO-9' })).body.shipment.provider_id, closing.id)
  })

  test('is retired with the end of its shipment and only the event of retirement', async () => {
    const id = await sentOut(order)
    const { body } = await admin.call('POST', `/instruments/${id}/retire`, { body: { reason: 'Lost' } })
    assert.equal(body.shipment, null)
    assert.deepEqual(
      (await eventsAbout(id)).map(({ type }) => type),
      ['instrument.sent_out'],
    )
    refusedAs(await change(id, {}), 409, 'ASSET_RETIRED')
    refusedAs(await receive(id), 409, 'ASSET_RETIRED')
  })
})

describe('an instrument that is received', () => {
  test('has its former status again, and the event has the shipment that ended', async () => {
    const id = await newId()
    await technician.call('POST', `/instruments/${id}/status`, {
      body: { status: 'in_service', reason: 'x' },
    })
    await sendOut(id, order)
    const { status, body } = await receive(id, { cost: '512.50', currency: 'EUR', reason: 'With invoice' })
    assert.deepEqual([status, body.status, body.shipment, body.sent_out_on], [200, 'in_service', null, null])
    const events = await eventsAbout(id)
    assert.equal(events.at(-1)?.type, 'instrument.received')
    const { shipment, reason } = events.at(-1)!.data
    assert.deepEqual([shipment, reason], [{ sent_out_on: today(), ...order, cost: '512.50' }, 'With invoice'])
    const kinds = (await entriesOf(app, workspace.id, id)).slice(-2).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['instrument.shipment_updated', 'instrument.status_changed'])
  })

  test('stays in quarantine where it was', async () => {
    const id = await newId()
    const quarantine = { body: { is_quarantined: true, reason: 'Dropped' } }
    await admin.call('POST', `/instruments/${id}/quarantine`, quarantine)
    await sendOut(id)
    assert.equal((await receive(id)).body.is_quarantined, true)
  })

  test('was out', async () => {
    const id = await newId()
    refusedAs(await receive(id), 409, 'CONFLICT')
    refusedAs(await change(id, { purchase_order: 'PO-1' }), 409, 'CONFLICT')
    refusedAs(await receive(await sentOut(), { cost: '1' }), 422, 'VALIDATION_ERROR', 'currency')
    refusedAs(await receive(unknownId), 404, 'NOT_FOUND')
  })

  test('may also have been received by a change of status, or by the record of its calibration', async () => {
    const byHand = await sentOut(order)
    const move = { body: { status: 'out_of_service', reason: 'Stored' } }
    const moved = await technician.call('POST', `/instruments/${byHand}/status`, move)
    const byRecord = await sentOut(order)
    app.clock.advance(86_400_000)
    const performedAt = app.clock.now().toISOString()
    await calibrate(app, workspace, byRecord, { performedAt, change: { returnsFromSending: true } })
    for (const shipment of [moved.body.shipment, (await publicly(byRecord)).shipment]) {
      assert.equal(shipment, null)
    }
    for (const id of [byHand, byRecord]) {
      const last = (await eventsAbout(id)).at(-1)
      assert.deepEqual(
        [last?.type, last?.data.shipment.purchase_order],
        ['instrument.received', 'PO-2026-0417'],
      )
    }
  })
})

describe('the list of what is out', () => {
  test('starts with the earliest expected return, and marks overdue ones from the day after it on', async () => {
    const other = await app.workspace({ timeZone: 'Europe/Berlin' })
    const by = await signInAs(app, other, 'admin')
    const send = async (tag: string, expected: string | null) => {
      const { id } = await enter(app, other.key, { asset_tag: tag })
      await by.call('POST', `/instruments/${id}/send-out`, { body: { expected_return: expected } })
      return id
    }
    await send('NONE', null)
    await send('LATER', inDays(9))
    await send('SOON', inDays(2))
    const tags = async (query: string) => {
      const { body } = await by.call('GET', `/shipments${query}`)
      return [body.data.map((row: { asset_tag: string }) => row.asset_tag), body.pagination.total]
    }
    assert.deepEqual(await tags(''), [['SOON', 'LATER', 'NONE'], 3])
    app.clock.advance(2 * 86_400_000)
    assert.deepEqual(await tags('?overdue=true'), [[], 0])
    app.clock.advance(86_400_000)
    assert.deepEqual(await tags('?overdue=true'), [['SOON'], 1])
    assert.deepEqual(await tags(`?overdue=true&site_id=${await other.site('Elsewhere')}`), [[], 0])
    assert.equal((await by.call('GET', '/shipments?overdue=no')).status, 422)
  })
})
