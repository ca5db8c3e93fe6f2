import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp, type TestResponse } from '../../../../test/app.ts'
import {
  caliperPoint,
  draftProcedure,
  release,
  releasedProcedure,
} from '../../../../test/workspaces/released-procedure.ts'
import { enter } from '../../../../test/register.ts'
import { signInAs } from '../../../../test/session.ts'

const app = await sharedTestApp()
const workspace = await app.workspace()
const { key } = workspace
const manager = await signInAs(app, workspace, 'manager')

const patch = (id: string, body: object) => manager.call('PATCH', `/instruments/${id}`, { body })
const pointsOf = async (id: string, by = key) => {
  const response = await app.call('GET', `/instruments/${id}/points`, { key: by })
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body
}

/** Where the problems of a refused request lie, below the body. */
function problemsOf(response: TestResponse): string[] {
  assert.deepEqual([response.status, response.body.code], [422, 'VALIDATION_ERROR'])
  return response.body.details.errors.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.'))
}

async function following(members: object = {}) {
  const procedure = await releasedProcedure(manager, members)
  const { id } = await enter(app, key)
  const { status, body } = await patch(id, { procedure_id: procedure.procedure_id })
  assert.deepEqual([status, body.procedure_id], [200, procedure.procedure_id], JSON.stringify(body))
  return { id, procedure }
}

describe('an instrument that follows a procedure', () => {
  test('asks for the points of its released revision, and for none without one', async () => {
    const points = ['10', '20'].map((at) => caliperPoint(at, { repeats: 3 }))
    const { id, procedure } = await following({ points, work_instruction: 'Clean' })
    const reader = await workspace.person({ role: 'auditor', scope: 'read' })
    const asked = await pointsOf(id, reader.key)
    assert.deepEqual(
      [asked.procedure.code, asked.procedure.revision, asked.procedure.work_instruction],
      [procedure.code, 1, 'Clean'],
    )
    const [{ id: pointId, budget_id: _budget, ...first }] = procedure.points as any
    const own = { point_id: pointId, uncertainty: null, override_reason: null }
    assert.deepEqual(asked.points[0], { ...first, ...own })
    assert.equal(asked.points.length, 2)
    await manager.call('POST', `/procedures/${procedure.procedure_id}/withdraw`, { body: { reason: 'x' } })
    assert.deepEqual(await pointsOf(id), { procedure: null, points: [] })
    assert.deepEqual(await pointsOf((await enter(app, key)).id), { procedure: null, points: [] })
  })

  test('has its own nominal values and tolerances, also in the next revision', async () => {
    const points = ['10', '20', '30'].map((at) => caliperPoint(at))
    const { id, procedure } = await following({ points })
    const [first, second] = procedure.points
    const tolerance = { symmetric: { absolute: '0.05' } }
    const overrides = [
      { point_id: first!.id, nominal: null, tolerance, reason: 'Worn jaws, used for rough work' },
      { point_id: second!.id, nominal: { value: '25', unit: 'mm' }, tolerance: null, reason: 'Own block' },
    ]
    const { status, body } = await patch(id, { point_overrides: overrides })
    assert.deepEqual([status, body.point_overrides], [200, overrides], JSON.stringify(body))
    await manager.call('POST', `/procedures/${procedure.procedure_id}/draft`)
    const changed = { points: [second, first] }
    await manager.call('PATCH', `/procedures/${procedure.procedure_id}/draft`, { body: changed })
    await release(manager, procedure.procedure_id)
    const { points: asked } = await pointsOf(id)
    assert.deepEqual(
      asked.map((point: any) => [point.nominal.value, point.tolerance, point.override_reason]),
      [
        ['25', second!.tolerance, 'Own block'],
        ['10', tolerance, 'Worn jaws, used for rough work'],
      ],
    )
    assert.deepEqual((await patch(id, { point_overrides: [] })).body.point_overrides, [])
    assert.deepEqual((await pointsOf(id)).points[0].override_reason, null)
  })

  test('is named among those that a release of its procedure reaches, within the sites of the person', async () => {
    const { id, procedure } = await following({ points: [caliperPoint('10.00')] })
    const [point] = procedure.points
    const override = {
      point_id: point!.id,
      nominal: { value: '11.00', unit: 'mm' },
      tolerance: null,
      reason: 'Worn',
    }
    assert.equal((await patch(id, { point_overrides: [override] })).status, 200)
    const path = `/procedures/${procedure.procedure_id}/instruments`
    const { total, overridden, instruments } = (await manager.call('GET', path)).body
    assert.deepEqual([total, overridden, instruments[0].id, instruments[0].is_overridden], [1, 1, id, true])
    const elsewhere = await signInAs(app, workspace, 'manager', {
      siteIds: [await workspace.site('Elsewhere')],
    })
    assert.deepEqual((await elsewhere.call('GET', path)).body, { total: 0, overridden: 0, instruments: [] })
    const unknown = await manager.call('GET', `/procedures/${id}/instruments`)
    assert.equal(unknown.status, 404)
  })

  test('loses its overrides when it follows another procedure', async () => {
    const { id, procedure } = await following()
    const [point] = procedure.points
    const override = { point_id: point!.id, nominal: null, tolerance: { text: 'By eye' }, reason: 'x' }
    await patch(id, { point_overrides: [override] })
    const { procedure_id: other } = await releasedProcedure(manager)
    const { body } = await patch(id, { procedure_id: other })
    assert.deepEqual([body.procedure_id, body.point_overrides], [other, []])
    const { body: none } = await patch(id, { procedure_id: null })
    assert.equal(none.procedure_id, null)
  })

  test('is refused a procedure that is not released, or of another workspace', async () => {
    const { id } = await enter(app, key)
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    const foreign = await releasedProcedure(stranger)
    const draft = await draftProcedure(manager)
    for (const { procedure_id } of [foreign, draft]) {
      const response = await patch(id, { procedure_id })
      assert.deepEqual([response.status, response.body.details], [422, { field: 'procedure_id' }])
    }
    const created = await manager.call('POST', '/instruments', {
      body: {
        asset_tag: 'F-1',
        name: 'Caliper',
        calibration_interval_value: 1,
        procedure_id: draft.procedure_id,
      },
    })
    assert.deepEqual([created.status, created.body.details], [422, { field: 'procedure_id' }])
    assert.equal(
      (await app.call('GET', `/instruments/${id}/points`, { key: stranger.workspaceId })).status,
      401,
    )
    const { key: theirs } = await app.workspace()
    assert.equal((await app.call('GET', `/instruments/${id}/points`, { key: theirs })).status, 404)
  })

  test('refuses overrides of unknown points, repeated ones, and ones without a value or that cannot be compared', async () => {
    const { id, procedure } = await following()
    const [point] = procedure.points
    const override = (members: object) => ({
      point_id: point!.id,
      nominal: null,
      tolerance: { symmetric: { absolute: '1' } },
      reason: 'x',
      ...members,
    })
    const send = (...overrides: object[]) => patch(id, { point_overrides: overrides })
    const unknown = override({ point_id: procedure.procedure_id })
    assert.deepEqual(problemsOf(await send(unknown)), ['point_overrides.0.point_id'])
    assert.deepEqual(problemsOf(await send(override({}), override({}))), ['point_overrides.1.point_id'])
    assert.deepEqual(problemsOf(await send(override({ tolerance: null }))), ['point_overrides.0'])
    const spanless = override({ tolerance: { symmetric: { percent_of_span: '1' } } })
    assert.deepEqual(problemsOf(await send(spanless)), [
      'point_overrides.0.tolerance.symmetric.percent_of_span',
    ])
    assert.deepEqual(problemsOf(await send(override({ reason: ' ' }))), ['point_overrides.0.reason'])
    const { id: free } = await enter(app, key)
    const without = await patch(free, { point_overrides: [override({})] })
    assert.deepEqual(problemsOf(without), ['point_overrides.0.point_id'])
  })

  test('is set by admins and managers only', async () => {
    const { id, procedure } = await following()
    const technician = await signInAs(app, workspace, 'technician')
    for (const body of [{ procedure_id: procedure.procedure_id }, { point_overrides: [] }]) {
      const response = await technician.call('PATCH', `/instruments/${id}`, { body })
      assert.deepEqual([response.status, response.body.code], [403, 'FORBIDDEN'])
    }
  })
})
