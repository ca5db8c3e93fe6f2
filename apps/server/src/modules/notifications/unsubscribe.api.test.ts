import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { openLaboratory } from '../../../test/calibrating.ts'
import { startMailReceiver } from '../../../test/mail-receiver.ts'
import { signInAs } from '../../../test/session.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { notifyPeople } from './index.ts'
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe.ts'

const MINUTE_MS = 60_000

test('one click of the reader or of the mail program unsubscribes from mails of this kind to this person', async (t) => {
  const receiver = await startMailReceiver(t)
  const app = await startTestApp({ SMTP_URL: receiver.url })
  const lab = await openLaboratory(app)
  await lab.settings({ approvalPolicy: 'review' })
  const [one, other] = [await signInAs(app, lab, 'manager'), await signInAs(app, lab, 'manager')]
  const technician = await lab.person({ role: 'technician' })
  const ask = async () => {
    await lab.calibrate((await lab.instrument()).id, {}, technician.key)
    await notifyPeople(app.parts)
    app.clock.advance(2 * MINUTE_MS)
    await notifyPeople(app.parts)
  }
  await ask()
  const [mail] = receiver.to(one.email)
  const list = mail!.headers.get('list') as unknown as Record<string, { url?: string; name?: string }>
  const url = list['unsubscribe']!.url!
  assert.equal(list['unsubscribe-post']!.name, 'List-Unsubscribe=One-Click')
  assert.ok(mail!.text!.includes(url) && String(mail!.html).includes(url))
  // Programs that follow links to look at them stop nothing.
  const page = await fetch(url, { headers: { 'accept-language': 'de' } })
  assert.deepEqual([page.status, page.headers.get('referrer-policy')], [200, 'no-referrer'])
  const html = await page.text()
  assert.match(html, /Diese E-Mails abbestellen\?/)
  const { name } = (await one.call('GET', '')).body
  assert.ok(html.includes(`· ${name}<`) && html.includes(`href="/w/${lab.id}/settings/notifications"`), html)
  const notMailed = async () => (await one.call('GET', '/notification-settings')).body.not_mailed
  assert.deepEqual(await notMailed(), [])
  for (const body of ['List-Unsubscribe=One-Click', '']) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const stopped = await fetch(url, { method: 'POST', headers, body })
    assert.equal(stopped.status, 200)
    assert.match(await stopped.text(), /You will get no more of these e-mails/)
  }
  assert.deepEqual(await notMailed(), ['approval_requested'])
  await ask()
  assert.deepEqual([receiver.to(one.email).length, receiver.to(other.email).length], [1, 2])
  // The link of a mail from before the secret of the deployment was replaced.
  const former = createSecrets({ present: 'the former secret of the tests, long enough' })
  const person = { workspaceId: lab.id, personId: other.personId, kind: 'record_rejected' } as const
  const token = unsubscribeToken(former, person)
  const { present } = app.parts.secretKeys
  const replacing = createSecrets({ present, fallback: 'the former secret of the tests, long enough' })
  assert.deepEqual(readUnsubscribeToken(replacing, token), person)
  assert.equal(readUnsubscribeToken(app.parts.secrets, token), undefined)
  // Who has left learns nothing of the workspace any more.
  const admin = await signInAs(app, lab, 'admin')
  const left = await admin.call('PATCH', `/users/${one.personId}`, { body: { is_active: false } })
  assert.equal(left.status, 200, JSON.stringify(left.body))
  const silent = await (await fetch(url)).text()
  assert.ok(!silent.includes(name) && !silent.includes(lab.id), silent)
  const forged = `${url.slice(0, -4)}AAAA`
  for (const wrong of [
    forged,
    url.replace('approval_requested', 'finding_opened'),
    `${app.origin}/unsubscribe/x`,
  ]) {
    const refused = await fetch(wrong, { method: 'POST' })
    assert.equal(refused.status, 404, wrong)
  }
})
