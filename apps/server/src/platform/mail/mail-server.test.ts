import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { describe, test } from 'node:test'
import { freePort } from '@plumbline/testing'
import { startMailReceiver } from '../../../test/mail-receiver.ts'
import { composeMail, mailServerOf } from './index.ts'
import { readMailAddress } from './mail-settings.ts'

const composed = composeMail({
  language: 'en',
  subject: 'Torque wrench <TW-4> & more',
  title: 'Ein Prüfmittel <b>',
  paragraphs: ['Zwei Zeilen\nund "Zeichen"'],
  facts: [['Asset tag', 'TW-4']],
  tables: [
    {
      title: 'Overdue',
      heads: ['Asset tag', 'Due'],
      rows: [{ cells: ['TW-4', '2026-11-20'], url: 'https://x.example/i/1' }],
    },
  ],
  action: { label: 'Open', url: 'https://x.example/?a=1&b=2' },
  footer: ['You get this because …'],
  footerLinks: [{ label: 'Stop', url: 'https://x.example/stop' }],
})
const message = {
  id: 'abc.1',
  to: 'quinn@example.com',
  senderName: 'Main plant, Ülm',
  replyTo: 'lab@example.com',
  ...composed,
  headers: { 'list-unsubscribe': '<https://x.example/stop>' },
  sentAt: new Date('2026-11-21T08:00:00.000Z'),
}

function serverAt(url: string, from = 'Plumbline <plumbline@example.com>') {
  return mailServerOf({ SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: 'https://calibration.example.com' })!
}

describe('a mail server', () => {
  test('receives a message with the given sender, reply address, headers, text and HTML', async (t) => {
    const receiver = await startMailReceiver(t)
    const outcome = await serverAt(receiver.url).send(message)
    assert.equal(outcome.state, 'sent')
    const [mail] = receiver.mails
    assert.equal(mail!.from!.text, '"Main plant, Ülm" <plumbline@example.com>')
    assert.equal(mail!.replyTo!.text, 'lab@example.com')
    assert.equal(mail!.subject, message.subject)
    assert.equal(mail!.messageId, '<abc.1@example.com>')
    assert.equal(mail!.date!.toISOString(), '2026-11-21T08:00:00.000Z')
    assert.equal(mail!.headers.get('auto-submitted'), 'auto-generated')
    assert.match(mail!.text!, /Ein Prüfmittel <b>\n\nZwei Zeilen\nund "Zeichen"\n\nAsset tag: TW-4/)
    assert.match(String(mail!.html), /<h1 [^>]*>Ein Prüfmittel &lt;b&gt;<\/h1>/)
  })

  test('that rejects the address does so permanently; a temporary refusal is retried', async (t) => {
    const receiver = await startMailReceiver(t, { refuses: () => 550 })
    const server = serverAt(receiver.url)
    const refused = await server.send(message)
    assert.deepEqual(refused, {
      state: 'refused',
      problem: 'recipient',
      detail: '550 5.1.1 no mailbox quinn@example.com',
    })
    receiver.options = { refuses: () => 450 }
    const later = await server.send(message)
    assert.deepEqual([later.state, 'problem' in later && later.problem], ['not_sent', 'busy'])
    receiver.options = { content: () => 554 }
    const content = await server.send(message)
    assert.deepEqual([content.state, 'problem' in content && content.problem], ['refused', 'content'])
  })

  test('that disconnects after the content leaves the outcome unknown', async (t) => {
    const receiver = await startMailReceiver(t, { content: () => 'break' })
    const outcome = await serverAt(receiver.url).send(message)
    assert.equal(outcome.state, 'unknown')
  })

  test('receives no content if the preceding step fails', async (t) => {
    const receiver = await startMailReceiver(t)
    const failing = serverAt(receiver.url).send(message, {
      beforeContent: () => Promise.reject(new Error('the database is gone')),
    })
    await assert.rejects(failing, /the database is gone/)
    assert.equal(receiver.mails.length, 0)
  })

  test('is signed in to, and a wrong password is reported', async (t) => {
    const receiver = await startMailReceiver(t, { login: { user: 'ada@x', password: 'p@ss word' } })
    const withLogin = (password: string) =>
      receiver.url.replace('//', `//ada%40x:${encodeURIComponent(password)}@`)
    assert.equal((await serverAt(withLogin('p@ss word')).check()).state, 'sent')
    const wrong = await serverAt(withLogin('other')).check()
    assert.deepEqual([wrong.state, 'problem' in wrong && wrong.problem], ['not_sent', 'sign_in'])
  })

  test('that does not listen, or whose name does not resolve, is unreachable', async () => {
    for (const url of [`smtp://127.0.0.1:${await freePort()}`, 'smtp://no-such-host.invalid:25']) {
      const outcome = await serverAt(url).check()
      assert.deepEqual([outcome.state, 'problem' in outcome && outcome.problem], ['not_sent', 'unreachable'])
    }
  })

  test('without TLS, if TLS is required, is reported as a TLS problem', async (t) => {
    const receiver = await startMailReceiver(t)
    const outcome = await serverAt(receiver.url.replace('smtp:', 'smtps:')).check()
    assert.deepEqual(outcome, {
      state: 'not_sent',
      problem: 'tls',
      detail: 'SSL routines: wrong version number',
    })
  })

  test('that closes the connection immediately is unreachable', async (t) => {
    const server = createServer((socket) => socket.destroy())
    const port = await freePort()
    server.listen(port, '127.0.0.1')
    t.after(() => server.close())
    const outcome = await serverAt(`smtp://127.0.0.1:${port}`).check()
    assert.deepEqual([outcome.state, 'problem' in outcome && outcome.problem], ['not_sent', 'unreachable'])
  })
})

test('a composed mail escapes what it is given, loads nothing, and says the same as text', () => {
  const { html, text } = composed
  assert.ok(!html.includes('<b>'))
  assert.ok(!/<(img|script|link)\b|url\(/.test(html))
  for (const said of ['Ein Prüfmittel', 'TW-4', '2026-11-20', 'https://x.example/stop']) {
    assert.ok(html.includes(said) && text.includes(said), said)
  }
  assert.ok(html.includes('href="https://x.example/?a=1&amp;b=2"'))
})

test('a sender is an address, with or without a name', () => {
  const cases: [string, ReturnType<typeof readMailAddress>][] = [
    ['a@b.example', { name: null, address: 'a@b.example' }],
    ['Main plant <a@b.example>', { name: 'Main plant', address: 'a@b.example' }],
    ['<a@b.example>', { name: null, address: 'a@b.example' }],
    ['Main plant', undefined],
    ['a@b.example, c@d.example', undefined],
    ['a,b@c.example', undefined],
    ['A <a@b.example>\r\nBcc: c@d.example', undefined],
  ]
  for (const [text, expected] of cases) assert.deepEqual(readMailAddress(text), expected, text)
})
