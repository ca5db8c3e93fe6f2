import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { openLaboratory } from '../../../test/calibrating.ts'
import { startMailReceiver } from '../../../test/mail-receiver.ts'
import { signInAs } from '../../../test/session.ts'
import { notifyPeople } from './index.ts'

test('a digest is sent once on its day from its hour on, of what is due within reach, and none where nothing is', async (t) => {
  const receiver = await startMailReceiver(t)
  const app = await startTestApp({ SMTP_URL: receiver.url })
  const lab = await openLaboratory(app, { timeZone: 'Europe/Berlin' })
  const siteId = await lab.site('Elsewhere')
  const [one, other, nobody] = [
    await signInAs(app, lab, 'manager'),
    await signInAs(app, lab, 'auditor', { siteIds: [siteId] }),
    await signInAs(app, lab, 'technician'),
  ]
  // 21 November is a Saturday.
  const digest = { weekdays: [7], hour: 7, lead_days: 30, site_ids: null }
  for (const person of [one, other]) {
    const { status, body } = await person.call('PATCH', '/notification-settings', { body: { digest } })
    assert.deepEqual([status, body.digest], [200, digest])
  }
  await lab.instrument({ asset_tag: 'LATE-1', last_calibration_date: '2025-10-01T10:00:00Z' })
  await lab.instrument({ asset_tag: 'SOON-1', last_calibration_date: '2025-12-10T10:00:00Z' })
  await lab.instrument({ asset_tag: 'FAR-1', last_calibration_date: '2026-10-10T10:00:00Z' })
  for (const at of [
    '2026-11-21T08:00:00Z',
    '2026-11-22T05:59:00Z',
    '2026-11-22T06:00:00Z',
    '2026-11-22T07:00:00Z',
  ]) {
    app.clock.set(at)
    await Promise.all([notifyPeople(app.parts), notifyPeople(app.parts)])
  }
  const [mail, ...more] = receiver.to(one.email)
  assert.deepEqual(
    [more.length, receiver.to(other.email).length, receiver.to(nobody.email).length],
    [0, 0, 0],
  )
  assert.match(mail!.subject!, /^Due in .*: 2$/)
  assert.match(mail!.text!, /Overdue[^]*LATE-1[^]*Due[^]*SOON-1/)
  assert.ok(!mail!.text!.includes('FAR-1'))
  const list = mail!.headers.get('list') as unknown as Record<string, { url?: string }>
  assert.equal((await fetch(list['unsubscribe']!.url!, { method: 'POST' })).status, 200)
  assert.equal((await one.call('GET', '/notification-settings')).body.digest, null)
  app.clock.set('2026-11-29T07:00:00Z')
  await notifyPeople(app.parts)
  assert.equal(receiver.to(one.email).length, 1)
})

test('a digest has weekdays, an hour and a number of days that there are', async () => {
  const app = await startTestApp()
  const person = await signInAs(app, await app.workspace(), 'auditor')
  for (const wrong of [
    { weekdays: [] },
    { weekdays: [8] },
    { hour: 24 },
    { lead_days: -1 },
    { site_ids: [] },
  ]) {
    const digest = { weekdays: [1], hour: 7, lead_days: 30, site_ids: null, ...wrong }
    const { status } = await person.call('PATCH', '/notification-settings', { body: { digest } })
    assert.equal(status, 422, JSON.stringify(wrong))
  }
})
