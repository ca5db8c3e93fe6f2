import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ParsedMail } from 'mailparser'
import { notificationKinds } from '@plumbline/contract'
import { everyMail, LONG_NAME, mailedKinds, ODD_TAG, type MailedKind } from '../../../test/every-mail.ts'

/** Those that a person cannot stop: somebody asked for them to be sent. */
const unstoppable: readonly MailedKind[] = ['test_message', 'invitation', 'password_reset']

const aboutOne = { english: await everyMail({ after }, 'en'), german: await everyMail({ after }, 'de') }
const aboutSeveral = {
  english: await everyMail({ after }, 'en', 2),
  german: await everyMail({ after }, 'de', 2),
}

for (const [of, mails] of [
  ['one thing', aboutOne],
  ['several things', aboutSeveral],
] as const) {
  test(`mails of every kind about ${of} have the same content in text and HTML, in English and German, and load nothing`, () => {
    examineAll(mails)
  })
}

function examineAll({ english, german }: typeof aboutOne): void {
  for (const kind of mailedKinds) {
    for (const [language, { [kind]: mail }] of Object.entries({ en: english, de: german })) {
      examine(mail, `${kind} in ${language}`)
      const list = mail.headers.get('list') as { unsubscribe?: { url: string } } | undefined
      const stop = list?.unsubscribe?.url
      assert.equal(stop === undefined, unstoppable.includes(kind), `${kind}: a link that stops it`)
      if (stop === undefined) continue
      assert.ok(linksOfText(mail).includes(stop), `${kind}: the link that stops it stands in the text`)
      assert.ok(mail.headers.has('list-unsubscribe-post') || JSON.stringify(list).includes('One-Click'), kind)
    }
    assert.notEqual(english[kind].subject, german[kind].subject, kind)
    assert.match(String(german[kind].html), /<html lang="de">/)
  }
}

test('a tag that reads as markup stays text, and long names break instead of widening a mail', () => {
  const { approval_requested: mail, due_digest: digest } = aboutOne.english
  for (const { html, text } of [mail, digest]) {
    assert.ok(text!.includes(ODD_TAG))
    assert.ok(!String(html).includes(ODD_TAG) && !String(html).includes('<b>'))
    assert.match(String(html), /&lt;b&gt;&amp;&quot;x · /)
    assert.match(String(html), new RegExp(`overflow-wrap:anywhere[^]*${LONG_NAME}`))
  }
})

function examine(mail: ParsedMail, label: string): void {
  const html = String(mail.html)
  assert.ok(mail.subject, label)
  assert.doesNotMatch(`${mail.subject} ${mail.text} ${withoutStyles(html)}`, /\{\w*\}|undefined|null/, label)
  assert.deepEqual(linksOfHtml(html), linksOfText(mail), label)
  assert.doesNotMatch(html, /<img|<link|<script|url\(|@import|\bsrc=/i, label)
  assert.match(
    html,
    /<div style="display:none[^"]*">[^<]+<\/div>/,
    `${label}: what is shown beside the subject`,
  )
}

function withoutStyles(html: string): string {
  return html.replace(/<style>[^]*<\/style>/, '')
}

/** Links of the HTML and of the text, each once. */
function linksOfHtml(html: string): string[] {
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url!.replaceAll('&amp;', '&'))
  return [...new Set(links)].toSorted()
}

function linksOfText({ text }: ParsedMail): string[] {
  const links = text!.match(/http:\/\/127\.0\.0\.1:\d+(\/\S+)?/g) ?? []
  return [...new Set(links)].toSorted()
}

test('a mail about several things states their number', () => {
  const mails = aboutSeveral.english
  for (const kind of notificationKinds) {
    if (kind === 'backup_overdue' || kind === 'work_assigned') continue
    assert.match(mails[kind].subject!, /\b2\b/, kind)
  }
  assert.match(mails.finding_assigned.text!, /^ {2}Site: Main site$/m)
  assert.match(mails.backup_overdue.text!, /^\* Last backup: 19 November 2026$/m)
  assert.match(mails.webhook_disabled.text!, /The last deliveries all failed permanently/)
})
