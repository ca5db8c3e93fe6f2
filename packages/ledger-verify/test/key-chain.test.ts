import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyExport, type Fault } from '../src/index.ts'
import { checkpointText, entryFor, signed, signedLines, signerOf, type Signer } from './ledger-of.ts'

const [first, second, third, stranger] = [1, 2, 3, 4].map(signerOf) as [Signer, Signer, Signer, Signer]
const FORMER = [first, second]

const SIZE = 6
/** The first key signs up to two entries, the second one from there up to four. */
const HANDOVERS = [2, 4]

const payloadOf = (former: Signer, next: Signer, index: number) =>
  JSON.stringify({
    former_public_key: former.publicKey,
    nonce: index.toString(16).padStart(32, '0'),
    public_key: next.publicKey,
  })

/** Entries, of which those at these indexes state the replacement of a key by another one. */
function linesOf(replacements: Record<number, readonly [former: Signer, next: Signer]>): string[] {
  const places = Array.from({ length: SIZE }, (_, index) => replacements[index])
  return signedLines(
    places.map((pair, index) => ({ ...entryFor(index), ...(pair && { kind: 'ledger.key_replaced' }) })),
    places.map((pair, index) =>
      pair ? payloadOf(...pair, index) : `{"nonce":"${index.toString(16).padStart(32, '0')}"}`,
    ),
  )
}

const stating = linesOf({ 1: [first, second], 3: [second, third] })

const textOf = (lines: readonly string[], size: number) =>
  checkpointText(lines.slice(1, size + 1).map((line) => (JSON.parse(line) as { entry: string }).entry))

const handoversOf = (lines: readonly string[]) => [
  { vkey: first.vkey, checkpoint: signed(textOf(lines, 2), first, second) },
  { vkey: second.vkey, checkpoint: signed(textOf(lines, 4), second, third) },
]

/** The exported ledger of these entries, whose last key is the third. */
function exported(lines: readonly string[], former: unknown = handoversOf(lines)): string[] {
  const header = { ...(JSON.parse(lines[0]!) as object), vkey: third.vkey, former_keys: former }
  const checkpoint = JSON.stringify({ checkpoint: signed(textOf(lines, SIZE), third) })
  return [JSON.stringify(header), ...lines.slice(1, -1), checkpoint]
}

async function assertFault(
  lines: readonly string[],
  expected: Partial<Fault>,
  options: Parameters<typeof verifyExport>[1] = {},
): Promise<void> {
  const verdict = await verifyExport(lines, options)
  assert.ok(!verdict.holds, 'the wrong ledger holds')
  assert.partialDeepStrictEqual(verdict.fault, expected)
}

test('a ledger whose key was replaced holds, and a former key leads to the one in use', async () => {
  for (const { vkey } of [...FORMER, third]) {
    const verdict = await verifyExport(exported(stating), { vkey: ` ${vkey}\n` })
    assert.ok(verdict.holds, JSON.stringify(verdict))
    assert.deepEqual([verdict.facts.keyReplacedAt, verdict.facts.keyFrom], [HANDOVERS, 'caller'])
  }
  await assertFault(exported(stating), { kind: 'wrong_key', index: null }, { vkey: stranger.vkey })
})

const kept: [size: number, signers: Signer[], holds: boolean][] = [
  [1, [first], true],
  [2, [first], true],
  [2, [second], true],
  [2, [first, second], true],
  [3, [second], true],
  [4, [second], true],
  [4, [third], true],
  [6, [third], true],
  [3, [first], false],
  [6, [first], false],
  [1, [second], false],
  [5, [second], false],
  [3, [third], false],
  [1, [stranger], false],
]
for (const [size, signers, holds] of kept) {
  const names = signers.map((signer) => [first, second, third, stranger].indexOf(signer) + 1).join(' and ')
  test(`a kept checkpoint of ${size} entries by key ${names} is ${holds ? 'continued' : 'refused'}`, async () => {
    const earlier = [signed(textOf(stating, size), ...signers)]
    if (!holds) return assertFault(exported(stating), { kind: 'wrong_key', index: null }, { earlier })
    const verdict = await verifyExport(exported(stating), { earlier })
    assert.ok(verdict.holds && verdict.facts.continues[0] === size)
  })
}

test('a kept checkpoint with a signature that does not fit is found, whichever key it is under', async () => {
  for (const signer of [first, second, third]) {
    const line = signer.lineOn(textOf(stating, 3))
    await assertFault(
      exported(stating),
      { kind: 'wrong_signature' },
      { earlier: [`${textOf(stating, 2)}\n${line}`] },
    )
  }
})

test('a key whose successor or predecessor did not sign the checkpoint between them is found', async () => {
  for (const [place, signer] of [
    [0, first],
    [0, second],
    [1, second],
    [1, third],
  ] as const) {
    const handovers = handoversOf(stating)
    const checkpoint = signed(textOf(stating, HANDOVERS[place]!), signer)
    const former = handovers.with(place, { ...handovers[place]!, checkpoint })
    await assertFault(exported(stating, former), { kind: 'wrong_key', index: null })
  }
})

const unstated: [title: string, lines: string[], index: number][] = [
  ['no entry states the first', linesOf({ 3: [second, third] }), 1],
  ['no entry states the last', linesOf({ 1: [first, second] }), 3],
  ['no entry states any', linesOf({}), 1],
  ['the entry is in another place', linesOf({ 1: [first, second], 2: [second, third] }), 2],
  ['the entry states another former key', linesOf({ 1: [stranger, second], 3: [second, third] }), 1],
  ['the entry states another next key', linesOf({ 1: [first, second], 3: [second, stranger] }), 3],
  [
    'the entries state one more',
    linesOf({ 1: [first, second], 3: [second, third], 5: [third, stranger] }),
    5,
  ],
]
for (const [title, lines, index] of unstated) {
  test(`the keys of a ledger are found wrong where ${title}`, () =>
    assertFault(exported(lines), { kind: 'wrong_key', index }))
}

test('a replaced key that the header leaves out is found', async () => {
  await assertFault(exported(stating, []), { kind: 'wrong_key', index: 1 })
  await assertFault(exported(stating, handoversOf(stating).slice(1)), { kind: 'wrong_key', index: 1 })
})

test('a checkpoint between two keys that is of other entries is found', async () => {
  const others = linesOf({ 1: [first, second], 3: [second, third], 0: [third, stranger] })
  await assertFault(exported(stating, handoversOf(others)), {
    kind: 'wrong_history',
    within: { from: 0, before: 2 },
  })
})

const [handover] = handoversOf(stating)
const malformed: [title: string, former: unknown][] = [
  ['no list', {}],
  ['nothing', null],
  ['a list of texts', [first.vkey]],
  ['a key without its checkpoint', [{ vkey: first.vkey }]],
  ['a checkpoint without its key', [{ checkpoint: handover!.checkpoint }]],
  ['a key that is a number', [{ ...handover, vkey: 1 }]],
  ['one whole key and one without its checkpoint', [handover, { vkey: second.vkey }]],
  ['a key that is none', [{ ...handover, vkey: 'no key' }]],
  ['a checkpoint that is none', [{ ...handover, checkpoint: 'no note' }]],
]
for (const [title, former] of malformed) {
  test(`former keys in the header that are ${title} are malformed`, () =>
    assertFault(exported(stating, former), { kind: 'malformed', index: null }))
}
