import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayInWords, instantInWords } from './dates.ts'

test('a date in a message has its month in words, with the day first in English as in the application', () => {
  assert.equal(dayInWords('2026-03-03', 'en'), '3 March 2026')
  assert.equal(dayInWords('2026-03-03', 'de'), '3. März 2026')
})

test('a time in a message is to the minute, in the zone that it names', () => {
  const at = '2026-03-03T23:05:59.000Z'
  assert.equal(instantInWords(at, 'en', 'Europe/Berlin'), '4 March 2026 at 00:05 CET')
  assert.equal(instantInWords(at, 'de', 'Europe/Berlin'), '4. März 2026 um 00:05 MEZ')
})
