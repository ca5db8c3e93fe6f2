import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkpointText,
  ledgerOrigin,
  openCheckpoint,
  parseCheckpoint,
  signCheckpoint,
} from './checkpoint.ts'
import { noteSigner, signNote, verifierOf } from './signed-note.ts'
import { formatTlogProof, parseTlogProof, type TlogProof } from './tlog-proof.ts'

const origin = ledgerOrigin('plumbline.example', '0197c0de-0000-7000-8000-000000000001')
const signer = noteSigner(origin, Buffer.alloc(32, 7))
const root = Buffer.alloc(32, 0xab)
const checkpoint = { origin, size: 20852163, root, extensions: [] }
const text = `${origin}\n20852163\n${root.toString('base64')}\n`

test('a checkpoint has origin, size and root, each on a line', () => {
  assert.equal(checkpointText(checkpoint), text)
  assert.deepEqual(parseCheckpoint(text), checkpoint)
})

test('extension lines are preserved', () => {
  assert.deepEqual(parseCheckpoint(`${text}one\ntwo\n`), { ...checkpoint, extensions: ['one', 'two'] })
})

test('a signed checkpoint opens with the key of its ledger', () => {
  assert.deepEqual(openCheckpoint(signCheckpoint(checkpoint, signer), [verifierOf(signer)]), checkpoint)
})

test('a checkpoint is signed under its own origin only', () => {
  const other = noteSigner('plumbline.example/ledger/other', Buffer.alloc(32, 7))
  assert.throws(() => signCheckpoint(checkpoint, other), /name of its origin/)
  assert.throws(() => signCheckpoint(checkpoint, signer, other), /name of its origin/)
  const note = signNote(text, [signer, other])
  assert.deepEqual(openCheckpoint(note, [signer, other].map(verifierOf)), checkpoint)
  assert.throws(() => openCheckpoint(signNote(text, [other]), [verifierOf(other)]), /another ledger/)
})

const malformed: [title: string, text: string, message: RegExp][] = [
  ['a leading zero', text.replace('20852163', '020852163'), /no tree size/],
  ['a negative size', text.replace('20852163', '-1'), /no tree size/],
  ['a size beyond exact numbers', text.replace('20852163', '9007199254740993'), /no tree size/],
  ['a short root', text.replace('q6ur', ''), /no root hash/],
  ['an empty line', text.replace('\n2', '\n\n2'), /no tree size/],
  ['an empty extension', `${text}\n`, /empty line/],
  ['no final line feed', text.slice(0, -1), /line feed/],
  ['an empty origin', text.slice(origin.length), /empty line/],
]

for (const [title, wrongText, message] of malformed) {
  test(`a checkpoint with ${title} is refused`, () =>
    assert.throws(() => parseCheckpoint(wrongText), message))
}

test('a checkpoint that could not be parsed is never written', () => {
  assert.throws(() => checkpointText({ ...checkpoint, origin: 'a\nb' }), /neither empty nor broken/)
  assert.throws(() => checkpointText({ ...checkpoint, extensions: [''] }), /neither empty nor broken/)
  assert.throws(() => checkpointText({ ...checkpoint, size: -1 }), RangeError)
  assert.throws(() => checkpointText({ ...checkpoint, root: root.subarray(1) }), /32 bytes/)
})

const proof: TlogProof = {
  index: 73894,
  hashes: [root, Buffer.alloc(32, 1)],
  checkpoint: 'text\n\nsignatures\n',
}
const proofText = [
  'c2sp.org/tlog-proof@v1',
  'index 73894',
  root.toString('base64'),
  Buffer.alloc(32, 1).toString('base64'),
  '',
  'text\n\nsignatures\n',
].join('\n')

const proofs: [title: string, proof: TlogProof, text: string][] = [
  ['two hashes', proof, proofText],
  [
    'extra data',
    { ...proof, extra: Buffer.from('note') },
    proofText.replace('index', 'extra bm90ZQ==\nindex'),
  ],
  [
    'no hashes',
    { ...proof, hashes: [], index: 0 },
    'c2sp.org/tlog-proof@v1\nindex 0\n\ntext\n\nsignatures\n',
  ],
]

for (const [title, value, formatted] of proofs) {
  test(`a proof with ${title} is written and read`, () => {
    assert.equal(formatTlogProof(value), formatted)
    assert.deepEqual(parseTlogProof(formatted), value)
  })
}

const malformedProofs: [title: string, text: string, message: RegExp][] = [
  ['another first line', proofText.replace('v1', 'v2'), /does not begin/],
  ['no index', proofText.replace('index', 'place'), /no index/],
  ['a leading zero', proofText.replace('73894', '073894'), /no index/],
  ['a short hash', proofText.replace('q6ur', ''), /not a hash/],
  ['no checkpoint', proofText.slice(0, proofText.indexOf('\n\n')), /no checkpoint/],
  ['bad extra data', proofText.replace('index', 'extra ???\nindex'), /not base64/],
  ['text before its index', proofText.replace('index', 'an index'), /no index/],
  ['text before extra data', proofText.replace('index', 'an extra bm90ZQ==\nindex'), /no index/],
  ['a carriage return behind extra data', proofText.replace('index', 'extra bm90ZQ==\r\nindex'), /no index/],
  ['an empty first line', `\n\n${proofText}`, /does not begin/],
]

for (const [title, wrongText, message] of malformedProofs) {
  test(`a proof with ${title} is refused`, () => assert.throws(() => parseTlogProof(wrongText), message))
}
