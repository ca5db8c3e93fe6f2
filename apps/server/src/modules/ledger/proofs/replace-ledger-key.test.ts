import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { verifyConsistency, verifyExport } from '@plumbline/ledger-verify'
import { startTestApp } from '../../../../test/app.ts'
import { disarm, tamper } from '../../../../test/ledger/tampering.ts'
import { systemActor } from '../../../platform/actor.ts'
import { projections } from '../../../projections.ts'
import {
  appendEntries,
  exportLedger,
  latestCheckpoint,
  ledgerKey,
  replaceLedgerKey,
  verifyLedger,
} from '../index.ts'
import { signCheckpoint } from '../rules/checkpoint.ts'
import { decodeVerifierKey, openNote, parseNote } from '../rules/signed-note.ts'
import { LEDGER_KEY_PURPOSE } from './open-ledger.ts'
import { findLedgerKey } from './proof-store.ts'
import { consistencyOf } from './prove-entry.ts'
import { signerOf } from './sign-checkpoint.ts'

const app = await startTestApp()
await disarm(app)
const parts = { ...app.parts, projections }
const REASON = 'The key was on a laptop that got lost.'

const replace = (id: string) => replaceLedgerKey(app.parts, systemActor(id), REASON)
const checkpointOf = async (id: string) => (await latestCheckpoint(app.parts, id)).checkpoint
const sizeOf = (note: string) => Number(note.split('\n')[1])

/** Appends an entry that changes no table. */
async function grow(id: string): Promise<void> {
  const subject = { type: 'workspace' as const, id }
  const draft = { kind: 'workspace.updated' as const, subject, payload: { changes: {} } }
  await app.db.transaction(id, (tx) => appendEntries(tx, app.clock, systemActor(id), [draft]))
}

async function linesOf(id: string): Promise<string[]> {
  let exported = ''
  for await (const part of exportLedger(app.parts, id)) exported += part
  return exported.split('\n').slice(0, -1)
}

/** Asserts that a ledger is intact, also compared with checkpoints that were kept elsewhere. */
async function assertIntact(id: string, kept: readonly string[] = []): Promise<void> {
  const { fault, rowFaults, checkpoints } = await verifyLedger(parts, id, kept)
  assert.deepEqual({ fault, rowFaults }, { fault: null, rowFaults: [] })
  assert.equal(checkpoints.outside, kept.length)
}

describe('replacing the signing key of a ledger', () => {
  test('has both keys sign the entry that names the new one, which signs from then on', async () => {
    const { id } = await app.workspace()
    const { vkey: former } = await ledgerKey(app.parts, id)
    const kept = await checkpointOf(id)
    const replaced = await replace(id)
    assert.equal(replaced.formerVkey, former)
    assert.equal(replaced.size, sizeOf(kept) + 1)
    for (const vkey of [former, replaced.vkey]) openNote(replaced.checkpoint, [decodeVerifierKey(vkey)])
    const { vkey, formerKeys } = await ledgerKey(app.parts, id)
    assert.equal(vkey, replaced.vkey)
    assert.deepEqual(formerKeys, [
      { vkey: former, untilSize: replaced.size, checkpoint: replaced.checkpoint },
    ])
    await grow(id)
    const next = await checkpointOf(id)
    openNote(next, [decodeVerifierKey(vkey)])
    assert.throws(() => openNote(next, [decodeVerifierKey(former)]), /No known key/)
    await assertIntact(id, [kept, replaced.checkpoint, next])
  })

  test('can be repeated, and whoever trusts the first key can follow the exported ledger to the last', async () => {
    const { id } = await app.workspace()
    const { vkey: first } = await ledgerKey(app.parts, id)
    const kept = await checkpointOf(id)
    const { vkey: second, size } = await replace(id)
    await grow(id)
    const between = await checkpointOf(id)
    const { vkey: third } = await replace(id)
    const lines = await linesOf(id)
    for (const vkey of [first, second, third]) {
      const verdict = await verifyExport(lines, { vkey, earlier: [between, kept] })
      assert.ok(verdict.holds)
      assert.deepEqual(verdict.facts.keyReplacedAt, [size, size + 2])
      assert.deepEqual(verdict.facts.continues, [sizeOf(kept), sizeOf(between)])
    }
    await assertIntact(id, [kept, between])
  })

  test('leaves a proof from each kept checkpoint to the one that both keys signed, and on from there', async () => {
    const { id } = await app.workspace()
    const kept = await checkpointOf(id)
    const { formerVkey, vkey, size, checkpoint } = await replace(id)
    await grow(id)
    const next = await checkpointOf(id)
    for (const [earlier, later, key] of [
      [kept, checkpoint, formerVkey],
      [checkpoint, next, vkey],
    ] as const) {
      const { proof } = await consistencyOf(app.parts, id, { from: sizeOf(earlier), to: sizeOf(later) })
      assert.ok((await verifyConsistency({ earlier, later, proof, vkey: key })).holds)
    }
    assert.equal(size, sizeOf(checkpoint))
  })

  test('during concurrent writes, signatures and other replacements creates one history that all checkpoints agree with', async () => {
    const { id } = await app.workspace()
    const seen: string[] = []
    const work = Array.from({ length: 24 }, async (_, index) => {
      if (index % 6 === 0) seen.push((await replace(id)).checkpoint)
      else if (index % 2 === 0) await grow(id)
      else seen.push(await checkpointOf(id))
    })
    await Promise.all(work)
    assert.equal((await ledgerKey(app.parts, id)).formerKeys.length, 4)
    await assertIntact(id, seen)
    const verdict = await verifyExport(await linesOf(id), { earlier: seen })
    assert.ok(verdict.holds)
  })
})

describe('a former signing key', () => {
  test('signs nothing that came after its replacement, even if it was stolen', async () => {
    const { id } = await app.workspace()
    const stolen = signerOf(await findLedgerKey(app.db.in(id)), app.parts.secrets)
    await replace(id)
    await grow(id)
    const { origin, size, root } = await latestCheckpoint(app.parts, id)
    const forged = signCheckpoint({ origin, size, root }, stolen)
    const { fault } = await verifyLedger(parts, id, [forged])
    assert.equal(fault?.found, 'kept checkpoint')
    assert.match(fault.what, /not signed by this ledger's key/)
    const verdict = await verifyExport(await linesOf(id), { earlier: [forged] })
    assert.ok(!verdict.holds)
    assert.equal(
      verdict.fault.sentence,
      `A checkpoint of ${size} entries is signed with a key that was not in use then.`,
    )
  })

  test('that is removed from, added to or changed in the table is found', async () => {
    for (const formerKeys of [
      '[]',
      `[{"public_key": "${'0'.repeat(64)}", "until_size": 1}]`,
      `[{"public_key": "${'0'.repeat(64)}", "until_size": 1}, {"public_key": "${'0'.repeat(64)}", "until_size": 9}]`,
      '[{"public_key": "short", "until_size": 1}]',
      '{}',
    ]) {
      const { id } = await app.workspace()
      await replace(id)
      await tamper(app, ({ run }) =>
        run('update ledger_keys set former_keys = $2 where workspace_id = $1', [id, formerKeys]),
      )
      const { fault, rowFaults } = await verifyLedger(parts, id)
      assert.ok(fault !== null || rowFaults.some(({ column }) => column === 'former_keys'), formerKeys)
    }
  })

  test('cannot be replaced without an entry, not even by one of the same workspace', async () => {
    const { id } = await app.workspace()
    const before = await findLedgerKey(app.db.in(id))
    await replace(id)
    await tamper(app, ({ run }) =>
      run('update ledger_keys set public_key = $2, sealed_private_key = $3 where workspace_id = $1', [
        id,
        before.publicKey,
        before.sealedPrivateKey,
      ]),
    )
    const { fault, rowFaults } = await verifyLedger(parts, id)
    assert.ok(fault?.found === 'checkpoints' || rowFaults.some(({ column }) => column === 'public_key'))
  })

  test('is followed only if the exported file proves the replacement', async () => {
    const { id } = await app.workspace()
    const other = await app.workspace()
    const { formerVkey, vkey } = await replace(id)
    const foreign = await replace(other.id)
    const lines = await linesOf(id)
    const header = JSON.parse(lines[0]!)
    const faultFor = async (changes: object, trusted = formerVkey) => {
      const verdict = await verifyExport(lines.with(0, JSON.stringify({ ...header, ...changes })), {
        vkey: trusted,
      })
      assert.ok(!verdict.holds)
      return verdict.fault.kind
    }
    const [handover] = header.former_keys
    const { text, signatures } = parseNote(handover.checkpoint)
    const byFormer = handover.checkpoint.split('\n').toSpliced(-2, 1).join('\n')
    assert.equal(signatures.length, 2)
    assert.ok(byFormer.startsWith(text))
    assert.equal(await faultFor({ former_keys: [] }), 'wrong_key')
    assert.equal(await faultFor({ former_keys: [] }, vkey), 'wrong_key')
    assert.equal(await faultFor({ former_keys: [{ vkey: formerVkey, checkpoint: byFormer }] }), 'wrong_key')
    assert.equal(
      await faultFor({ former_keys: [{ vkey: foreign.formerVkey, checkpoint: foreign.checkpoint }] }, vkey),
      'wrong_key',
    )
    assert.equal(await faultFor({ former_keys: [handover, handover] }), 'wrong_key')
    assert.equal(await faultFor({ former_keys: 'none' }), 'malformed')
    assert.equal(await faultFor({ former_keys: [{ vkey: formerVkey }] }), 'malformed')
  })

  test('does not stay in the database', async () => {
    const { id } = await app.workspace()
    const queries = app.db.in(id)
    const before = await findLedgerKey(queries)
    await replace(id)
    const after = await findLedgerKey(queries)
    const open = (sealed: Buffer) => app.parts.secrets.open(LEDGER_KEY_PURPOSE, sealed)
    assert.ok(!open(after.sealedPrivateKey).equals(open(before.sealedPrivateKey)))
  })
})
