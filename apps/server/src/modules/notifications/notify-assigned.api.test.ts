import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { openLaboratory } from '../../../test/calibrating.ts'
import { startMailReceiver } from '../../../test/mail-receiver.ts'
import { signInAs, type TestSession } from '../../../test/session.ts'
import { notifyPeople } from './index.ts'

/** A laboratory with a mail server, somebody who assigns work and somebody who gets it. */
async function laboratory(t: TestContext) {
  const receiver = await startMailReceiver(t)
  const app = await startTestApp({ SMTP_URL: receiver.url })
  const lab = await openLaboratory(app)
  const manager = await signInAs(app, lab, 'manager', { name: 'Quinn Manager' })
  const tess = await signInAs(app, lab, 'technician', { name: 'Tess' })
  const instruments: { id: string }[] = []
  for (const asset_tag of ['TW-014', 'CAL-7', 'CAL-8']) {
    instruments.push(await lab.instrument({ asset_tag, name: `Gauge ${asset_tag}` }))
  }
  const later = async () => {
    app.clock.advance(2 * 60_000)
    await notifyPeople(app.parts)
  }
  return { receiver, app, lab, manager, tess, ids: instruments.map(({ id }) => id), later }
}

async function assign(by: TestSession, ids: readonly string[], to: string | null, day?: string) {
  const body = { instrument_ids: ids, assignee_id: to, ...(day !== undefined && { planned_for: day }) }
  assert.equal((await by.call('POST', '/assignments', { body })).status, 200)
}

const listed = async (session: TestSession) => (await session.call('GET', '/notifications')).body

test('assigned work notifies the person, in the application and by mail, with its day', async (t) => {
  const { receiver, lab, manager, tess, ids, later } = await laboratory(t)
  await assign(manager, ids.slice(0, 1), tess.personId, '2026-12-01')
  const { data, unread } = await listed(tess)
  assert.equal(unread, 1)
  const { id: _id, created_at: _at, site_id: siteId, ...shown } = data[0]
  assert.ok(siteId)
  assert.deepEqual(shown, {
    kind: 'work_assigned',
    subject_type: 'instrument',
    subject_id: ids[0],
    instrument_id: ids[0],
    asset_tag: 'TW-014',
    title: 'Gauge TW-014',
    by: 'Quinn Manager',
    reason: null,
    quote: null,
    count: null,
    planned_for: '2026-12-01',
    due_on: null,
    read_at: null,
  })
  await later()
  const [mail, ...more] = receiver.to(tess.email)
  assert.equal(more.length, 0)
  assert.equal(mail!.subject, 'Work was assigned to you: TW-014 · Gauge TW-014')
  assert.match(mail!.text!, /By Quinn Manager · planned for 1 December 2026/)
  assert.ok(mail!.text!.includes(`/w/${lab.id}/instruments/${ids[0]}`))
  assert.equal((await listed(manager)).unread, 0)
})

test('work that is assigned together causes one notification, which links to the work of the person', async (t) => {
  const { receiver, lab, manager, tess, ids, later } = await laboratory(t)
  await tess.call('PATCH', '/notification-settings', { body: { language: 'de' } })
  await assign(manager, ids, tess.personId)
  const { data } = await listed(tess)
  assert.equal(data.length, 1)
  const { subject_type, subject_id, asset_tag, title, count } = data[0]
  assert.deepEqual(
    [subject_type, subject_id, asset_tag, title, count],
    ['worklist', null, null, 'CAL-7, CAL-8, TW-014', 3],
  )
  await later()
  const [mail] = receiver.to(tess.email)
  assert.match(mail!.text!, /Von Quinn Manager · 3 Prüfmittel/)
  assert.ok(mail!.text!.includes(`/w/${lab.id}/worklist?assigned=mine&within=3650`))
})

test('nobody is notified of work that they took, already had or returned; again if it was assigned to someone else in between', async (t) => {
  const { lab, app, manager, tess, ids } = await laboratory(t)
  await assign(tess, ids.slice(0, 1), tess.personId)
  await assign(manager, ids.slice(0, 1), tess.personId, '2026-12-01')
  assert.equal((await listed(tess)).unread, 0)
  await assign(manager, ids.slice(0, 2), tess.personId)
  assert.deepEqual(
    (await listed(tess)).data.map((row: { asset_tag: string }) => row.asset_tag),
    ['CAL-7'],
  )
  const other = await signInAs(app, lab, 'technician')
  await assign(manager, ids.slice(0, 1), other.personId)
  await assign(manager, ids.slice(0, 1), null)
  await assign(manager, ids.slice(0, 1), tess.personId)
  assert.equal((await listed(tess)).unread, 2)
  assert.equal((await listed(other)).unread, 1)
})

test('assigned work notifies only in the ways that the person has enabled, separately for each site', async (t) => {
  const { receiver, app, lab, manager, tess, ids, later } = await laboratory(t)
  const siteId = await lab.site('Elsewhere')
  const moved = await manager.call('PATCH', `/instruments/${ids[2]}`, { body: { site_id: siteId } })
  assert.equal(moved.status, 200)
  const quiet = await signInAs(app, lab, 'technician')
  const settings = { not_shown: ['work_assigned'], not_mailed: ['work_assigned'] }
  const { body } = await quiet.call('PATCH', '/notification-settings', { body: settings })
  assert.ok(body.kinds.includes('work_assigned'))
  await assign(manager, ids, quiet.personId)
  await assign(manager, ids, tess.personId)
  await later()
  assert.deepEqual([(await listed(quiet)).unread, receiver.to(quiet.email).length], [0, 0])
  assert.deepEqual([(await listed(tess)).unread, receiver.to(tess.email).length], [2, 1])
  const admin = await signInAs(app, lab, 'admin')
  await admin.call('PATCH', `/users/${tess.personId}`, { body: { site_ids: [siteId] } })
  assert.deepEqual(
    (await listed(tess)).data.map((row: { asset_tag: string }) => row.asset_tag),
    ['CAL-8'],
  )
})
