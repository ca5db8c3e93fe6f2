import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesOfBase64 } from './base64.ts'

test('the padded base64 form of bytes is read', () => {
  for (const length of [0, 1, 2, 3, 4, 32, 33]) {
    const bytes = Buffer.alloc(length, 0xfb)
    assert.deepEqual(bytesOfBase64(bytes.toString('base64')), bytes)
  }
})

const OTHER_FORMS: [title: string, text: string][] = [
  ['without padding', '+/'],
  ['with too little padding', '+w='],
  ['with too much padding', '+/v7===='],
  ['with padding alone', '===='],
  ['with unused bits', '+x=='],
  ['in the alphabet of URLs', '-_v7'],
  ['after white space', ' +/v7'],
  ['before a line feed', '+/v7\n'],
  ['with a character between', '+/?v7'],
  ['with text behind its padding', '+w==+/v7'],
  ['of a single character', '+'],
]

for (const [title, text] of OTHER_FORMS) {
  test(`base64 ${title} is refused, as bytes have one text alone`, () => {
    assert.equal(bytesOfBase64(text), undefined)
  })
}
