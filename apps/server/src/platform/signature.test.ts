import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSignedWith, shortSignatureOf, signatureOf } from './signature.ts'

// RFC 4231, test case 2.
const key = 'Jefe'
const text = 'what do ya want for nothing?'
const signed = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'

test('a signature is the HMAC-SHA256 of the text, and a short one its first 16 bytes', () => {
  assert.equal(signatureOf(key, text).toString('hex'), signed)
  assert.equal(shortSignatureOf(key, text).toString('hex'), signed.slice(0, 32))
})

test('a signature is valid only for its text, one of the keys and its own length', () => {
  const [whole, short] = [signatureOf(key, text), shortSignatureOf(key, text)]
  const altered = Buffer.from(whole)
  altered[31]! ^= 1
  const cases: [
    keys: string[],
    text: string,
    signature: Buffer,
    sign: typeof signatureOf,
    counts: boolean,
  ][] = [
    [[key], text, whole, signatureOf, true],
    [['another', key], text, whole, signatureOf, true],
    [['another'], text, whole, signatureOf, false],
    [[], text, whole, signatureOf, false],
    [[key], `${text} `, whole, signatureOf, false],
    [[key], text, altered, signatureOf, false],
    [[key], text, Buffer.alloc(0), signatureOf, false],
    [[key], text, short, signatureOf, false],
    [[key], text, short, shortSignatureOf, true],
    [[key], text, whole, shortSignatureOf, false],
  ]
  for (const [keys, said, signature, sign, counts] of cases) {
    assert.equal(
      isSignedWith(keys, said, signature, sign),
      counts,
      `${keys.join()} ${said} ${signature.length}`,
    )
  }
})
