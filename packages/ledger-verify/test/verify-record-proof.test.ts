import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { verifyConsistency, verifyRecordProof, type Fault, type RecordProof } from '../src/index.ts'
import { checkpointText, entryFor, fixture, keptKey, signed, signedLines, vkey } from './ledger-of.ts'

const { payload, entry, proof } = JSON.parse(fixture('record.jsonl')) as RecordProof
const kept: RecordProof = { payload, entry, proof, vkey: keptKey }
const keptConsistency = JSON.parse(fixture('consistency.json')) as Parameters<typeof verifyConsistency>[0]

async function assertFault(wrong: Partial<RecordProof>, expected: Partial<Fault>): Promise<void> {
  const verdict = await verifyRecordProof({ ...kept, ...wrong })
  assert.ok(!verdict.holds, 'the wrong proof holds')
  assert.partialDeepStrictEqual(verdict.fault, expected)
}

test('the kept record proof holds, and the verdict says what that proves', async () => {
  const verdict = await verifyRecordProof(kept)
  assert.ok(verdict.holds)
  assert.deepEqual(verdict.facts, {
    origin: 'plumbline.example/ledger/0197c0de-0000-7000-8000-000000000001',
    size: 11,
    root: 'ZHvkIw4PFVYijW1sc61Gx0WWAxHZ2EcZZ86maHM9QyY=',
    entry: {
      workspace: '0197c0de-0000-7000-8000-000000000001',
      index: 6,
      at: '2026-11-21T04:56:43.623Z',
      kind: 'calibration.approved',
      actor: { id: '0197c0de-0000-7000-8000-0000000000a1', type: 'user' },
      subject: { id: '0197c0de-0000-7000-8000-0000000000e2', type: 'calibration' },
    },
    payload: { meaning: 'approval', name: 'B. Ng', nonce: '06060606060606060606060606060606' },
  })
})

for (const part of ['payload', 'entry', 'proof', 'vkey'] as const) {
  test(`any character changed in the ${part} is found`, async () => {
    for (let place = 0; place < kept[part].length; place += 1) {
      const changed = String.fromCharCode(kept[part].charCodeAt(place) ^ (1 << (place % 7)))
      const wrong = kept[part].slice(0, place) + changed + kept[part].slice(place + 1)
      const verdict = await verifyRecordProof({ ...kept, [part]: wrong })
      assert.ok(!verdict.holds, `${part}, character ${place}`)
    }
  })
}

const wrongProofs: [title: string, wrong: Partial<RecordProof>, fault: Partial<Fault>][] = [
  ['a payload of another record', { payload: '{"nonce":"00"}' }, { kind: 'wrong_payload', index: 6 }],
  ['a payload with white space', { payload: `${payload} ` }, { kind: 'wrong_payload', index: 6 }],
  [
    'an entry that says another index',
    { entry: entry.replace('"index":6', '"index":5') },
    { kind: 'wrong_place', index: 5 },
  ],
  ['a payload with half of a surrogate pair', { payload: '"\ud800"' }, { kind: 'wrong_payload' }],
  ['an entry by another actor', { entry: entry.replace('a1', 'a2') }, { kind: 'wrong_root', index: 6 }],
  [
    'an entry of another workspace',
    { entry: entry.replace('001"}', '002"}') },
    { kind: 'wrong_ledger', index: 6 },
  ],
  ['an entry that is no JSON', { entry: '{' }, { kind: 'wrong_entry' }],
  ['an entry with half of a surrogate pair', { entry: '"\ud800"' }, { kind: 'wrong_entry' }],
  ['an index beyond the tree', { proof: proof.replace('\n11\n', '\n6\n') }, { kind: 'wrong_signature' }],
  ['a hash too few', { proof: proof.replace(/(index 6\n).*\n/, '$1') }, { kind: 'wrong_root' }],
  ['a hash too many', { proof: proof.replace(/(index 6\n)(.*\n)/, '$1$2$2') }, { kind: 'wrong_root' }],
  ['a changed root', { proof: proof.replace('ZHvk', 'AHvk') }, { kind: 'wrong_signature' }],
  ['an unknown signer', { vkey }, { kind: 'wrong_key' }],
  [
    'no signature',
    { proof: proof.slice(0, proof.indexOf('\n\u2014')) },
    { kind: 'malformed', sentence: 'The checkpoint is not a signed note.' },
  ],
  ['an empty signature line', { proof: proof.slice(0, proof.indexOf('\u2014')) }, { kind: 'malformed' }],
  [
    'a miscopied key',
    { vkey: keptKey.replace(/\+[0-9a-f]/, (start) => (start === '+0' ? '+1' : '+0')) },
    {
      kind: 'malformed',
      sentence: 'The verifier key does not fit the id in it: it was miscopied or altered.',
    },
  ],
  ['text behind a signature', { proof: proof.replace(/\n$/, ' x\n') }, { kind: 'malformed' }],
  [
    'a signature line of a key id alone',
    { proof: `${proof}\u2014 witness.example ${Buffer.alloc(4, 1).toString('base64')}\n` },
    { kind: 'malformed' },
  ],
  ['another form of proof', { proof: proof.replace('@v1', '@v2') }, { kind: 'malformed' }],
  ['text before its index', { proof: proof.replace('index', 'x index') }, { kind: 'malformed' }],
  ['text behind its index', { proof: proof.replace('index 6', 'index 6 x') }, { kind: 'malformed' }],
  ['an index with a leading zero', { proof: proof.replace('index 6', 'index 06') }, { kind: 'malformed' }],
  ['no index', { proof: proof.replace('index 6\n', '') }, { kind: 'malformed' }],
  ['no proof', { proof: '' }, { kind: 'malformed' }],
  [
    'no empty line',
    { proof: proof.replaceAll('\n\n', '\n') },
    { kind: 'malformed', sentence: 'The proof does not have the form c2sp.org/tlog-proof@v1.' },
  ],
]

for (const [title, wrong, fault] of wrongProofs) {
  test(`a record proof with ${title} is found wrong`, () => assertFault(wrong, fault))
}

test('white space around a key that was copied changes nothing', async () => {
  assert.ok((await verifyRecordProof({ ...kept, vkey: ` ${keptKey}\n` })).holds)
})

test('a key without a name is malformed, although its id fits', async () => {
  const base64 = vkey.split('+').slice(2).join('+')
  const marked = Buffer.concat([Buffer.from('\n'), Buffer.from(base64, 'base64')])
  const id = createHash('sha256').update(marked).digest('hex').slice(0, 8)
  await assertFault({ vkey: `+${id}+${base64}` }, { kind: 'malformed' })
})

test('free data in a proof changes nothing', async () => {
  const verdict = await verifyRecordProof({ ...kept, proof: proof.replace('index', 'extra bm90ZQ==\nindex') })
  assert.ok(verdict.holds)
})

test('further signatures, also of unknown kinds, change nothing', async () => {
  const cosigned = `${proof}\u2014 witness.example ${Buffer.alloc(2424, 1).toString('base64')}\n`
  assert.ok((await verifyRecordProof({ ...kept, proof: cosigned })).holds)
})

test('a checkpoint may carry a hundred signatures', async () => {
  const other = `\u2014 witness.example ${Buffer.alloc(68, 1).toString('base64')}\n`
  assert.ok((await verifyRecordProof({ ...kept, proof: proof + other.repeat(99) })).holds)
  await assertFault({ proof: proof + other.repeat(100) }, { kind: 'malformed' })
})

test('a proof from a tree that is too small for it is found', async () => {
  const line = signedLines([entryFor(0), entryFor(1)])[2]!
  const second = JSON.parse(line) as { entry: string; payload: string }
  const note = signed(checkpointText([second.entry]))
  const tooSmall = `c2sp.org/tlog-proof@v1\nindex 1\n\n${note}`
  await assertFault({ ...second, proof: tooSmall, vkey }, { kind: 'wrong_size', index: 1 })
})

test('a note that is signed but no checkpoint is found', async () => {
  const line = signedLines([entryFor(0)])[1]!
  const root = Buffer.alloc(32).toString('base64')
  const texts = ['a\n', 'a\n1\n', 'a\n01\nAAAA\n', 'a\n-1\nAAAA\n', `\n1\n${root}\n`, `a\n1\n${root}\n\nx\n`]
  for (const text of texts) {
    const wrong = `c2sp.org/tlog-proof@v1\nindex 0\n\n${signed(text)}`
    await assertFault({ ...(JSON.parse(line) as object), proof: wrong, vkey }, { kind: 'malformed' })
  }
})

test('a checkpoint of another ledger, signed by this key, is found', async () => {
  const first = JSON.parse(signedLines([entryFor(0)])[1]!) as { entry: string; payload: string }
  const renamed = signed(checkpointText([first.entry]).replace('liar', 'loir'))
  const wrong = `c2sp.org/tlog-proof@v1\nindex 0\n\n${renamed}`
  await assertFault({ ...first, proof: wrong, vkey }, { kind: 'wrong_ledger' })
})

test('the published verifier key is read, its signature accepted, and its text found to be no checkpoint', async () => {
  const note =
    'This is an example message.\n\n\u2014 example.com/foo ' +
    'Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'
  const publicKey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
  const wrong = { proof: `c2sp.org/tlog-proof@v1\nindex 0\n\n${note}`, vkey: publicKey }
  await assertFault(wrong, { sentence: 'The signed note does not have the lines of a checkpoint.' })
})

async function assertInconsistent(
  wrong: Partial<typeof keptConsistency>,
  expected: Partial<Fault>,
): Promise<void> {
  const verdict = await verifyConsistency({ ...keptConsistency, ...wrong })
  assert.ok(!verdict.holds, 'the wrong proof holds')
  assert.partialDeepStrictEqual(verdict.fault, expected)
}

const { earlier, later } = keptConsistency

test('the kept consistency proof holds, and the verdict says what that proves', async () => {
  assert.deepEqual(await verifyConsistency(keptConsistency), {
    holds: true,
    facts: {
      origin: 'plumbline.example/ledger/0197c0de-0000-7000-8000-000000000001',
      from: 5,
      to: 11,
      root: 'ZHvkIw4PFVYijW1sc61Gx0WWAxHZ2EcZZ86maHM9QyY=',
    },
  })
})

test('a ledger is consistent with itself, without any hash', async () => {
  assert.ok((await verifyConsistency({ ...keptConsistency, earlier: later, proof: [] })).holds)
  await assertInconsistent({ earlier: later }, { kind: 'wrong_root' })
})

test('any byte flipped in a consistency proof or its checkpoints is found', async () => {
  for (const [step, hash] of keptConsistency.proof.entries()) {
    const bytes = Buffer.from(hash, 'base64')
    bytes[step * 6]! ^= 4
    await assertInconsistent(
      { proof: keptConsistency.proof.with(step, bytes.toString('base64')) },
      { kind: 'wrong_history', within: { from: 0, before: 5 } },
    )
  }
  await assertInconsistent({ earlier: earlier.replace('\n5\n', '\n4\n') }, { kind: 'wrong_signature' })
  await assertInconsistent({ later: later.replace('\n11\n', '\n12\n') }, { kind: 'wrong_signature' })
})

test('a consistency proof with a hash too few, too many, or broken is found', async () => {
  const { proof: hashes } = keptConsistency
  await assertInconsistent({ proof: hashes.slice(1) }, { kind: 'wrong_root' })
  await assertInconsistent({ proof: [] }, { kind: 'wrong_root' })
  await assertInconsistent({ proof: [...hashes, hashes[0]!] }, { kind: 'wrong_root' })
  await assertInconsistent({ proof: hashes.with(0, 'AAAA') }, { kind: 'malformed' })
})

test('a ledger that became smaller is found', async () => {
  await assertInconsistent({ earlier: later, later: earlier }, { kind: 'wrong_history', index: 5 })
})

test('two ledgers of one size are found', async () => {
  const [one, other] = [signed(checkpointText(['a', 'b'])), signed(checkpointText(['a', 'c']))]
  const expected: Partial<Fault> = { kind: 'wrong_history', within: { from: 0, before: 2 } }
  await assertInconsistent({ earlier: one, later: other, proof: [], vkey }, expected)
})

test('a consistency proof from an empty ledger is refused', async () => {
  const [empty, one] = [signed(checkpointText([])), signed(checkpointText(['a']))]
  await assertInconsistent({ earlier: empty, later: one, proof: [], vkey }, { kind: 'malformed' })
})
