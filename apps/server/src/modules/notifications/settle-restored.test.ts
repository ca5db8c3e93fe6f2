import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { openLaboratory } from '../../../test/calibrating.ts'
import { startMailReceiver } from '../../../test/mail-receiver.ts'
import { signInAs } from '../../../test/session.ts'
import { notifyPeople, settleRestoredMails } from './index.ts'

test('after a restore today’s digest is not sent again, and tomorrow’s is sent', async (t) => {
  const receiver = await startMailReceiver(t)
  const app = await startTestApp({ SMTP_URL: receiver.url })
  const lab = await openLaboratory(app, { timeZone: 'Europe/Berlin' })
  const person = await signInAs(app, lab, 'manager')
  const digest = {
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    hour: 7,
    lead_days: 30,
    site_ids: null,
    categories: null,
    mine: null,
  }
  assert.equal((await person.call('PATCH', '/notification-settings', { body: { digest } })).status, 200)
  await lab.instrument({ last_calibration_date: '2025-10-01T10:00:00Z' })
  app.clock.set('2026-11-21T07:00:00Z')
  await settleRestoredMails(app.parts, lab.id)
  await notifyPeople(app.parts)
  assert.equal(receiver.to(person.email).length, 0)
  app.clock.set('2026-11-22T07:00:00Z')
  await notifyPeople(app.parts)
  assert.equal(receiver.to(person.email).length, 1)
})

test('after a restore people are notified only of what happens from then on', async (t) => {
  const receiver = await startMailReceiver(t)
  const app = await startTestApp({ SMTP_URL: receiver.url })
  const lab = await openLaboratory(app)
  const manager = await signInAs(app, lab, 'manager')
  const kindsNotified = async () =>
    (await manager.call('GET', '/notifications')).body.data.map(({ kind }: { kind: string }) => kind)
  const fail = async () => {
    const { id } = await lab.instrument()
    await lab.calibrate(id as string, { result: 'FAIL', out_of_tolerance_impact: 'None.' })
  }
  await notifyPeople(app.parts)
  await fail()
  await settleRestoredMails(app.parts, lab.id)
  await notifyPeople(app.parts)
  const before = await kindsNotified()
  await fail()
  await notifyPeople(app.parts)
  assert.deepEqual([before, await kindsNotified()], [[], ['finding_opened']])
})
