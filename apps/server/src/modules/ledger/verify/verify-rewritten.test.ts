import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { startTestApp } from '../../../../test/app.ts'
import { rewrite } from '../../../../test/ledger/rewriting.ts'
import { disarm, tamper, type Tamperer } from '../../../../test/ledger/tampering.ts'
import { systemActor } from '../../../platform/actor.ts'
import { appendEntries, splitNotes, latestCheckpoint, ledgerKeyProjection, verifyLedger } from '../index.ts'

const app = await startTestApp()
await disarm(app)
const parts = { ...app.parts, projections: [ledgerKeyProjection] }

const MINUTE_MS = 60_000

/** Lets a ledger grow by so many entries, and keeps a checkpoint of it then. */
async function grow(id: string, count: number): Promise<string> {
  const drafts = Array.from({ length: count }, (_, index) => ({
    kind: 'workspace.updated' as const,
    subject: { type: 'workspace' as const, id },
    payload: { changes: { name: { before: null, after: `name ${index}` } } },
  }))
  app.clock.advance(MINUTE_MS)
  await app.db.transaction(id, (tx) => appendEntries(tx, app.clock, systemActor(id), drafts))
  return (await latestCheckpoint(app.parts, id)).checkpoint
}

const forgetCheckpoints = ({ owner }: Tamperer, id: string) =>
  owner.query('delete from ledger_checkpoints where workspace_id = $1', [id])

describe('a ledger that was rewritten as a whole, with a matching tree', () => {
  test('contradicts the stored checkpoints, and the entry is after the last one that matches', async () => {
    const { id } = await app.workspace()
    await grow(id, 4)
    await grow(id, 5)
    await grow(id, 3)
    await tamper(app, (tamperer) => rewrite(tamperer, id, { forge: 10 }))
    const { fault } = await verifyLedger(parts, id)
    assert.deepEqual([fault?.index, fault?.found], [8, 'checkpoints'])
    assert.match(fault!.what, /It, or one between it and entry 13, is not the one that was signed/)
  })

  test('contradicts a checkpoint that was kept elsewhere if none are stored any more', async () => {
    const { id } = await app.workspace()
    const early = await grow(id, 4)
    const late = await grow(id, 9)
    await grow(id, 2)
    await tamper(app, async (tamperer) => {
      await rewrite(tamperer, id, { forge: 10 })
      await forgetCheckpoints(tamperer, id)
    })
    assert.equal((await verifyLedger(parts, id)).fault, null, 'nothing in the database shows it')
    assert.equal((await verifyLedger(parts, id, [early])).fault, null, 'nor what was signed before')
    const { fault } = await verifyLedger(parts, id, [late, early])
    assert.deepEqual([fault?.index, fault?.found], [8, 'kept checkpoint'])
  })

  test('cannot be signed with another key, because the first entry names the key', async () => {
    const { id } = await app.workspace()
    const other = await app.workspace()
    await grow(id, 4)
    await tamper(app, async (tamperer) => {
      await forgetCheckpoints(tamperer, id)
      await tamperer.run(
        `update ledger_keys mine
         set public_key = theirs.public_key, sealed_private_key = theirs.sealed_private_key
         from ledger_keys theirs
         where mine.workspace_id = $1 and theirs.workspace_id = $2`,
        [id, other.id],
      )
    })
    const { fault, rowFaults } = await verifyLedger(parts, id)
    assert.equal(fault, null)
    const [key] = rowFaults
    assert.deepEqual([key?.table, key?.column, key?.index], ['ledger_keys', 'public_key', 0])
  })
})

describe('an old backup', () => {
  test('lacks entries that a checkpoint counts', async () => {
    const { id } = await app.workspace()
    await grow(id, 4)
    const kept = await grow(id, 5)
    await tamper(app, async (tamperer) => {
      await rewrite(tamperer, id, { size: 8 })
      await tamperer.run('delete from ledger_checkpoints where workspace_id = $1 and size > 8', [id])
    })
    assert.equal((await verifyLedger(parts, id)).fault, null, 'nothing in the database shows it')
    const { fault } = await verifyLedger(parts, id, [kept])
    assert.deepEqual([fault?.index, fault?.found], [8, 'kept checkpoint'])
    assert.match(fault!.what, /signed over 13 entries, and 8 are there/)
  })
})

describe('a checkpoint that was kept elsewhere', () => {
  test('proves nothing if it is of another ledger or was altered', async () => {
    const [{ id }, other] = [await app.workspace(), await app.workspace()]
    const [mine, theirs] = [await grow(id, 4), await grow(other.id, 4)]
    for (const note of [theirs, mine.replace('\n8\n', '\n7\n'), 'no note at all']) {
      const { fault } = await verifyLedger(parts, id, [note])
      assert.deepEqual([fault?.index, fault?.found], [0, 'kept checkpoint'], note)
    }
  })

  test('is found by its ledger in a file of several', async () => {
    const [{ id }, other] = [await app.workspace(), await app.workspace()]
    const notes = [await grow(id, 1), await grow(other.id, 2), await grow(id, 3)]
    const kept = splitNotes(notes.join(''))
    assert.deepEqual(
      kept.map(({ note }) => note),
      notes,
    )
    assert.deepEqual(
      kept.map(({ workspaceId }) => workspaceId),
      [id, other.id, id],
    )
    assert.deepEqual(splitNotes(''), [])
    assert.deepEqual(splitNotes(`${notes[0]}something else`), [])
    assert.deepEqual(splitNotes(randomBytes(100).toString('base64')), [])
  })
})
