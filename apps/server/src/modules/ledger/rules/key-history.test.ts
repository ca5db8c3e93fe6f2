import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signCheckpoint } from './checkpoint.ts'
import { openCheckpointOf, readFormerKeys, verifiersAt, type KeyHistory } from './key-history.ts'
import { noteSigner, verifierOf, type NoteSigner } from './signed-note.ts'

const ORIGIN = 'plumbline.example/ledger/1'
const [first, second, third] = [1, 2, 3].map((seed) => noteSigner(ORIGIN, Buffer.alloc(32, seed))) as [
  NoteSigner,
  NoteSigner,
  NoteSigner,
]
const publicKeyOf = (signer: NoteSigner) => verifierOf(signer).publicKey

/** The first key signed trees of up to 2 entries, the second one from there up to 4. */
const history: KeyHistory = {
  origin: ORIGIN,
  publicKey: publicKeyOf(third),
  formerKeys: [
    { public_key: publicKeyOf(first).toString('hex'), until_size: 2 },
    { public_key: publicKeyOf(second).toString('hex'), until_size: 4 },
  ],
}

const IN_FORCE: [size: number, signers: NoteSigner[]][] = [
  [0, [first]],
  [1, [first]],
  [2, [first, second]],
  [3, [second]],
  [4, [second, third]],
  [5, [third]],
]

for (const [size, signers] of IN_FORCE) {
  const names = signers.map((signer) => [first, second, third].indexOf(signer) + 1).join(' and ')
  test(`the signature of key ${names} counts under a tree of ${size} entries, and no other one`, () => {
    assert.deepEqual(verifiersAt(history, size), signers.map(verifierOf))
    for (const signer of [first, second, third]) {
      const note = signCheckpoint({ origin: ORIGIN, size, root: Buffer.alloc(32) }, signer)
      if (!signers.includes(signer)) {
        assert.throws(() => openCheckpointOf(history, note), /No known key/)
        continue
      }
      const opened = openCheckpointOf(history, note)
      assert.equal(opened.size, size)
      assert.deepEqual(opened.verifier, verifierOf(signer))
    }
  })
}

test('a checkpoint that both keys signed is verified by the later one', () => {
  const note = signCheckpoint({ origin: ORIGIN, size: 2, root: Buffer.alloc(32) }, first, second)
  assert.deepEqual(openCheckpointOf(history, note).verifier, verifierOf(second))
})

test('former keys are 32 bytes in hex, with sizes that increase from 1', () => {
  const key = 'ab'.repeat(32)
  for (const sizes of [[], [1], [1, 2], [3, 9, 10]]) {
    const stored = sizes.map((size) => ({ public_key: key, until_size: size }))
    assert.deepEqual(readFormerKeys(stored), stored)
  }
  const wrong: unknown[] = [
    null,
    {},
    [{ public_key: key, until_size: 0 }],
    [{ public_key: key, until_size: -1 }],
    [{ public_key: key, until_size: 1.5 }],
    [{ public_key: key, until_size: '1' }],
    [{ public_key: key }],
    [{ until_size: 1 }],
    [{ public_key: [key], until_size: 1 }],
    [{ public_key: `${key}a`, until_size: 1 }],
    [{ public_key: `a${key}`, until_size: 1 }],
    [{ public_key: key.slice(1), until_size: 1 }],
    [{ public_key: key.toUpperCase(), until_size: 1 }],
    [
      { public_key: key, until_size: 2 },
      { public_key: key, until_size: 2 },
    ],
    [
      { public_key: key, until_size: 2 },
      { public_key: key, until_size: 1 },
    ],
  ]
  for (const stored of wrong)
    assert.throws(() => readFormerKeys(stored), /increasing sizes/, JSON.stringify(stored))
})
