import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyExport, verifyFile, type Fault } from '../src/index.ts'
import {
  checkpointText,
  entryFor,
  keptEarlier,
  keptKey,
  keptLines,
  signed,
  signedLines,
  vkey,
  type EntryMembers,
} from './ledger-of.ts'

type Line = { entry: string; payload: string }

const [header = '', ...rest] = keptLines
const entryLines = rest.slice(0, -1)
const checkpointLine = rest.at(-1)!

async function faultOf(
  lines: readonly string[],
  options: Parameters<typeof verifyExport>[1] = {},
): Promise<Fault> {
  const verdict = await verifyExport(lines, options)
  assert.ok(!verdict.holds, 'the wrong ledger holds')
  return verdict.fault
}

async function assertFault(lines: readonly string[], expected: Partial<Fault>, options = {}): Promise<void> {
  assert.partialDeepStrictEqual(await faultOf(lines, options), expected)
}

function keptRecord(index: number): Line {
  return JSON.parse(entryLines[index]!) as Line
}

/** The kept lines with one entry put in the place of another. */
function withLine(index: number, line: string): string[] {
  return [header, ...entryLines.with(index, line), checkpointLine]
}

/** A record that fits itself in every way, but is not the one that was signed. */
function forgedLine(index: number): string {
  const forged = signedLines(Array.from({ length: 11 }, (_, place) => entryFor(place)))[index + 1]!
  const { workspace } = JSON.parse(keptRecord(index).entry) as EntryMembers
  return forged.replace(/0197c0de-[0-9a-f-]+/, String(workspace)).replace(/2026-[^"\\]+/, atOf(index))
}

function atOf(index: number): string {
  return (JSON.parse(keptRecord(index).entry) as { at: string }).at
}

test('the kept ledger holds, and the verdict says what that proves', async () => {
  const verdict = await verifyExport(keptLines, { vkey: keptKey, earlier: [keptEarlier] })
  assert.deepEqual(verdict, {
    holds: true,
    facts: {
      origin: 'plumbline.example/ledger/0197c0de-0000-7000-8000-000000000001',
      size: 11,
      root: 'ZHvkIw4PFVYijW1sc61Gx0WWAxHZ2EcZZ86maHM9QyY=',
      firstAt: '2026-11-21T04:56:39.123Z',
      lastAt: '2026-11-21T04:56:46.623Z',
      continues: [5],
      keyReplacedAt: [],
      keyFrom: 'caller',
    },
  })
})

test('without a key from outside, the verdict says that the file vouches for itself', async () => {
  const verdict = await verifyExport(keptLines)
  assert.ok(verdict.holds && verdict.facts.keyFrom === 'file' && verdict.facts.continues.length === 0)
})

test('an empty ledger holds', async () => {
  const verdict = await verifyExport(signedLines([]), { vkey })
  assert.ok(verdict.holds && verdict.facts.size === 0 && verdict.facts.firstAt === null)
})

test('a ledger of some thousand entries holds, and progress is shown', async () => {
  const lines = signedLines(Array.from({ length: 3000 }, (_, index) => entryFor(index)))
  const progress: number[] = []
  const verdict = await verifyExport(lines, { vkey, onProgress: (entries) => progress.push(entries) })
  assert.ok(verdict.holds && verdict.facts.size === 3000)
  assert.equal(progress.at(-1), 3000)
  await assertFault(lines.with(2001, lines[2000]!), { kind: 'wrong_place', index: 2000 })
})

test('progress is shown once for each 256 lines after the first, and for those at the end', async () => {
  const progressOf = async (size: number) => {
    const progress: number[] = []
    const lines = signedLines(Array.from({ length: size }, (_, index) => entryFor(index)))
    await verifyExport(lines, { vkey, onProgress: (entries) => progress.push(entries) })
    return progress
  }
  assert.deepEqual(await progressOf(254), [])
  assert.deepEqual(await progressOf(510), [510])
  assert.deepEqual(await progressOf(511), [511, 511])
})

test('any byte flipped in the file is found, and the verdict leads to the flipped entry', async () => {
  const bytes = Buffer.from(`${keptLines.join('\n')}\n`)
  const lineEnds = [...bytes.keys()].filter((place) => bytes[place] === 0x0a)
  // Each byte would take long; a step without a common divisor with any line length reaches all kinds of place.
  for (let place = 0; place < bytes.length - 1; place += 5) {
    const flipped = Buffer.from(bytes)
    flipped[place]! ^= 1 << (place % 7)
    const { verdict } = await verifyFile(chunksOf(flipped), { vkey: keptKey })
    assert.ok(!verdict.holds, `byte ${place}`)
    const line = lineEnds.findIndex((end) => place <= end)
    if (line >= 1 && line <= entryLines.length && isUtf8(flipped)) {
      assert.ok(leadsTo(verdict.fault, line - 1), `byte ${place}: ${verdict.fault.sentence}`)
    }
  }
})

/**
 * An entry that still fits its payload and place shows only in the root of all entries, and one that was dated
 * forward in the next one, which then goes backwards.
 */
function leadsTo({ kind, index, within }: Fault, wrong: number): boolean {
  if (kind === 'wrong_root') return within?.from === 0 && within.before === entryLines.length
  return index === wrong || (kind === 'wrong_time' && index === wrong + 1)
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

function isUtf8(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString('utf8')).equals(bytes)
}

test('a missing entry is found wherever it was', async () => {
  for (let index = 0; index < entryLines.length; index += 1) {
    const kind = index === entryLines.length - 1 ? 'wrong_size' : 'wrong_place'
    await assertFault([header, ...entryLines.toSpliced(index, 1), checkpointLine], { kind, index })
  }
})

test('swapped entries are found', async () => {
  for (let index = 0; index < entryLines.length - 1; index += 1) {
    const swapped = withLine(index, entryLines[index + 1]!).with(index + 2, entryLines[index]!)
    await assertFault(swapped, { kind: 'wrong_place', index })
  }
})

test('a doubled entry is found', async () => {
  await assertFault([header, ...entryLines.toSpliced(3, 0, entryLines[3]!), checkpointLine], {
    kind: 'wrong_place',
    index: 4,
    sentence: 'Entry 3 stands in the place of entry 4.',
  })
})

test('a changed payload is found', async () => {
  const { entry, payload } = keptRecord(3)
  const line = JSON.stringify({ entry, payload: payload.replace('10.02', '10.01') })
  await assertFault(withLine(3, line), { kind: 'wrong_payload', index: 3 })
})

test('a payload that means the same in another spelling is found', async () => {
  const { entry, payload } = keptRecord(3)
  const line = JSON.stringify({ entry, payload: payload.replace('"PASS"', '"\\u0050ASS"') })
  await assertFault(withLine(3, line), { kind: 'wrong_payload', index: 3 })
})

test('a record replaced with its entry is found, and an earlier checkpoint shows roughly where', async () => {
  const earlier = [keptEarlier]
  const early = withLine(2, forgedLine(2))
  const late = withLine(7, forgedLine(7))
  await assertFault(late, { kind: 'wrong_root', index: null, within: { from: 0, before: 11 } })
  await assertFault(late, { kind: 'wrong_root', index: null, within: { from: 5, before: 11 } }, { earlier })
  await assertFault(
    early,
    { kind: 'wrong_history', index: null, within: { from: 0, before: 5 } },
    { earlier },
  )
})

test('the first of several wrong entries is named', async () => {
  const broken = entryLines.map((line) => line.replace('nonce', 'nince'))
  await assertFault([header, ...entryLines.slice(0, 4), ...broken.slice(4), checkpointLine], { index: 4 })
  const laterMalformed = withLine(4, broken[4]!).with(9, '{')
  await assertFault(laterMalformed, { kind: 'wrong_payload', index: 4 })
})

test('a file that breaks off anywhere is found', async () => {
  for (let count = 0; count < keptLines.length; count += 1) {
    const fault = await faultOf(keptLines.slice(0, count))
    assert.equal(fault.kind, count === 0 ? 'malformed' : 'wrong_size')
    assert.equal(fault.index, count === 0 || count === 12 ? null : count - 1)
  }
})

test('another key than the trusted one is found at once', async () => {
  await assertFault(keptLines, { kind: 'wrong_key', index: null }, { vkey })
  await assertFault(keptLines, { kind: 'wrong_key' }, { vkey: 'no key' })
})

test('a file signed by another key, or with a signature that does not fit, is found', async () => {
  const lines = signedLines([entryFor(0)])
  const { checkpoint } = JSON.parse(lines[2]!) as { checkpoint: string }
  const withSignature = (change: (signature: Buffer) => void) => {
    const signature = Buffer.from(checkpoint.split(' ').at(-1)!, 'base64')
    change(signature)
    const changed = `${checkpoint.slice(0, checkpoint.lastIndexOf(' '))} ${signature.toString('base64')}\n`
    return lines.with(2, JSON.stringify({ checkpoint: changed }))
  }
  await assertFault(lines.with(2, checkpointLine), { kind: 'wrong_key' })
  await assertFault(
    withSignature((signature) => signature.writeUInt32BE(1)),
    { kind: 'wrong_key' },
  )
  await assertFault(
    withSignature((signature) => signature.writeUInt32BE(1, 4)),
    { kind: 'wrong_signature' },
  )
})

test('a checkpoint of another size or root than the entries have is found', async () => {
  const [liarHeader = '', first = '', second = ''] = signedLines([entryFor(0), entryFor(1)])
  const { entry } = JSON.parse(first) as Line
  const ofOne = JSON.stringify({ checkpoint: signed(checkpointText([entry])) })
  const ofThree = JSON.stringify({ checkpoint: signed(checkpointText([entry, entry, entry])) })
  const ofOthers = JSON.stringify({ checkpoint: signed(checkpointText([entry, entry])) })
  await assertFault([liarHeader, first, second, ofOne], { kind: 'wrong_size', index: 1 })
  await assertFault([liarHeader, first, second, ofThree], { kind: 'wrong_size', index: 2 })
  await assertFault([liarHeader, first, second, ofOthers], { kind: 'wrong_root' })
  const wrongHeader = liarHeader.replace('"size":2', '"size":3')
  await assertFault([wrongHeader, first, second, ofThree], { kind: 'wrong_size', index: 2 })
})

test('a header that counts other entries than were signed is found', async () => {
  await assertFault([header.replace('"size":11', '"size":10'), ...rest], { kind: 'wrong_size', index: null })
})

test('lines behind the checkpoint are found', async () => {
  await assertFault([...keptLines, checkpointLine], { kind: 'malformed' })
  await assertFault([...keptLines, ''], { kind: 'malformed' })
})

const signedLies: [title: string, entries: EntryMembers[], fault: Partial<Fault>][] = [
  [
    'dates an entry before the one in front of it',
    [entryFor(0), entryFor(1), { ...entryFor(2), at: '2026-11-21T04:56:39.122Z' }],
    { kind: 'wrong_time', index: 2 },
  ],
  ['leaves an index out', [entryFor(0), entryFor(2)], { kind: 'wrong_place', index: 1 }],
  ['uses an index twice', [entryFor(0), entryFor(0)], { kind: 'wrong_place', index: 1 }],
  ['begins at one', [entryFor(1)], { kind: 'wrong_place', index: 0 }],
  [
    'mixes in an entry of another workspace',
    [entryFor(0), { ...entryFor(1), workspace: '0197c0de-0000-7000-8000-000000000003' }],
    { kind: 'wrong_ledger', index: 1 },
  ],
  [
    'writes text before the ID of the workspace',
    [{ ...entryFor(0), workspace: `x${String(entryFor(0)['workspace'])}` }],
    { kind: 'wrong_entry', index: 0 },
  ],
  ['adds a member', [{ ...entryFor(0), zone: 'UTC' }], { kind: 'wrong_entry', index: 0 }],
  ['raises the version', [{ ...entryFor(0), v: 2 }], { kind: 'wrong_entry', index: 0 }],
  ['writes a fraction', [{ ...entryFor(0), index: 0.5 }], { kind: 'wrong_entry', index: 0 }],
  [
    'knows another kind of actor',
    [{ ...entryFor(0), actor: { id: '1', type: 'robot' } }],
    { kind: 'wrong_entry' },
  ],
  [
    'widens the actor',
    [{ ...entryFor(0), actor: { id: '1', name: 'A', type: 'user' } }],
    { kind: 'wrong_entry' },
  ],
  [
    'names an actor by a number',
    [{ ...entryFor(0), actor: { id: 1, type: 'user' } }],
    { kind: 'wrong_entry' },
  ],
  [
    'names an actor by nothing',
    [{ ...entryFor(0), actor: { id: '', type: 'user' } }],
    { kind: 'wrong_entry' },
  ],
  ['names no kind of subject', [{ ...entryFor(0), subject: { id: '1', type: '' } }], { kind: 'wrong_entry' }],
  ['names a kind in capitals', [{ ...entryFor(0), kind: 'Site.updated' }], { kind: 'wrong_entry' }],
  ['names a kind of one word', [{ ...entryFor(0), kind: 'site' }], { kind: 'wrong_entry' }],
  ['counts below nothing', [{ ...entryFor(0), index: -1 }], { kind: 'wrong_entry' }],
  ['names no subject', [{ ...entryFor(0), subject: null }], { kind: 'wrong_entry' }],
  ['writes no instant', [{ ...entryFor(0), at: '2026-11-21' }], { kind: 'wrong_entry' }],
  [
    'writes an impossible instant',
    [{ ...entryFor(0), at: '2026-13-21T04:56:39.123Z' }],
    { kind: 'wrong_entry' },
  ],
  [
    'writes a list for an instant',
    [{ ...entryFor(0), at: ['2026-11-21T04:56:39.123Z'] }],
    { kind: 'wrong_entry' },
  ],
  [
    'writes a huge entry',
    [{ ...entryFor(0), subject: { id: 'x'.repeat(1000), type: 'a' } }],
    { kind: 'wrong_entry' },
  ],
  ['leaves the hash out', [{ ...entryFor(0), payload_sha256: '' }], { kind: 'wrong_payload', index: 0 }],
]

for (const [title, entries, fault] of signedLies) {
  test(`a ledger is found wrong although it is signed: it ${title}`, () =>
    assertFault(signedLines(entries), fault, { vkey }))
}

test('an entry has fewer than 1,024 bytes', async () => {
  const ofBytes = (bytes: number) => {
    const withId = (id: string) => signedLines([{ ...entryFor(0), subject: { id, type: 'a' } }])
    const { entry } = JSON.parse(withId('')[1]!) as Line
    return withId('x'.repeat(bytes - Buffer.byteLength(entry)))
  }
  assert.ok((await verifyExport(ofBytes(1023), { vkey })).holds)
  await assertFault(ofBytes(1024), { kind: 'wrong_entry', sentence: 'The entry is too large.' }, { vkey })
})

const signedPayloads: [title: string, payload: string][] = [
  ['has no nonce', '{"a":1}'],
  ['has a short nonce', '{"nonce":"00"}'],
  ['is no object', '["nonce"]'],
  ['holds a fraction', `{"a":1.5,"nonce":"${'0'.repeat(32)}"}`],
  ['has a member twice', `{"a":1,"a":2,"nonce":"${'0'.repeat(32)}"}`],
  ['has members out of order', `{"nonce":"${'0'.repeat(32)}","a":1}`],
  ['holds half of a surrogate pair', `{"a":"\\ud800","nonce":"${'0'.repeat(32)}"}`],
]

for (const [title, payload] of signedPayloads) {
  test(`a payload is found wrong although it is signed: it ${title}`, () =>
    assertFault(signedLines([entryFor(0)], [payload]), { kind: 'wrong_payload', index: 0 }, { vkey }))
}

test('kept checkpoints are continued in the order of their sizes, however they are given', async () => {
  const lines = signedLines([entryFor(0), entryFor(1), entryFor(2)])
  const entries = lines.slice(1, 4).map((line) => (JSON.parse(line) as Line).entry)
  const earlier = [2, 1, 3].map((size) => signed(checkpointText(entries.slice(0, size))))
  const verdict = await verifyExport(lines, { vkey, earlier })
  assert.ok(verdict.holds)
  assert.deepEqual(verdict.facts.continues, [1, 2, 3])
})

test('a kept checkpoint that the ledger does not continue is found', async () => {
  const lines = signedLines([entryFor(0), entryFor(1)])
  const entries = lines.slice(1, 3).map((line) => (JSON.parse(line) as Line).entry)
  const ofThree = signed(checkpointText([...entries, 'x']))
  const ofOthers = signed(checkpointText(['x']))
  await assertFault(lines, { kind: 'wrong_history', index: 2 }, { earlier: [ofThree] })
  await assertFault(lines, { kind: 'wrong_history', index: 0 }, { earlier: [ofOthers] })
  await assertFault(lines, { kind: 'wrong_key' }, { earlier: [keptEarlier] })
  await assertFault(lines, { kind: 'malformed' }, { earlier: ['not a note'] })
})

test('a single entry between two checkpoints is named when it is wrong', async () => {
  const lines = signedLines([entryFor(0), entryFor(1)])
  const first = (JSON.parse(lines[1]!) as Line).entry
  const forged = lines.with(2, signedLines([entryFor(0), { ...entryFor(1), kind: 'site.created' }])[2]!)
  await assertFault(forged, { kind: 'wrong_root', index: 1 }, { earlier: [signed(checkpointText([first]))] })
})

test('a wrong entry is looked for only after the last checkpoint that the ledger continues', async () => {
  const entries = Array.from({ length: 9 }, (_, index) => entryFor(index))
  const right = signedLines(entries)
  const texts = right.slice(1, -1).map((line) => (JSON.parse(line) as Line).entry)
  const earlier = [1, 2, 4, 7].map((size) => signed(checkpointText(texts.slice(0, size))))
  const withForged = (at: number) =>
    right.with(at + 1, signedLines(entries.with(at, { ...entries[at]!, kind: 'site.created' }))[at + 1]!)
  const inHistory = { from: 4, before: 7 }
  await assertFault(withForged(5), { kind: 'wrong_history', index: null, within: inHistory }, { earlier })
  const inEnd = { from: 7, before: 9 }
  await assertFault(withForged(8), { kind: 'wrong_root', index: null, within: inEnd }, { earlier })
})

const malformedFiles: [title: string, lines: string[]][] = [
  ['no lines', []],
  ['no header', keptLines.slice(1)],
  ['another format', [header.replace('ledger/1', 'ledger/2'), ...rest]],
  ['a header without a size', [header.replace('"size":11', '"size":"11"'), ...rest]],
  ['a header without an origin', [header.replace(/"origin":"[^"]+"/, '"origin":1'), ...rest]],
  ['a header without a key', [header.replace(/"vkey":"[^"]+"/, '"vkey":1'), ...rest]],
  ['a broken key', [header.replace('+ARl', '+BRl'), ...rest]],
  ['a line that is no JSON', withLine(3, '{')],
  ['an empty line', withLine(3, '')],
  ['a line with a further member', withLine(3, entryLines[3]!.replace('{', '{"note":"x",'))],
  ['an entry that is not a text', withLine(3, '{"entry":{},"payload":""}')],
]

for (const [title, lines] of malformedFiles) {
  test(`a file with ${title} is malformed`, () => assertFault(lines, { kind: 'malformed' }))
}

test('a ledger under the name of another is found', async () => {
  const renamed = header.replace('"origin":"plumbline', '"origin":"plumbbob')
  await assertFault([renamed, ...rest], { kind: 'wrong_ledger' })
})
