import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { startMailReceiver } from '../../../test/mail-receiver.ts'
import { signInAs } from '../../../test/session.ts'

describe('without a mail server', () => {
  test('the settings state it, and a test message is refused', async () => {
    const app = await startTestApp()
    const admin = await signInAs(app, await app.workspace(), 'admin')
    const { body } = await admin.call('GET', '/mail')
    assert.deepEqual(body, { is_set_up: false, server: null, from: null, sender_name: null, reply_to: null })
    const refused = await admin.call('POST', '/mail/test', { body: {} })
    assert.deepEqual([refused.status, refused.body.code], [409, 'CONFLICT'])
    assert.match(refused.body.message, /Set SMTP_URL first/)
  })
})

describe('a test message', () => {
  test('is sent from the workspace, in the requested language, to the person who requested it', async (t) => {
    const receiver = await startMailReceiver(t)
    const app = await startTestApp({ SMTP_URL: receiver.url, MAIL_FROM: 'plumbline@example.com' })
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const sent = await admin.call('POST', '/mail/test', { body: { language: 'de' } })
    assert.deepEqual(sent.body, { to: admin.email, state: 'sent', fault: null, detail: null })
    const change = { sender_name: 'Kalibrierlabor', reply_to: 'labor@example.com' }
    const { body } = await admin.call('PATCH', '/mail', { body: change })
    assert.deepEqual(body, {
      is_set_up: true,
      server: receiver.url.replace('smtp://', ''),
      from: 'plumbline@example.com',
      ...change,
    })
    await admin.call('POST', '/mail/test', { body: {} })
    const [first, second] = receiver.to(admin.email)
    assert.equal(first!.from!.value[0]!.name, workspace.workspace.name)
    assert.match(first!.text!, /E-Mail funktioniert/)
    assert.deepEqual(
      [second!.from!.value[0]!.name, second!.replyTo!.text],
      [change.sender_name, change.reply_to],
    )
    assert.match(second!.text!, /E-mail works/)
  })

  test('that the server refuses is reported with the reason', async (t) => {
    const receiver = await startMailReceiver(t, { refuses: () => 550 })
    const app = await startTestApp({ SMTP_URL: receiver.url })
    const admin = await signInAs(app, await app.workspace(), 'admin')
    const { status, body } = await admin.call('POST', '/mail/test', { body: {} })
    assert.equal(status, 200)
    assert.deepEqual([body.state, body.fault], ['refused', 'recipient'])
    assert.match(body.detail, /^550 5\.1\.1 no mailbox/)
    await receiver.close()
    const unreachable = await admin.call('POST', '/mail/test', { body: {} })
    assert.deepEqual([unreachable.body.state, unreachable.body.fault], ['not_sent', 'unreachable'])
  })
})

test('a sender is changed by admins with access to all sites, to an address that is one', async () => {
  const app = await startTestApp()
  const workspace = await app.workspace()
  const admin = await signInAs(app, workspace, 'admin')
  const siteId = await workspace.site('Other')
  const limited = await signInAs(app, workspace, 'admin', { siteIds: [siteId] })
  const manager = await signInAs(app, workspace, 'manager')
  for (const person of [limited, manager]) {
    for (const [method, path] of [
      ['GET', '/mail'],
      ['PATCH', '/mail'],
      ['POST', '/mail/test'],
    ] as const) {
      const { status, body } = await person.call(method, path, method === 'GET' ? {} : { body: {} })
      assert.deepEqual([status, body.code], [403, 'FORBIDDEN'], path)
    }
  }
  const wrong = await admin.call('PATCH', '/mail', { body: { reply_to: 'Lab <lab@example.com>' } })
  assert.deepEqual([wrong.status, wrong.body.details.errors[0].loc], [422, ['body', 'reply_to']])
  const kept = await admin.call('PATCH', '/mail', { body: { reply_to: 'lab@example.com' } })
  assert.equal(kept.body.reply_to, 'lab@example.com')
  const emptied = await admin.call('PATCH', '/mail', { body: { reply_to: null } })
  assert.equal(emptied.body.reply_to, null)
})
