import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../../../test/app.ts'
import { startMailReceiver } from '../../../../test/mail-receiver.ts'
import { signInAs } from '../../../../test/session.ts'

const invited = { email: 'New.Person@example.com', name: 'New Person', role: 'technician' }

describe('with a mail server', () => {
  test('an invitation is sent to the address with its link, and so is a renewed link', async (t) => {
    const receiver = await startMailReceiver(t)
    const app = await startTestApp({ SMTP_URL: receiver.url })
    const workspace = await app.workspace({ timeZone: 'Europe/Berlin' })
    const admin = await signInAs(app, workspace, 'admin', { name: 'Ada Admin' })
    const { body } = await admin.call('POST', '/users', { body: invited })
    assert.deepEqual(body.mail, { to: 'new.person@example.com', state: 'sent', fault: null, detail: null })
    const again = await admin.call('POST', `/users/${body.id}/reset-link`)
    const [first, second] = receiver.to('new.person@example.com')
    assert.ok(
      first!.text!.includes(body.invitation_link) && String(first!.html).includes(body.invitation_link),
    )
    assert.ok(second!.text!.includes(again.body.link))
    assert.equal(first!.subject, `Invitation to ${workspace.workspace.name}`)
    assert.match(first!.text!, /Ada Admin invites you/)
    // The clock of tests stands at 08:00 of 21 November in UTC.
    assert.match(first!.text!, /until\s+24\s+November\s+2026\s+at\s+09:00\s+CET/)
  })

  test('a reset link is sent to the person', async (t) => {
    const receiver = await startMailReceiver(t)
    const app = await startTestApp({ SMTP_URL: receiver.url })
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const other = await signInAs(app, workspace, 'technician')
    await admin.call('PATCH', '', { body: { language: 'de' } })
    const { body } = await admin.call('POST', `/users/${other.personId}/reset-link`)
    assert.equal(body.mail.state, 'sent')
    const [mail] = receiver.to(other.email)
    assert.ok(mail!.text!.includes(body.link))
    assert.match(mail!.subject!, /^Neues Passwort für/)
  })

  test('a link that could not be sent is shown with the reason, and is valid', async (t) => {
    const receiver = await startMailReceiver(t, { refuses: () => 550 })
    const app = await startTestApp({ SMTP_URL: receiver.url })
    const admin = await signInAs(app, await app.workspace(), 'admin')
    const { status, body } = await admin.call('POST', '/users', { body: invited })
    assert.equal(status, 201)
    assert.deepEqual([body.mail.state, body.mail.fault], ['refused', 'recipient'])
    assert.match(body.invitation_link, /\/invitation\?token=/)
  })
})

test('without a mail server only the link is returned', async () => {
  const app = await startTestApp()
  const admin = await signInAs(app, await app.workspace(), 'admin')
  const { body } = await admin.call('POST', '/users', { body: invited })
  assert.equal(body.mail, null)
  const renewed = await admin.call('POST', `/users/${body.id}/reset-link`)
  assert.equal(renewed.body.mail, null)
})
