import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messagesOf } from '../../server/src/platform/messages.ts'
import { catalogues } from './support/catalogues.ts'

for (const [language, texts] of Object.entries(catalogues)) {
  test(`${language}: screens and mails say in the same words how many days an instrument is overdue`, () => {
    const { one, other } = texts['due.overdue'] as Record<string, string>
    const mail = messagesOf('mail', language)
    assert.deepEqual([one!.replace('{count}', '1'), other], [mail.overdue_one, mail.overdue_many])
  })
}
