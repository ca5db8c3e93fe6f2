import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decodeVerifierKey,
  encodeVerifierKey,
  noteSigner,
  noteVerifier,
  openNote,
  parseNote,
  signNote,
  verifierOf,
} from './signed-note.ts'

const publicKey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const publicNote =
  'This is an example message.\n\n' +
  '\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'

const ours = noteSigner('plumbline.example/ledger/1', Buffer.alloc(32, 7))
const witness = noteSigner('witness.example', Buffer.alloc(32, 9))
const note = signNote('one\n\ntwo\n', [ours, witness])

test('the published note is verified with the published key', () => {
  assert.equal(openNote(publicNote, [decodeVerifierKey(publicKey)]), 'This is an example message.\n')
})

test('the published key has the published ID and is parsed again', () => {
  const verifier = decodeVerifierKey(publicKey)
  assert.equal(verifier.keyId, 0x530d903a)
  assert.equal(encodeVerifierKey(verifier), publicKey)
})

test('a seed gives the public key of RFC 8032, 7.1', () => {
  const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
  assert.equal(
    verifierOf(noteSigner('a', seed)).publicKey.toString('hex'),
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  )
})

test('a note with two signatures is verified with either key, and with both', () => {
  for (const verifiers of [[ours], [witness], [ours, witness]]) {
    assert.equal(openNote(note, verifiers.map(verifierOf)), 'one\n\ntwo\n')
  }
})

test('a note may consist of an empty line, and have up to 64 signatures', () => {
  assert.equal(openNote(signNote('\n', [ours]), [verifierOf(ours)]), '\n')
  const signedBy = (count: number) => signNote('a\n', Array<typeof ours>(count).fill(ours))
  assert.equal(openNote(signedBy(64), [verifierOf(ours)]), 'a\n')
  assert.throws(() => openNote(signedBy(65), [verifierOf(ours)]), /more than 64/)
})

test('a signature by an unknown type of key is ignored', () => {
  const cosigned = `${note}\u2014 other.example ${Buffer.alloc(2420, 1).toString('base64')}\n`
  assert.equal(openNote(cosigned, [verifierOf(ours)]), 'one\n\ntwo\n')
  assert.equal(parseNote(cosigned).signatures.length, 3)
})

test('a verified note names the keys that signed it', () => {
  assert.deepEqual(
    parseNote(note).signatures.map(({ name, keyId }) => [name, keyId]),
    [ours, witness].map(({ name, keyId }) => [name, keyId]),
  )
})

function lastLineOf(signed: string): string {
  return signed.split('\n').at(-2) ?? ''
}

test('a note is refused if one of its known signatures is invalid', () => {
  const mixed = note.replace(lastLineOf(note), lastLineOf(signNote('three\n', [witness])))
  assert.equal(openNote(mixed, [verifierOf(ours)]), 'one\n\ntwo\n')
  assert.throws(() => openNote(mixed, [ours, witness].map(verifierOf)), /witness\.example does not fit/)
})

const stranger = verifierOf(noteSigner(ours.name, Buffer.alloc(32, 8)))
const closed: [title: string, note: string, message: RegExp][] = [
  ['changed text', note.replace('two', 'six'), /does not fit/],
  ['no signature', 'one\n\n', /malformed/],
  ['no blank line', 'one\ntwo\n', /no text, or no signature/],
  ['no final line feed', note.slice(0, -1), /no text, or no signature/],
  ['text before a signature line', note.replace('\u2014', 'x\u2014'), /malformed/],
  ['text behind a signature line', note.replace(/\n$/, ' x\n'), /malformed/],
  ['a hyphen for the dash', note.replace('\u2014', '-'), /malformed/],
  ['a tab in the text', note.replace('one', 'o\te'), /control characters/],
  ['a carriage return', note.replaceAll('\n', '\r\n'), /no text, or no signature/],
  [
    'the ID of a key without a signature',
    `${note}\u2014 a ${Buffer.alloc(4).toString('base64')}\n`,
    /malformed/,
  ],
  ['broken base64', note.replace(/=\n$/, '\n'), /malformed/],
  ['more signatures than anyone needs', note + note.slice(note.indexOf('\u2014')).repeat(32), /more than 64/],
]

for (const [title, wrongNote, message] of closed) {
  test(`a note with ${title} is refused`, () =>
    assert.throws(() => openNote(wrongNote, [verifierOf(ours)]), message))
}

test('a note is refused with another key of the same name', () => {
  assert.throws(() => openNote(note, [stranger]), /No known key/)
  assert.throws(() => openNote(note, []), /No known key/)
})

test('a note is refused with another key that claims the same ID', () => {
  assert.throws(() => openNote(note, [{ ...stranger, keyId: ours.keyId }]), /does not fit/)
})

test('every signer and verifier is parsed from its text', () => {
  for (let fill = 0; fill < 64; fill += 1) {
    const verifier = verifierOf(noteSigner('plumbline.example/a', Buffer.alloc(32, fill)))
    assert.deepEqual(decodeVerifierKey(encodeVerifierKey(verifier)), verifier)
  }
})

const brokenKeys: [title: string, vkey: string, message: RegExp][] = [
  ['another id', publicKey.replace('530d903a', '530d903b'), /do not match/],
  ['another name', publicKey.replace('foo', 'bar'), /do not match/],
  ['another type', publicKey.replace('+Aeky', '+BOky'), /not the text form/],
  ['a short key', publicKey.slice(0, -4), /not the text form/],
  ['no parts', 'example.com/foo', /not the text form/],
  ['text before it', `x ${publicKey}`, /not the text form/],
  ['text behind it', `${publicKey} x`, /not the text form/],
]

for (const [title, vkey, message] of brokenKeys) {
  test(`a verifier key with ${title} is refused`, () => assert.throws(() => decodeVerifierKey(vkey), message))
}

for (const name of ['', 'a b', 'a+b', 'a\u00a0b', 'a\n']) {
  test(`the key name ${JSON.stringify(name)} is refused`, () =>
    assert.throws(() => noteSigner(name, Buffer.alloc(32)), /name of a key/))
}

test('a text that cannot be a note is never signed', () => {
  for (const text of ['', 'no line feed', 'a\0\n', '\ud800\n']) {
    assert.throws(() => signNote(text, [ours]), /text of a note/)
  }
  assert.throws(() => noteSigner('a', Buffer.alloc(31)), /32 bytes/)
  assert.throws(() => noteVerifier('a', Buffer.alloc(31)), /32 bytes/)
})
