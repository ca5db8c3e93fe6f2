import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty, codePoint } from '@plumbline/testing'
import { RESPONSE_BYTES_MAX, responseSnippet, SNIPPET_LENGTH_MAX } from './response-snippet.ts'

const snippetOf = (text: string): string | null => responseSnippet(Buffer.from(text))

test('a short response is stored unchanged, an empty one as null', () => {
  assert.equal(snippetOf('{"ok": true}'), '{"ok": true}')
  assert.equal(snippetOf(''), null)
  assert.equal(snippetOf(' \r\n\t '), null)
})

test('a response is cut after 500 characters', () => {
  assert.equal(snippetOf('x'.repeat(501)), 'x'.repeat(SNIPPET_LENGTH_MAX))
})

test('text behind a long secret is read up to the 2000th character of the response', () => {
  const behindSecret = (at: number) => snippetOf(`${'whsec_'.padEnd(at, 's')} end`)
  assert.equal(behindSecret(1996), '[removed] end')
  assert.equal(behindSecret(1997), '[removed] en')
})

test('a surrogate pair at the cut is left out whole', () => {
  assert.equal(snippetOf(`${'x'.repeat(499)}😀`), 'x'.repeat(499))
  assert.equal(snippetOf(`${'x'.repeat(498)}😀y`), `${'x'.repeat(498)}😀`)
  assert.equal(snippetOf(`${'whsec_'.padEnd(1999, 's')}😀`), '[removed]', 'where the reading ends')
})

test('control characters and marks that reorder text are removed', () => {
  assert.equal(snippetOf('a\u0000b\u001b[31mc\r\nd\u007fe\u0085f\u202eg\u2028h\ufeffi'), 'ab[31mcdefghi')
})

test('secrets, signatures and credentials that a receiver echoes are removed', () => {
  const signature = `t=1760000000,v1=${'ab'.repeat(32)}`
  assert.equal(snippetOf('key whsec_abc-DEF_123 end'), 'key [removed] end')
  assert.equal(
    snippetOf('wh\u0000sec_abc'),
    '[removed]',
    'removal of control characters does not join a secret',
  )
  assert.equal(snippetOf(`got ${signature}!`), 'got [removed]!')
  assert.equal(snippetOf(`{"v1=${'0f'.repeat(32)}": 1}`), '{"[removed]": 1}')
  assert.equal(snippetOf('X-API-Key: ctk_12345'), 'X-API-Key: [removed]')
  assert.equal(snippetOf('Authorization: Bearer eyJhbGciOi.x.y'), 'Authorization: [removed]')
  const cut = snippetOf(`${'x'.repeat(495)} whsec_${'s'.repeat(43)}`)
  assert.equal(cut, `${'x'.repeat(495)} [rem`)
})

test('bytes that are not UTF-8 become replacement characters', () => {
  assert.equal(responseSnippet(Uint8Array.of(0x61, 0xff, 0xc3, 0x28, 0xe2, 0x82)), 'a��(�')
  assert.equal(responseSnippet(Uint8Array.of(0xed, 0xa0, 0x80)), '���', 'an encoded lone surrogate')
})

test('only the first 64 KiB are looked at', () => {
  assert.equal(RESPONSE_BYTES_MAX, 64 * 1024)
  assert.equal(snippetOf(`${'\n'.repeat(RESPONSE_BYTES_MAX)}late`), null)
  assert.equal(snippetOf(`${'\n'.repeat(RESPONSE_BYTES_MAX - 4)}last`), 'last')
})

test('any bytes give a well-formed excerpt of at most 500 characters without control characters', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 2000 }),
    fc.string({ unit: codePoint, minLength: 300, maxLength: 600 }).map((text) => Buffer.from(text)),
  )
  assertProperty(
    fc.property(bytes, (body) => {
      const snippet = responseSnippet(body)
      if (snippet === null) return
      assert.ok(snippet.isWellFormed())
      assert.ok(snippet.length <= SNIPPET_LENGTH_MAX)
      assert.doesNotMatch(snippet, /\p{Cc}/u)
    }),
  )
})
