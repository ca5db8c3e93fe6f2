import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp, type TestResponse } from '../../../../test/app.ts'
import { releasedProcedure, draftProcedure } from '../../../../test/workspaces/released-procedure.ts'
import { signInAs } from '../../../../test/session.ts'

const app = await sharedTestApp()
const workspace = await app.workspace()
const admin = await signInAs(app, workspace, 'admin')

let made = 0
const name = () => {
  made += 1
  return `M-${made}`
}
const create = (members: object = {}) =>
  admin.call('POST', '/instrument-models', {
    body: { manufacturer: 'Aldergate', model: name(), ...members },
  })
const patch = (id: string, body: object) => admin.call('PATCH', `/instrument-models/${id}`, { body })

function refusedAs(response: TestResponse, status: number, code: string, field?: string): void {
  const { status: got, body } = response
  assert.deepEqual([got, body.code, body.details?.field], [status, code, field], JSON.stringify(body))
}

const enter = (body: object) =>
  app.call('POST', '/instruments', {
    key: workspace.key,
    body: { asset_tag: name(), name: 'Caliper', calibration_interval_value: 12, ...body },
  })

describe('a model of instruments', () => {
  test('is stored with the defaults of its instruments, and counts existing ones', async () => {
    const { procedure_id: id, code } = await releasedProcedure(admin)
    const interval = { calibration_interval_value: 6, calibration_interval_unit: 'months' }
    const { status, body } = await create({
      model: 'AC-1',
      procedure_id: id,
      category: 'Length',
      ...interval,
    })
    assert.equal(status, 201)
    await enter({ manufacturer: 'ALDERGATE', model: 'ac-1' })
    const { body: listed } = await admin.call('GET', '/instrument-models')
    const expected = { ...body, instrument_count: 1 }
    assert.deepEqual(
      listed.data.find((each: { id: string }) => each.id === body.id),
      expected,
    )
    assert.deepEqual([body.procedure_code, body.tolerance_spec, body.instrument_count], [code, null, 0])
    const changed = await patch(body.id, { category: '', tolerance_spec: '±0.02 mm' })
    assert.equal(changed.status, 200)
    assert.deepEqual(changed.body, { ...expected, category: null, tolerance_spec: '±0.02 mm' })
    assert.equal((await admin.call('DELETE', `/instrument-models/${body.id}`)).status, 204)
    refusedAs(await patch(body.id, { category: 'x' }), 404, 'NOT_FOUND')
    refusedAs(await admin.call('DELETE', `/instrument-models/${body.id}`), 404, 'NOT_FOUND')
  })

  test('exists once, ignoring case', async () => {
    const { body } = await create({ model: 'Twice' })
    refusedAs(await create({ manufacturer: 'aldergate', model: 'TWICE' }), 409, 'CONFLICT', 'model')
    const { body: other } = await create()
    refusedAs(await patch(other.id, { model: body.model }), 409, 'CONFLICT', 'model')
    const again = await Promise.all([create({ model: 'Race' }), create({ model: 'race' })])
    assert.deepEqual(again.map(({ status }) => String(status)).toSorted(), ['201', '409'])
  })

  test('names a released procedure of the workspace, and a whole interval', async () => {
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    const { procedure_id: foreign } = await releasedProcedure(stranger)
    const { procedure_id: draft } = await draftProcedure(admin)
    for (const id of [foreign, draft]) {
      refusedAs(await create({ procedure_id: id }), 422, 'INVALID_REQUEST', 'procedure_id')
    }
    const half = await create({ calibration_interval_value: 6 })
    refusedAs(half, 422, 'VALIDATION_ERROR')
    assert.deepEqual(half.body.details.errors[0].loc, ['body', 'calibration_interval_unit'])
    const { body } = await create()
    const theirs = await stranger.call('PATCH', `/instrument-models/${body.id}`, { body: { category: 'x' } })
    refusedAs(theirs, 404, 'NOT_FOUND')
    refusedAs(await admin.call('POST', '/instrument-models', { body: '{' }), 400, 'INVALID_REQUEST')
    refusedAs(await create({ category: 'x'.repeat(1_100_000) }), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('fills in what new instruments do not state, and does not change others', async () => {
    const { procedure_id: id } = await releasedProcedure(admin, { grace_days: 9 })
    const before = await enter({ manufacturer: 'Aldergate', model: 'AC-9' })
    const defaults = { procedure_id: id, category: 'Length', tolerance_spec: '±0.02 mm' }
    await create({ model: 'AC-9', ...defaults })
    const given = await enter({ manufacturer: 'Aldergate', model: 'ac-9', tolerance_spec: null })
    assert.equal(given.status, 201)
    const { procedure_id: follows, category, tolerance_spec: tolerance, grace_days: grace } = given.body
    assert.deepEqual([follows, category, tolerance, grace], [id, 'Length', null, 9])
    const { body: now } = await app.call('GET', `/instruments/${before.body.id}`, { key: workspace.key })
    assert.deepEqual([now.procedure_id, now.category], [null, null])
    const items = ['1', '2'].map((number) => ({
      idempotency_key: number,
      body: {
        asset_tag: name(),
        name: 'Caliper',
        calibration_interval_value: 1,
        manufacturer: 'Aldergate',
        model: number === '1' ? 'AC-9' : 'AC-0',
      },
    }))
    const { body } = await app.call('POST', '/instruments/batch', { key: workspace.key, body: { items } })
    assert.deepEqual(
      body.results.map((each: any) => each.body.procedure_id),
      [id, null],
    )
  })

  test('is applied to its instruments by a bulk change, which shows beforehand what would change', async () => {
    const { procedure_id: id } = await releasedProcedure(admin)
    const { body: model } = await create({ model: 'AC-7', procedure_id: id, category: 'Length' })
    const named = { manufacturer: 'aldergate', model: 'ac-7' }
    const one = await enter({ ...named, asset_tag: 'AC-7-1', category: 'Mass' })
    const other = await enter({ ...named, asset_tag: 'AC-7-2' })
    await enter({ manufacturer: 'Aldergate', model: 'AC-70' })
    const { body: listed } = await admin.call('GET', `/instrument-models/${model.id}/instruments`)
    assert.deepEqual(listed, { ids: [one.body.id, other.body.id] })
    const body = { instrument_ids: listed.ids, change: { procedure_id: id, category: 'Length' } }
    const preview = async (session: typeof admin) =>
      session.call('POST', '/instruments/bulk-change/preview', { body })
    const { results } = (await preview(admin)).body
    assert.deepEqual(
      results.map((each: any) => [
        each.outcome,
        each.before.category,
        each.after.category,
        each.after.procedure_id,
      ]),
      [
        ['changes', 'Mass', 'Length', id],
        ['unchanged', 'Length', 'Length', id],
      ],
    )
    // What a technician does not set of one instrument cannot be set of many either.
    const technician = await signInAs(app, workspace, 'technician')
    refusedAs(await preview(technician), 403, 'FORBIDDEN')
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    const path = `/instrument-models/${model.id}/instruments`
    refusedAs(await stranger.call('GET', path), 404, 'NOT_FOUND')
  })
})
