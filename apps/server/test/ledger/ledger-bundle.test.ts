import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { verifyConsistency, verifyExport, verifyFile, verifyRecordProof } from '@plumbline/ledger-verify'
import * as fc from 'fast-check'
import { assertProperty, codePoint } from '@plumbline/testing'
import { entryKinds, subjectOfKind } from '@plumbline/contract'
import { actorTypes, type Change } from '../../src/modules/ledger/rules/entry.ts'
import { caliperHistory, ledgerFixture, verifierFixtures, verifierFixturesUrl } from './ledger-fixture.ts'

const changes: readonly Change[] = Array.from({ length: 33 }, (_, index) => ({
  ...caliperHistory[index % caliperHistory.length]!,
}))
const ledger = ledgerFixture(changes)
const { vkey } = ledger

function linesOfBundle(bundle: string): string[] {
  return bundle.split('\n').slice(0, -1)
}

test('the independent verifier accepts the export of every size', async () => {
  for (let size = 0; size <= changes.length; size += 1) {
    const verdict = await verifyExport(linesOfBundle(ledger.bundleAt(size)), { vkey })
    assert.ok(verdict.holds && verdict.facts.size === size, `size ${size}`)
  }
})

test('the independent verifier accepts an export that continues each kept checkpoint', async () => {
  const earlier = Array.from({ length: 33 }, (_, index) => ledger.checkpointAt(index + 1))
  const verdict = await verifyExport(linesOfBundle(ledger.bundleAt(33)), { vkey, earlier })
  assert.ok(verdict.holds)
  assert.equal(verdict.facts.continues.length, 33)
})

test('the independent verifier accepts the proof of every record at every size', async () => {
  for (let size = 1; size <= changes.length; size += 1) {
    for (let index = 0; index < size; index += 1) {
      const file = JSON.parse(ledger.recordAt(index, size)) as Record<'entry' | 'payload' | 'proof', string>
      const verdict = await verifyRecordProof({ ...file, vkey })
      assert.ok(verdict.holds && verdict.facts.entry.index === index, `entry ${index} of ${size}`)
    }
  }
})

test('the independent verifier accepts every consistency proof', async () => {
  for (let to = 1; to <= changes.length; to += 1) {
    for (let from = 1; from <= to; from += 1) {
      const proof = ledger.consistency(from, to)
      const [earlier, later] = [ledger.checkpointAt(from), ledger.checkpointAt(to)]
      const verdict = await verifyConsistency({ earlier, later, proof, vkey })
      assert.ok(verdict.holds, `${from} to ${to}`)
    }
  }
})

const change: fc.Arbitrary<Change> = fc
  .record({
    // The header of an export has to agree with an entry about keys.
    kind: fc.constantFrom(...entryKinds.filter((kind) => kind !== 'ledger.key_replaced')),
    actor: fc.record({
      type: fc.constantFrom(...actorTypes),
      id: fc.string({ unit: codePoint, minLength: 1, maxLength: 60 }),
    }),
    subjectId: fc.uuid(),
    payload: fc.dictionary(
      fc.string({ unit: codePoint }).filter((name) => name !== 'nonce'),
      fc.oneof(fc.string({ unit: codePoint }), fc.maxSafeInteger(), fc.boolean(), fc.constant(null)),
      { noNullPrototype: true },
    ),
  })
  .map(({ kind, subjectId, ...rest }) => ({
    ...rest,
    kind,
    subject: { type: subjectOfKind[kind], id: subjectId },
  }))

test('the independent verifier reads whatever the server can write', async () => {
  await assertProperty(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (someChanges) => {
      const bundle = ledgerFixture(someChanges).bundleAt(someChanges.length)
      const { verdict } = await verifyFile(Readable.from([Buffer.from(bundle)]), { vkey })
      assert.ok(verdict.holds, verdict.holds ? '' : verdict.fault.sentence)
    }),
  )
})

test('the forms of version 1 are, byte for byte, those of the kept files', async () => {
  for (const [name, text] of Object.entries(verifierFixtures())) {
    assert.equal(text, await readFile(new URL(name, verifierFixturesUrl), 'utf8'), name)
  }
})
