import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fill, languages, messagesOf, preferredLanguage } from './messages.ts'

const folder = new URL('../../messages/', import.meta.url)
const catalogueOf = (language: string) =>
  JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) as Record<string, string>
const english = catalogueOf('en')
const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).toSorted()

describe('a language of the server’s texts', () => {
  test('is one file', () => {
    assert.deepEqual(
      languages.map((language) => `${language}.json`),
      readdirSync(folder).toSorted(),
    )
    assert.ok(languages.includes('en') && languages.includes('de'))
  })

  for (const language of languages) {
    const texts = catalogueOf(language)
    test(`${language} lacks no text and has none that is not printed`, () => {
      const missing = Object.keys(english).filter((key) => !(key in texts))
      const unknown = Object.keys(texts).filter((key) => !(key in english))
      assert.deepEqual({ missing, unknown }, { missing: [], unknown: [] })
      assert.deepEqual(Object.keys(texts), Object.keys(texts).toSorted())
    })

    test(`${language} leaves no text empty and takes the same values as English`, () => {
      for (const [key, text] of Object.entries(texts)) {
        assert.notEqual(text.trim(), '', key)
        assert.deepEqual(holes(text), holes(english[key] ?? text), key)
      }
    })
  }

  test('without a file has no texts: such certificates are in English', () => {
    assert.deepEqual(messagesOf('certificate', 'xx'), messagesOf('certificate', 'en'))
  })
})

/** Words that are the same in both languages. */
const SAME_IN_GERMAN = ['certificate.ledger', 'label.serialNumber']

test('German texts differ from English ones', () => {
  const german = catalogueOf('de')
  const same = Object.keys(english).filter((key) => german[key] === english[key])
  assert.deepEqual(same, SAME_IN_GERMAN)
})

test('a response is in the preferred language among those available', () => {
  for (const [header, language] of [
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['xx, de;q=0.5', 'de'],
    ['en;q=0.1, de', 'de'],
    ['de;q=0, en', 'en'],
    ['xx', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ] as const)
    assert.equal(preferredLanguage(header), language, String(header))
})

test('a value that looks like a placeholder is not filled again', () => {
  assert.equal(fill('{number} of {date}', { number: '{date}', date: '$& 1' }), '{date} of $& 1')
})
