import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { openLaboratory } from '../../../test/calibrating.ts'
import { startMailReceiver } from '../../../test/mail-receiver.ts'
import { signInAs, signInPerson, type TestSession } from '../../../test/session.ts'
import { notifyPeople } from './index.ts'
import { settleRestoredMails } from './settle-restored.ts'

/** A laboratory in Berlin with a mail server, and instruments that are due on 22 November 2026, the day after today. */
async function laboratory(t: TestContext) {
  const receiver = await startMailReceiver(t)
  const app = await startTestApp({ SMTP_URL: receiver.url })
  const lab = await openLaboratory(app, { timeZone: 'Europe/Berlin' })
  const manager = await signInAs(app, lab, 'manager', { name: 'Quinn Manager' })
  const tess = await signInAs(app, lab, 'technician', { name: 'Tess' })
  const enter = (asset_tag: string, last = '2025-11-22T10:00:00Z') =>
    lab.instrument({ asset_tag, name: `Gauge ${asset_tag}`, last_calibration_date: last })
  const [one, two] = [await enter('A-1'), await enter('B-1')]
  const change = async (id: string, body: object) => {
    const { status } = await manager.call('PATCH', `/instruments/${id}`, { body })
    assert.equal(status, 200)
  }
  const assign = async (id: string, to: TestSession) => {
    const body = { instrument_ids: [id], assignee_id: to.personId }
    assert.equal((await manager.call('POST', '/assignments', { body })).status, 200)
  }
  /** Looks at an instant, in two processes at once. */
  const at = async (instant: string) => {
    app.clock.set(instant)
    await Promise.all([notifyPeople(app.parts), notifyPeople(app.parts)])
  }
  return { receiver, app, lab, manager, tess, one, two, enter, change, assign, at }
}

/** Tags of the overdue instruments of which a person was notified, oldest first. */
async function notifiedTags(session: TestSession): Promise<string[]> {
  const { data } = (await session.call('GET', '/notifications')).body
  const overdue = data.filter((row: { kind: string }) => row.kind === 'instrument_overdue')
  return overdue.map((row: { asset_tag: string }) => row.asset_tag).toReversed()
}

const subjects = (
  { receiver }: { receiver: Awaited<ReturnType<typeof startMailReceiver>> },
  to: TestSession,
) => receiver.to(to.email).flatMap(({ subject }) => (/overdue/i.test(subject ?? '') ? [subject] : []))

test('when an instrument becomes overdue, only the responsible person and the assignee are notified, once', async (t) => {
  const lab = await laboratory(t)
  const { manager, tess, one, two, at } = lab
  await lab.change(one.id, { responsible_id: tess.personId })
  await lab.assign(one.id, tess)
  await lab.assign(two.id, manager)
  await at('2026-11-22T22:59:00Z')
  assert.deepEqual([await notifiedTags(tess), await notifiedTags(manager)], [[], []])
  for (const minute of ['00', '05', '10']) await at(`2026-11-22T23:${minute}:00Z`)
  assert.deepEqual([await notifiedTags(tess), await notifiedTags(manager)], [['A-1'], ['B-1']])
  const { data } = (await tess.call('GET', '/notifications')).body
  const { kind, subject_type, subject_id, title, due_on } = data[0]
  assert.deepEqual(
    [kind, subject_type, subject_id, title, due_on],
    ['instrument_overdue', 'instrument', one.id, 'Gauge A-1', '2026-11-22'],
  )
  for (const hour of ['05:59', '06:00']) await at(`2026-11-23T${hour}:00Z`)
  assert.deepEqual(subjects(lab, tess), [], 'before seven in the morning at the site')
  for (const hour of ['06:01', '06:02', '12:00']) await at(`2026-11-23T${hour}:00Z`)
  assert.deepEqual(subjects(lab, tess), ['Overdue: A-1 · Gauge A-1'])
  const mail = lab.receiver.to(tess.email).at(-1)!
  assert.match(mail.text!, /Was due on 22 November 2026/)
  assert.ok(mail.text!.includes(`/w/${lab.lab.id}/instruments/${one.id}`))
})

test('a later due date notifies again, and several together link to the worklist', async (t) => {
  const lab = await laboratory(t)
  const { tess, one, two, at } = lab
  for (const { id } of [one, two]) await lab.change(id, { responsible_id: tess.personId })
  await at('2026-11-23T08:00:00Z')
  await at('2026-11-23T08:02:00Z')
  assert.deepEqual(subjects(lab, tess), ['2 of your instruments are overdue'])
  assert.ok(
    lab.receiver.to(tess.email).at(-1)!.text!.includes('/worklist?assigned=concerning&within=overdue'),
  )
  const list = await tess.call('GET', '/due?concerning=assigned_or_responsible&within_days=-1')
  assert.equal(list.body.pagination.total, 2)
  await lab.lab.calibrate(one.id, { performed_at: '2026-11-23T08:00:00.000Z' })
  await at('2027-11-24T08:00:00Z')
  await at('2027-11-24T08:02:00Z')
  const later = await signInPerson(lab.app, lab.lab.id, tess.personId)
  assert.deepEqual((await notifiedTags(later)).toSorted(), ['A-1', 'A-1', 'B-1'])
})

test('nobody is notified of old backlogs, work assigned when overdue, failures, or instruments at other sites', async (t) => {
  const lab = await laboratory(t)
  const { app, manager, tess, one, two, at } = lab
  const old = await lab.enter('OLD-1', '2025-11-01T10:00:00Z')
  const failed = await lab.enter('FAIL-1')
  await lab.lab.calibrate(failed.id, { result: 'FAIL', performed_at: '2026-11-20T10:00:00.000Z' })
  for (const { id } of [old, failed]) await lab.change(id, { responsible_id: tess.personId })
  const far = await signInAs(app, lab.lab, 'technician', { siteIds: [await lab.lab.site('Far')] })
  await at('2026-11-23T08:00:00Z')
  await lab.assign(one.id, tess)
  await lab.change(two.id, { responsible_id: tess.personId })
  const admin = await signInAs(app, lab.lab, 'admin')
  await admin.call('PATCH', `/users/${tess.personId}`, { body: { is_active: false } })
  await at('2026-11-23T09:00:00Z')
  await admin.call('PATCH', `/users/${tess.personId}`, { body: { is_active: true } })
  const back = await signInPerson(app, lab.lab.id, tess.personId)
  assert.deepEqual(
    [await notifiedTags(back), await notifiedTags(manager), await notifiedTags(far)],
    [[], [], []],
  )
  await at('2026-11-24T09:00:00Z')
  assert.deepEqual(await notifiedTags(back), ['B-1'])
})

test('people are notified only in the ways that they have enabled', async (t) => {
  const lab = await laboratory(t)
  const { tess, one, at } = lab
  await lab.change(one.id, { responsible_id: tess.personId })
  const body = { not_shown: ['instrument_overdue'], not_mailed: ['instrument_overdue'] }
  const { body: settings } = await tess.call('PATCH', '/notification-settings', { body })
  assert.ok(settings.kinds.includes('instrument_overdue'))
  await at('2026-11-23T08:00:00Z')
  await at('2026-11-23T08:02:00Z')
  await tess.call('PATCH', '/notification-settings', { body: { not_shown: [], not_mailed: [] } })
  await at('2026-11-23T08:04:00Z')
  await at('2026-11-23T08:06:00Z')
  assert.deepEqual([await notifiedTags(tess), subjects(lab, tess)], [[], []])
})

test('a restored server shows what is overdue and sends no mails about it', async (t) => {
  const lab = await laboratory(t)
  const { app, tess, one, at } = lab
  await lab.change(one.id, { responsible_id: tess.personId })
  app.clock.set('2026-11-23T08:00:00Z')
  await settleRestoredMails(app.parts, lab.lab.id)
  await at('2026-11-23T08:02:00Z')
  await at('2026-11-23T08:04:00Z')
  assert.deepEqual([await notifiedTags(tess), subjects(lab, tess)], [['A-1'], []])
})

test('the mail waits for the hour of the digest, in the zone of the site', async (t) => {
  const lab = await laboratory(t)
  const { manager, tess, one, two, at } = lab
  const { body: site } = await (
    await signInAs(lab.app, lab.lab, 'admin')
  ).call('POST', '/sites', { body: { name: 'Austin', timezone: 'America/Chicago' } })
  const digest = {
    weekdays: [1],
    hour: 9,
    lead_days: 0,
    site_ids: null,
    categories: null,
    mine: 'assigned',
  } as const
  await tess.call('PATCH', '/notification-settings', { body: { digest } })
  await lab.change(one.id, { responsible_id: tess.personId })
  await lab.change(two.id, { responsible_id: manager.personId, site_id: site.id })
  await at('2026-11-22T23:00:00Z')
  assert.deepEqual([await notifiedTags(tess), await notifiedTags(manager)], [['A-1'], []])
  await at('2026-11-23T07:59:00Z')
  assert.deepEqual([subjects(lab, tess), await notifiedTags(manager)], [[], ['B-1']])
  await at('2026-11-23T08:01:00Z')
  assert.equal(subjects(lab, tess).length, 1)
  await at('2026-11-23T12:59:00Z')
  assert.deepEqual(subjects(lab, manager), [], 'before seven in Austin')
  await at('2026-11-23T13:01:00Z')
  assert.equal(subjects(lab, manager).length, 1)
})
