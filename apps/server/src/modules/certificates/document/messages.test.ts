import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CertificateLanguage } from './certificate-data.ts'
import { fill, messagesOf, type Messages } from './messages.ts'

const english = messagesOf('en')
const holes = (message: string) => [...message.matchAll(/\{\w+\}/g)].map(([hole]) => hole).toSorted()

for (const language of ['en', 'de'] satisfies CertificateLanguage[]) {
  test(`${language} has every message, none is empty, and each takes the same values`, () => {
    const messages = messagesOf(language)
    assert.deepEqual(Object.keys(messages).toSorted(), Object.keys(english).toSorted())
    for (const [key, message] of Object.entries(messages)) {
      assert.notEqual(message.trim(), '', key)
      assert.deepEqual(holes(message), holes(english[key as keyof Messages]), key)
    }
  })
}

test('a value that looks like a place for a value is not filled again', () => {
  assert.equal(fill('{number} of {date}', { number: '{date}', date: '$& 1' }), '{date} of $& 1')
})
