import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { entryKinds, subjectOfKind } from '@plumbline/contract'
import * as fc from 'fast-check'
import { assertProperty, codePoint } from '@plumbline/testing'
import { actorTypes, readEntry, sealEntry, type Change, type EntrySlot } from './entry.ts'

const slot: EntrySlot = {
  workspaceId: '0197c0de-0000-7000-8000-000000000001',
  index: 41,
  at: '2026-11-21T04:56:39.123Z',
  nonce: Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex'),
}

const change: Change = {
  kind: 'calibration.appended',
  actor: { type: 'api_key', id: '0197c0de-0000-7000-8000-00000000000a' },
  subject: { type: 'calibration', id: '0197c0de-0000-7000-8000-00000000000b' },
  payload: { result: 'PASS', as_found_reading: '10.02 mm', attempts: 1 },
}

const sealed = sealEntry(change, slot)

function sha256(...parts: (string | Buffer)[]): Buffer {
  return parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
}

test('a payload is canonical and has the nonce', () => {
  assert.equal(
    sealed.payload,
    '{"as_found_reading":"10.02 mm","attempts":1,"nonce":"000102030405060708090a0b0c0d0e0f","result":"PASS"}',
  )
  assert.deepEqual(sealed.payloadSha256, sha256(sealed.payload))
})

test('an entry has exactly the members of version 1, in canonical order', () => {
  assert.equal(
    sealed.entry,
    '{"actor":{"id":"0197c0de-0000-7000-8000-00000000000a","type":"api_key"},"at":"2026-11-21T04:56:39.123Z",' +
      '"index":41,"kind":"calibration.appended",' +
      `"payload_sha256":"${sha256(sealed.payload).toString('hex')}",` +
      '"subject":{"id":"0197c0de-0000-7000-8000-00000000000b","type":"calibration"},"v":1,' +
      '"workspace":"0197c0de-0000-7000-8000-000000000001"}',
  )
  assert.deepEqual(sealed.leafHash, sha256(Buffer.from([0]), sealed.entry))
})

test('additional members of an actor or subject are not recorded', () => {
  const actor = { ...change.actor, email: 'a@example.com' }
  const subject = { ...change.subject, label: 'Caliper' }
  assert.deepEqual(sealEntry({ ...change, actor, subject }, slot), sealed)
})

test('the same record has another hash with another nonce', () => {
  const other = sealEntry(change, { ...slot, nonce: Buffer.alloc(16) })
  assert.notDeepEqual(other.payloadSha256, sealed.payloadSha256)
  assert.notDeepEqual(other.leafHash, sealed.leafHash)
})

test('an entry is parsed from its text', () => {
  const entry = readEntry(sealed.entry)
  assert.equal(entry.index, 41)
  assert.deepEqual(entry.actor, change.actor)
  assert.equal(entry.payload_sha256, sealed.payloadSha256.toString('hex'))
})

test('every kind can be sealed and parsed, with its own subject, below 1 KiB', () => {
  const id = fc.string({ unit: codePoint, minLength: 1, maxLength: 100 })
  assertProperty(
    fc.property(
      fc.constantFrom(...entryKinds),
      fc.constantFrom(...actorTypes),
      id,
      fc.uuid(),
      (kind, actorType, actorId, subjectId) => {
        const actor = { type: actorType, id: actorId }
        const subject = { type: subjectOfKind[kind], id: subjectId }
        const { entry } = sealEntry({ kind, actor, subject, payload: {} }, slot)
        assert.ok(Buffer.byteLength(entry) < 1024)
        const { kind: readKind, actor: readActor, subject: readSubject } = readEntry(entry)
        assert.deepEqual(
          { readKind, readActor, readSubject },
          { readKind: kind, readActor: actor, readSubject: subject },
        )
      },
    ),
  )
})

const unfitting: [member: string, change: Partial<Change>, slot: Partial<EntrySlot>][] = [
  ['workspace', {}, { workspaceId: '0197C0DE-0000-7000-8000-000000000001' }],
  ['workspace', {}, { workspaceId: `x${slot.workspaceId}` }],
  ['workspace', {}, { workspaceId: `${slot.workspaceId}x` }],
  ['index', {}, { index: -1 }],
  ['index', {}, { index: 1.5 }],
  ['at', {}, { at: '2026-11-21T04:56:39Z' }],
  ['at', {}, { at: '2026-13-21T04:56:39.123Z' }],
  ['at', {}, { at: '2026-11-21T04:56:39.123+00:00' }],
  ['at', {}, { at: '+002026-11-21T04:56:39.123Z' }],
  ['at', {}, { at: '2026-11-21T04:56:39.123Z (x)' }],
  ['kind', { kind: 'calibration.deleted' as Change['kind'] }, {}],
  ['kind', { kind: 'toString' as Change['kind'] }, {}],
  ['actor', { actor: { type: 'robot' as 'user', id: '1' } }, {}],
  ['actor', { actor: { type: 'user', id: '' } }, {}],
  ['actor', { actor: { type: 'user', id: 'x'.repeat(129) } }, {}],
  ['subject', { subject: { type: 'instrument', id: '1' } }, {}],
]

for (const [member, wrongChange, wrongPlace] of unfitting) {
  test(`an entry with an invalid ${member} is refused: ${JSON.stringify({ ...wrongChange, ...wrongPlace })}`, () => {
    const message = new RegExp(`member "${member}" does not fit`)
    assert.throws(() => sealEntry({ ...change, ...wrongChange }, { ...slot, ...wrongPlace }), message)
  })
}

test('the first entry has the index 0', () => {
  assert.equal(readEntry(sealEntry(change, { ...slot, index: 0 }).entry).index, 0)
})

test('an entry of 1023 bytes is sealed, and one of 1024 is refused', () => {
  const entryOf = (id: string) => sealEntry({ ...change, actor: { type: 'user', id } }, slot).entry
  const ofBytes = (bytes: number) => {
    const missing = bytes - Buffer.byteLength(entryOf('a')) + 1
    // Each control character takes six bytes.
    return entryOf('\u0001'.repeat(Math.floor(missing / 6)) + 'a'.repeat(missing % 6))
  }
  assert.equal(Buffer.byteLength(ofBytes(1023)), 1023)
  assert.throws(() => ofBytes(1024), /An entry of 1024 bytes is larger than 1023/)
})

test('an entry over 1 KiB is refused, however few characters it has', () => {
  const actor = { type: 'user' as const, id: '\u0001'.repeat(128) }
  assert.throws(() => sealEntry({ ...change, actor }, slot), /larger than 1023/)
})

test('a nonce of another length, or a second one, is refused', () => {
  assert.throws(() => sealEntry(change, { ...slot, nonce: Buffer.alloc(15) }), /16 bytes/)
  assert.throws(() => sealEntry({ ...change, payload: { nonce: 'mine' } }, slot), /"nonce" of its own/)
})

test('a value without a canonical text cannot be a payload', () => {
  assert.throws(() => sealEntry({ ...change, payload: { reading: 10.02 } }, slot), TypeError)
})

test('a payload may have a member named __proto__', () => {
  const payload = { customFields: JSON.parse('{"__proto__":"x"}') as Record<string, string> }
  assert.match(sealEntry({ ...change, payload }, slot).payload, /"__proto__":"x"/)
})

/** The text of the entry with another hash of its payload. */
const withHash = (hash: string) =>
  sealed.entry.replace(/"payload_sha256":"[^"]*"/, `"payload_sha256":"${hash}"`)

const misread: [title: string, text: string][] = [
  ['an empty hash', withHash('')],
  ['a hash of 63 digits', withHash('a'.repeat(63))],
  ['a hash of 65 digits', withHash('a'.repeat(65))],
  ['a hash in upper case', withHash('A'.repeat(64))],
  ['another member', sealed.entry.replace('"v":1', '"v":1,"w":2')],
  ['another member of the actor', sealed.entry.replace('"type":"api_key"', '"type":"api_key","x":1')],
  ['a missing member', sealed.entry.replace('"index":41,', '')],
  ['another order', sealed.entry.replace(/^\{("actor":\{.*?\}),(.*)\}$/, '{$2,$1}')],
  ['white space', sealed.entry.replace(':41', ': 41')],
  ['a doubled member', sealed.entry.replace('"index":41', '"index":40,"index":41')],
  ['another spelling', sealed.entry.replace('api_key"', 'api\\u005fkey"')],
  ['another version', sealed.entry.replace('"v":1', '"v":2')],
  ['a list for a time', sealed.entry.replace(/"at":("[^"]*")/, '"at":[$1]')],
  ['a list for a kind', sealed.entry.replace(/"kind":("[^"]*")/, '"kind":[$1]')],
  ['no object', 'null'],
  ['no JSON', sealed.entry.slice(1)],
]

test('a text of another version, or with a hash that is none, is refused for that member', () => {
  assert.throws(() => readEntry(sealed.entry.replace('"v":1', '"v":2')), /member "v" does not fit/)
  assert.throws(() => readEntry(withHash('')), /member "payload_sha256" does not fit/)
})

for (const [title, text] of misread) {
  test(`a text with ${title} is not an entry`, () => {
    assert.notEqual(text, sealed.entry)
    assert.throws(() => readEntry(text), /canonical text|does not fit|JSON/)
  })
}
