import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VIEWS_MAX, type TableView } from '@plumbline/contract'
import { sharedTestApp, type TestWorkspace } from '../../../test/app.ts'
import { signInAs, type TestSession } from '../../../test/session.ts'

const app = await sharedTestApp()

interface Team {
  workspace: TestWorkspace
  manager: TestSession
  technician: TestSession
}

async function team(): Promise<Team> {
  const workspace = await app.workspace()
  const [manager, technician] = await Promise.all([
    signInAs(app, workspace, 'manager'),
    signInAs(app, workspace, 'technician'),
  ])
  return { workspace, manager, technician }
}

const state = { q: 'torque', compliance: 'NON_COMPLIANT', columns: 'name,due' }
const keep = (session: TestSession, name: string, more: object = {}) =>
  session.call('POST', '/views', { body: { name, is_shared: false, state, ...more } })
const made = async (session: TestSession, name: string, more: object = {}): Promise<TableView> => {
  const response = await keep(session, name, more)
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body
}
const seen = async (session: TestSession): Promise<TableView[]> =>
  (await session.call('GET', '/views')).body.data
const namesSeen = async (session: TestSession) => (await seen(session)).map(({ name }) => name)
const patch = (session: TestSession, { id }: TableView, body: object) =>
  session.call('PATCH', `/views/${id}`, { body })

describe('views of the instrument table', () => {
  test('are stored unchanged, and listed by name: shared ones and one’s own', async () => {
    const { workspace, manager, technician } = await team()
    await made(manager, ' Zebra ')
    const shared = await made(manager, 'For all', { is_shared: true })
    await made(technician, 'mine')
    assert.deepEqual(await namesSeen(manager), ['For all', 'Zebra'])
    assert.deepEqual(await namesSeen(technician), ['For all', 'mine'])
    const auditor = await signInAs(app, workspace, 'auditor')
    assert.deepEqual(await seen(auditor), [
      { id: shared.id, name: 'For all', is_shared: true, is_default: false, state },
    ])
  })

  test('are renamed and get another state', async () => {
    const { technician } = await team()
    const view = await made(technician, 'Due')
    const changed = await patch(technician, view, { name: 'Due soon', state: { sort: 'due_date' } })
    assert.equal(changed.status, 200)
    assert.deepEqual(await seen(technician), [{ ...view, name: 'Due soon', state: { sort: 'due_date' } }])
  })

  test('can be the default of a person, one at a time', async () => {
    const { manager, technician } = await team()
    const [first, second] = [
      await made(manager, 'A', { is_shared: true }),
      await made(manager, 'B', { is_shared: true }),
    ]
    const begun = async (session: TestSession) =>
      (await seen(session)).filter((view) => view.is_default).map(({ name }) => name)
    await patch(technician, first, { is_default: true })
    await patch(technician, second, { is_default: true })
    assert.deepEqual(await begun(technician), ['B'])
    assert.deepEqual(await begun(manager), [])
    await manager.call('DELETE', `/views/${second.id}`)
    assert.deepEqual(await begun(technician), [])
    await patch(technician, first, { is_default: true })
    assert.equal((await patch(technician, first, { is_default: false })).body.is_default, false)
    assert.deepEqual(await begun(technician), [])
  })

  test('that are shared are created, changed, unshared and deleted by managers only', async () => {
    const { manager, technician } = await team()
    const shared = await made(manager, 'For all', { is_shared: true })
    const own = await made(technician, 'Mine')
    const refused = [
      await keep(technician, 'Also for all', { is_shared: true }),
      await patch(technician, own, { is_shared: true }),
      await patch(technician, shared, { name: 'Other' }),
      await patch(technician, shared, { is_shared: false }),
      await technician.call('DELETE', `/views/${shared.id}`),
    ]
    for (const response of refused) {
      assert.equal(response.status, 403)
      assert.equal(response.body.code, 'FORBIDDEN')
    }
    const other = await made(manager, 'Another', { is_shared: true })
    assert.equal((await patch(manager, other, { is_shared: false })).status, 200)
    assert.deepEqual(await namesSeen(technician), ['For all', 'Mine'])
    assert.equal((await manager.call('DELETE', `/views/${shared.id}`)).status, 204)
    assert.deepEqual(await namesSeen(technician), ['Mine'])
  })

  test('of another person are not found, nor are those of another workspace', async () => {
    const { manager, technician } = await team()
    const own = await made(technician, 'Mine')
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    for (const session of [manager, stranger]) {
      assert.equal((await patch(session, own, { name: 'Theirs' })).status, 404)
      assert.equal((await patch(session, own, { is_default: true })).status, 404)
      assert.equal((await session.call('DELETE', `/views/${own.id}`)).body.code, 'NOT_FOUND')
    }
    assert.deepEqual(await seen(stranger), [])
  })

  test('have unique names, ignoring case, among one’s own and among shared ones', async () => {
    const { manager, technician } = await team()
    await made(manager, 'Due')
    await made(technician, 'Due')
    const shared = await made(manager, 'due', { is_shared: true })
    const other = await made(manager, 'Other')
    for (const response of [
      await keep(manager, 'DUE'),
      await keep(manager, 'Due', { is_shared: true }),
      await patch(manager, other, { name: 'due' }),
      await patch(manager, shared, { is_shared: false }),
    ]) {
      assert.equal(response.status, 409)
      assert.equal(response.body.code, 'CONFLICT')
      assert.equal(response.body.details.field, 'name')
    }
  })

  test('of the same name by two people at the same time are one', async () => {
    const { workspace, manager } = await team()
    const admin = await signInAs(app, workspace, 'admin')
    const responses = await Promise.all([
      keep(manager, 'Same', { is_shared: true }),
      keep(admin, 'Same', { is_shared: true }),
    ])
    assert.deepEqual(
      responses.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409],
    )
  })

  test('of a site are not found by those who cannot access it', async () => {
    const { workspace, manager } = await team()
    const [leipzig, hamburg] = [await workspace.site('Leipzig'), await workspace.site('Hamburg')]
    const limited = await signInAs(app, workspace, 'manager', { siteIds: [leipzig] })
    const shared = (name: string, site: object) =>
      made(manager, name, { is_shared: true, state: { ...state, ...site } })
    await shared('Everywhere', {})
    await shared('Leipzig', { site: leipzig })
    const { id } = await shared('Hamburg', { site: hamburg })
    const names = async (by: TestSession) =>
      (await by.call('GET', '/views')).body.data.map(({ name }: TableView) => name)
    assert.deepEqual(await names(limited), ['Everywhere', 'Leipzig'])
    assert.deepEqual(await names(manager), ['Everywhere', 'Hamburg', 'Leipzig'])
    assert.equal((await limited.call('DELETE', `/views/${id}`)).body.code, 'NOT_FOUND')
    assert.equal(
      (await limited.call('PATCH', `/views/${id}`, { body: { name: 'x' } })).body.code,
      'NOT_FOUND',
    )
  })

  test('are as many as may be, and no more', async () => {
    const { manager } = await team()
    for (let count = 0; count < VIEWS_MAX; count += 1) await made(manager, `View ${count}`)
    const response = await keep(manager, 'One too many')
    assert.equal(response.status, 409)
    assert.equal(response.body.details?.field, undefined)
    await made(manager, 'Shared still fits', { is_shared: true })
  })

  const refusals: [what: string, body: object][] = [
    ['a blank name', { name: '  ' }],
    ['a name that is too long', { name: 'x'.repeat(81) }],
    ['a state that is no text', { state: { page: 2 } }],
    ['too much state', { state: { q: 'x'.repeat(1001) } }],
  ]
  for (const [what, body] of refusals) {
    test(`with ${what} are refused`, async () => {
      const { technician } = await team()
      const response = await keep(technician, 'Fine', body)
      assert.equal(response.status, 422)
      assert.equal(response.body.code, 'VALIDATION_ERROR')
    })
  }
})
