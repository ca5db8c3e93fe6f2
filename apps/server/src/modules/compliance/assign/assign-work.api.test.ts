import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { holdTransaction, waitingForLocks } from '../../../../test/lock-waits.ts'
import { calibrate, enter } from '../../../../test/register.ts'
import { signInAs, type TestSession } from '../../../../test/session.ts'
import { sql } from '../../../platform/db/index.ts'

const app = await sharedTestApp()

/** A workspace with two instruments that are overdue, and people to calibrate them. */
async function laboratory() {
  const workspace = await app.workspace()
  const manager = await signInAs(app, workspace, 'manager')
  const tess = await signInAs(app, workspace, 'technician', { name: 'Tess' })
  const last_calibration_date = '2025-10-01T08:00:00Z'
  const one = (await enter(app, workspace.key, { asset_tag: 'A-1', last_calibration_date })).id
  const two = (await enter(app, workspace.key, { asset_tag: 'A-2', last_calibration_date })).id
  return { workspace, manager, tess, one, two }
}

const assign = (session: TestSession, ids: string[], assigneeId: string | null, planned_for?: string) =>
  session.call('POST', '/assignments', {
    body: { instrument_ids: ids, assignee_id: assigneeId, ...(planned_for && { planned_for }) },
  })

/** Tags of the worklist with who has them, and its total. */
async function listed(session: TestSession, query = '') {
  const { body } = await session.call('GET', `/due?${query}`)
  assert.equal(body.pagination.total, body.data.length, query)
  return body.data.map((row: Record<string, unknown>) => [row['asset_tag'], row['assignee_name']])
}

describe('assigning work', () => {
  test('shows person and day in the worklist, and narrows it to mine and to nobody’s', async () => {
    const { manager, tess, one, two } = await laboratory()
    const response = await assign(manager, [one], tess.personId, '2026-12-01')
    assert.deepEqual([response.status, response.body], [200, { assigned: 1 }])
    const { body } = await manager.call('GET', '/due')
    assert.equal(body.data[0].planned_for, '2026-12-01')
    assert.deepEqual(await listed(manager), [
      ['A-1', 'Tess'],
      ['A-2', null],
    ])
    assert.deepEqual(await listed(tess, 'assigned=mine'), [['A-1', 'Tess']])
    assert.deepEqual(await listed(tess, 'assigned=none'), [['A-2', null]])
    assert.deepEqual(await listed(manager, 'assigned=mine'), [])
    await assign(manager, [one, two], null)
    assert.equal((await listed(manager, 'assigned=none')).length, 2)
  })

  test('ends when a later calibration takes effect', async () => {
    const { workspace, manager, tess, one } = await laboratory()
    await assign(manager, [one], tess.personId)
    await calibrate(app, workspace, one, { performedAt: '2026-11-20T08:00:00Z' })
    assert.deepEqual(await listed(manager, 'within_days=400'), [
      ['A-2', null],
      ['A-1', null],
    ])
  })

  test('gives work that several technicians take at the same moment to one of them', async () => {
    const { workspace, manager, one, two } = await laboratory()
    const technicians = await Promise.all(
      Array.from({ length: 6 }, (_, index) => signInAs(app, workspace, 'technician', { name: `T${index}` })),
    )
    const held = holdTransaction(app, workspace.id, (tx) =>
      tx.rows(
        sql`select from instruments where workspace_id = ${tx.workspaceId} and instrument_id = ${one} for update`,
      ),
    )
    await held.started
    const asked = technicians.map((technician) => assign(technician, [two, one], technician.personId))
    await waitingForLocks(app, technicians.length)
    await held.release()
    const taken = await Promise.all(asked)
    const winner = taken.findIndex(({ status }) => status === 200)
    assert.deepEqual(
      taken.map(({ status }) => status),
      taken.map((_, index) => (index === winner ? 200 : 403)),
    )
    assert.deepEqual(await listed(manager), [
      ['A-1', `T${winner}`],
      ['A-2', `T${winner}`],
    ])
  })

  test('lets a technician take unassigned work and give it back, and nothing else', async () => {
    const { workspace, manager, tess, one, two } = await laboratory()
    const other = await signInAs(app, workspace, 'technician')
    assert.equal((await assign(tess, [one], tess.personId)).status, 200)
    for (const [ids, to] of [
      [[one], other.personId],
      [[one, two], null],
      [[two], tess.personId],
    ] as const) {
      const refused = await assign(other, [...ids], to)
      assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
    }
    assert.deepEqual(await listed(manager, 'assigned=none'), [['A-2', null]])
    assert.equal((await assign(tess, [one], null)).status, 200)
  })

  test('refuses people who may not calibrate there, and unknown instruments', async () => {
    const { workspace, manager, tess, one } = await laboratory()
    const auditor = await signInAs(app, workspace, 'auditor')
    const elsewhere = await signInAs(app, workspace, 'technician', { siteIds: [await workspace.site('Far')] })
    for (const personId of [auditor.personId, elsewhere.personId, one]) {
      const refused = await assign(manager, [one], personId)
      assert.deepEqual([refused.status, refused.body.code], [422, 'VALIDATION_ERROR'])
      assert.deepEqual(refused.body.details.errors[0].loc, ['body', 'assignee_id'])
    }
    assert.equal((await assign(elsewhere, [one], elsewhere.personId)).status, 404)
    assert.equal((await assign(auditor, [one], null)).status, 403)
    await manager.call('POST', `/instruments/${one}/retire`, { body: { reason: 'Broken.' } })
    assert.equal((await assign(manager, [one], tess.personId)).status, 404)
    assert.equal((await assign(manager, [], null)).status, 422)
  })
})
