import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { APP_API_PREFIX } from '@plumbline/contract'
import { sharedTestApp } from '../../../../test/app.ts'
import { enter } from '../../../../test/register.ts'
import { signInAs } from '../../../../test/session.ts'
import { projections } from '../../../projections.ts'
import { firstDifference, verifyLedger } from '../../ledger/index.ts'

const app = await sharedTestApp()

/** A workspace with an instrument, and somebody who can be responsible for it. */
async function workspaceWithPeople() {
  const workspace = await app.workspace()
  const manager = await signInAs(app, workspace, 'manager')
  const tess = await signInAs(app, workspace, 'technician', { name: 'Tess' })
  const { id } = await enter(app, workspace.key, { asset_tag: 'A-1' })
  return { workspace, manager, tess, id }
}

describe('the person responsible for an instrument', () => {
  test('is stated for a new instrument and an existing one, and is found, exported and recorded', async () => {
    const { workspace, manager, tess, id } = await workspaceWithPeople()
    const body = {
      asset_tag: 'A-2',
      name: 'Gauge',
      calibration_interval_value: 12,
      calibration_interval_unit: 'months',
      responsible_id: tess.personId.toUpperCase(),
    }
    const created = await manager.call('POST', '/instruments', { body })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const patch = (responsible: string | null) =>
      manager.call('PATCH', `/instruments/${id}`, { body: { responsible_id: responsible } })
    assert.equal((await patch(tess.personId)).body.responsible_id, tess.personId)
    const listed = async () => {
      const { body: page } = await manager.call('GET', `/instruments?responsible_id=${tess.personId}`)
      assert.equal(page.pagination.total, page.data.length)
      return page.data.map((row: { asset_tag: string }) => row.asset_tag).toSorted()
    }
    assert.deepEqual(await listed(), ['A-1', 'A-2'])
    const path = `/workspaces/${workspace.id}/exports/instruments?columns=asset_tag,responsible`
    const { cookie } = manager
    const file = await fetch(`${app.origin}${APP_API_PREFIX}${path}`, { headers: { cookie } })
    assert.match(await file.text(), /A-2,Tess/)
    const { body: activity } = await manager.call('GET', `/activity?subject_id=${id}`)
    assert.deepEqual(activity.data[0].changes.responsible_id, { before: null, after: tess.personId })
    assert.equal((await patch(null)).body.responsible_id, null)
    assert.deepEqual(await listed(), ['A-2'])
    const report = await verifyLedger({ ...app.parts, projections }, workspace.id)
    assert.equal(firstDifference(report), null, JSON.stringify(report.rowFaults))
  })

  test('is an active member who can enter calibrations at the site, and stays when the instrument moves', async () => {
    const { workspace, manager, id } = await workspaceWithPeople()
    const far = await workspace.site('Far')
    const auditor = await signInAs(app, workspace, 'auditor')
    const elsewhere = await signInAs(app, workspace, 'technician', { siteIds: [far] })
    const patch = (body: object) => manager.call('PATCH', `/instruments/${id}`, { body })
    for (const personId of [auditor.personId, elsewhere.personId, id]) {
      const refused = await patch({ responsible_id: personId })
      assert.deepEqual([refused.status, refused.body.code], [422, 'VALIDATION_ERROR'])
      assert.deepEqual(refused.body.details.errors[0].loc, ['body', 'responsible_id'])
    }
    const here = await signInAs(app, workspace, 'technician', {
      siteIds: [workspace.workspace.defaultSiteId],
    })
    await patch({ responsible_id: here.personId })
    const moved = await patch({ site_id: far })
    assert.deepEqual([moved.status, moved.body.responsible_id], [200, here.personId])
    const resent = await patch({ responsible_id: here.personId, name: 'Gauge' })
    assert.equal(resent.status, 200)
    const body = {
      asset_tag: 'A-3',
      name: 'Gauge',
      calibration_interval_value: 12,
      calibration_interval_unit: 'months',
      responsible_id: auditor.personId,
    }
    assert.equal((await manager.call('POST', '/instruments', { body })).status, 422)
  })

  test('is set for several instruments in one request', async () => {
    const { manager, tess, id } = await workspaceWithPeople()
    const body = { instrument_ids: [id], change: { responsible_id: tess.personId }, reason: 'New team.' }
    const { status, body: outcome } = await manager.call('POST', '/instruments/bulk-change', { body })
    assert.deepEqual([status, outcome.results[0].outcome], [200, 'changed'], JSON.stringify(outcome))
    const preview = await manager.call('POST', '/instruments/bulk-change/preview', {
      body: { instrument_ids: [id], change: { responsible_id: null } },
    })
    const [{ before, after }] = preview.body.results
    assert.deepEqual([before.responsible_id, after.responsible_id], [tess.personId, null])
  })

  test('is found lacking in the register, the worklist and their files, with the reason', async () => {
    const { workspace, manager, tess, id } = await workspaceWithPeople()
    const admin = await signInAs(app, workspace, 'admin')
    const far = await workspace.site('Far')
    const bound = await signInAs(app, workspace, 'technician', { name: 'Bo', siteIds: [far] })
    const enterFor = async (tag: string, responsible: string | null, site?: string) => {
      const one = await enter(app, workspace.key, { asset_tag: tag })
      const body = { responsible_id: responsible, ...(site && { site_id: site }) }
      assert.equal((await manager.call('PATCH', `/instruments/${one.id}`, { body })).status, 200)
    }
    await enterFor('A-2', tess.personId)
    await enterFor('A-3', bound.personId, far)
    await enterFor('A-4', admin.personId)
    const tagsOf = async (path: string) => {
      const { status, body } = await manager.call('GET', path)
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body.pagination.total, body.data.length)
      return body.data.map((row: { asset_tag: string }) => row.asset_tag).toSorted()
    }
    const lists = (gap: string) =>
      Promise.all([tagsOf(`/instruments?responsible=${gap}`), tagsOf(`/due?responsible=${gap}`)])
    assert.deepEqual(await lists('none'), [['A-1'], ['A-1']])
    assert.deepEqual(await lists('without_permission'), [[], []])
    await admin.call('PATCH', `/users/${tess.personId}`, { body: { is_active: false } })
    const { defaultSiteId } = workspace.workspace
    await admin.call('PATCH', `/users/${bound.personId}`, { body: { site_ids: [defaultSiteId] } })
    assert.deepEqual(await lists('without_permission'), [
      ['A-2', 'A-3'],
      ['A-2', 'A-3'],
    ])
    assert.deepEqual(await lists('none'), [['A-1'], ['A-1']])
    const { body: due } = await manager.call(
      'GET',
      `/due?responsible=without_permission&site_id=${defaultSiteId}`,
    )
    assert.deepEqual([due.data[0].responsible_id, due.data[0].responsible_name], [tess.personId, 'Tess'])
    const path = `/workspaces/${workspace.id}/exports/due?responsible=without_permission`
    const file = await fetch(`${app.origin}${APP_API_PREFIX}${path}`, {
      headers: { cookie: manager.cookie },
    })
    const text = await file.text()
    assert.match(text, /responsible_name/)
    assert.deepEqual([text.match(/A-\d/g)?.toSorted(), text.includes(id)], [['A-2', 'A-3'], false])
  })
})
